"""What keeps the house going: facts that were put aside, commitments, checkpoints, notices that do not leave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString

from gateway.admin.base import Action, ThingAdmin
from gateway.admin.shown import account_link, code, word
from services.log.models import Checkpoint, Commitment, Outbox
from services.notices.read import Outgoing, failing_notices
from services.playing.set_aside import give_up_fact, retry_fact
from services.readers import order as listed

Called = Mapping[UUID, str]
ACCOUNT = "acct:"


class FactAdmin(ThingAdmin):
    list_display = ("follower", "fact", "parked", "tries", "at")
    fields = ("follower", "fact", "body", "stream", "parked", "tries", "at")
    orders = (
        Action("retry", lambda thing, order, given: retry_fact(thing.pk, order), leads_away=True),
        Action("give-up", lambda thing, order, given: give_up_fact(thing.pk, order), leads_away=True),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Outbox]:
        return listed.parked_facts()

    def show_stream(self, thing: Any, language: str, called: Called) -> SafeString | None:
        return None if thing.stream_id is None else code(str(thing.stream_id))

    def show_fact(self, thing: Any, language: str, called: Called) -> SafeString:
        return code(thing.fact)


class CommitmentAdmin(ThingAdmin):
    """A seed that is bound and not used yet: that it is there, whose it is and how long it stays."""

    list_display = ("stream", "asker", "expires_at")
    fields = ("stream", "asker", "expires_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Commitment]:
        return listed.all_commitments()

    def accounts_in(self, things: Sequence[Any]) -> list[UUID | None]:
        return [UUID(thing.asker[len(ACCOUNT) :]) for thing in things if thing.asker.startswith(ACCOUNT)]

    def show_stream(self, thing: Any, language: str, called: Called) -> SafeString:
        return code(str(thing.stream))

    def show_asker(self, thing: Any, language: str, called: Called) -> SafeString:
        if thing.asker.startswith(ACCOUNT):
            return account_link(thing.asker[len(ACCOUNT) :], called)
        return word(language, "admin.somebody" if thing.asker else "admin.anybody")


class CheckpointAdmin(ThingAdmin):
    list_display = ("size", "root", "at", "origin")
    fields = ("origin", "size", "root", "at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Checkpoint]:
        return listed.all_checkpoints()

    def show_root(self, thing: Any, language: str, called: Called) -> SafeString:
        return code(thing.root)

    def title(self, thing: Any, language: str) -> str:
        return str(thing.size)


class NoticeAdmin(ThingAdmin):
    list_display = ("account", "channel", "thing", "state", "tries", "why", "at")
    fields = ("account", "channel", "thing", "subject", "state", "tries", "why", "at", "due_at", "done_at")
    filters: ClassVar = {"state": ("waiting", "failed"), "channel": ("mail", "push", "webhook")}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Outgoing]:
        return failing_notices()

    def accounts_in(self, things: Sequence[Any]) -> list[UUID | None]:
        return [thing.account for thing in things]

    def show_account(self, thing: Any, language: str, called: Called) -> SafeString:
        return account_link(thing.account, called)

    def show_subject(self, thing: Any, language: str, called: Called) -> SafeString | None:
        return None if thing.subject is None else code(str(thing.subject))
