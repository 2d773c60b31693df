"""Accounts, what is said about them and by them, and the trail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString

from gateway.admin.base import Action, ThingAdmin
from gateway.admin.sections import log_section, match_section, trail_section
from gateway.admin.shown import Section, account_link, code, game_name, joined, shown, thing_link, word
from gateway.names import chosen_name
from services.errors import NotFound
from services.people.accounts import names_of
from services.people.models import Account, Appeal, Report, TrailEntry
from services.people.order import close_account, rename_account, reopen_account, settle_appeal, settle_report
from services.people.trail import Order
from services.readers import order as listed

Called = Mapping[UUID, str]


class AccountAdmin(ThingAdmin):
    list_display = ("name", "login", "kinds", "is_active", "created_at")
    fields = (
        "id",
        "name",
        "former_name",
        "renamed_at",
        "login",
        "kinds",
        "owner",
        "is_active",
        "language",
        "created_at",
    )
    search_fields = ("name",)
    filters: ClassVar = {"is_active": ("0", "1"), "guest": ("0", "1"), "is_staff": ("1",)}
    orders = (
        Action("close", lambda thing, order, given: close_account(thing.pk, order)),
        Action("reopen", lambda thing, order, given: reopen_account(thing.pk, order)),
        Action("rename", lambda thing, order, given: _rename(thing, order, given), {"name": "text"}),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Account]:
        return listed.all_accounts()

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> tuple[Any, bool]:
        return listed.named(queryset, search_term) if search_term else queryset, False

    def title(self, thing: Any, language: str) -> str:
        return str(thing.name)

    def orders_for(self, thing: Any) -> Sequence[Action]:
        close, reopen, rename = self.orders
        return (close if thing.is_active else reopen, rename)

    def accounts_in(self, things: Sequence[Any]) -> list[UUID | None]:
        return [thing.owner_id for thing in things]

    def kinds(self, thing: Any) -> str:
        """Named in the list; `show_kinds` says it in words."""
        return ""

    def show_id(self, thing: Any, language: str, called: Called) -> SafeString:
        return code(str(thing.pk))

    def show_kinds(self, thing: Any, language: str, called: Called) -> SafeString:
        kinds = [name for name in ("guest", "bot", "is_staff") if getattr(thing, name)] or ["kept"]
        return joined([word(language, f"admin.kinds.{name}") for name in kinds])

    def show_owner(self, thing: Any, language: str, called: Called) -> SafeString:
        return account_link(thing.owner_id, called)

    def sections(self, thing: Any, request: HttpRequest) -> list[Section]:
        language: str = request.language  # type: ignore[attr-defined]
        return [
            self._closings(thing.pk, language),
            self._reports(thing.pk, language),
            self._matches(thing.pk, language),
            trail_section(listed.trail_about(thing.pk), language),
        ]

    def _closings(self, account: UUID, language: str) -> Section:
        rows = [
            [shown(row.at, language), word(language, f"order.reasons.{row.reason}"), shown(row.text, language),
             shown(row.reopened_at, language)]
            for row in listed.closings_of(account)
        ]  # fmt: skip
        return Section("closings", ("at", "reason", "text", "reopened_at"), rows)

    def _reports(self, account: UUID, language: str) -> Section:
        reports = listed.reports_about(account)
        called = names_of(row.reporter for row in reports)
        rows = [
            [
                thing_link("gateway_report", row.pk, shown(row.at, language)),
                word(language, f"order.reasons.{row.reason}"),
                shown(row.text, language),
                account_link(row.reporter, called),
                shown(row.done, language),
            ]
            for row in reports
        ]
        return Section("reports", ("at", "reason", "text", "reporter", "done"), rows)

    def _matches(self, account: UUID, language: str) -> Section:
        rows = [
            [
                thing_link("store_match", row.pk),
                game_name(row.game, language),
                word(language, f"admin.statuses.{row.status}"),
                shown(row.opened_at, language),
            ]
            for row in listed.matches_of(account)
        ]
        return Section("matches", ("id", "game", "status", "opened_at"), rows)


def _rename(thing: Any, order: Order, given: Mapping[str, str]) -> None:
    rename_account(thing.pk, chosen_name(given["name"]), order)


class ReportAdmin(ThingAdmin):
    list_display = ("at", "reason", "account", "reporter", "match", "done")
    fields = ("at", "reason", "text", "account", "reporter", "match", "done")
    filters: ClassVar = {"done": ("0", "1")}
    orders = (Action("done", lambda thing, order, given: settle_report(thing.pk, order)),)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        return listed.all_reports()

    def accounts_in(self, things: Sequence[Any]) -> list[UUID | None]:
        return [account for thing in things for account in (thing.account, thing.reporter)]

    def show_reason(self, thing: Any, language: str, called: Called) -> SafeString:
        return word(language, f"order.reasons.{thing.reason}")

    def show_account(self, thing: Any, language: str, called: Called) -> SafeString:
        return account_link(thing.account, called)

    def show_reporter(self, thing: Any, language: str, called: Called) -> SafeString:
        return account_link(thing.reporter, called)

    def show_match(self, thing: Any, language: str, called: Called) -> SafeString | None:
        return None if thing.match is None else thing_link("store_match", thing.match)

    def sections(self, thing: Any, request: HttpRequest) -> list[Section]:
        """The match stands beside the report, as anybody may see it."""
        if thing.match is None:
            return []
        try:
            return [*match_section(thing.match, request), log_section(thing.match, request)]
        except NotFound:
            return []


class AppealAdmin(ThingAdmin):
    list_display = ("at", "account", "text", "done")
    fields = ("at", "account", "text", "closed_at", "closed_reason", "closed_text", "done")
    filters: ClassVar = {"done": ("0", "1")}
    orders = (Action("done", lambda thing, order, given: settle_appeal(thing.pk, order)),)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Appeal]:
        return listed.all_appeals()

    def accounts_in(self, things: Sequence[Any]) -> list[UUID | None]:
        return [thing.account for thing in things]

    def show_account(self, thing: Any, language: str, called: Called) -> SafeString:
        return account_link(thing.account, called)

    def show_closed_at(self, thing: Any, language: str, called: Called) -> Any:
        return thing.closing.at

    def show_closed_reason(self, thing: Any, language: str, called: Called) -> SafeString:
        return word(language, f"order.reasons.{thing.closing.reason}")

    def show_closed_text(self, thing: Any, language: str, called: Called) -> Any:
        return thing.closing.text


class TrailAdmin(ThingAdmin):
    list_display = ("at", "operator", "action", "thing", "reason", "text")
    fields = ("at", "operator", "action", "thing", "subject", "match", "reason", "text", "before", "after")
    filters: ClassVar = {"thing": ("account", "match", "report", "appeal", "follower")}

    def get_queryset(self, request: HttpRequest) -> QuerySet[TrailEntry]:
        return listed.the_trail()

    def accounts_in(self, things: Sequence[Any]) -> list[UUID | None]:
        return [thing.operator for thing in things]

    def show_operator(self, thing: Any, language: str, called: Called) -> SafeString:
        return account_link(thing.operator, called)

    def show_action(self, thing: Any, language: str, called: Called) -> SafeString:
        return word(language, f"order.actions.{thing.action}")

    def show_thing(self, thing: Any, language: str, called: Called) -> SafeString:
        return word(language, f"admin.subjects.{thing.thing}")

    def show_subject(self, thing: Any, language: str, called: Called) -> SafeString:
        pages = {"account": "gateway_account", "match": "store_match", "report": "gateway_report"}
        pages["appeal"] = "gateway_appeal"
        if thing.thing not in pages:
            return code(thing.subject)
        return thing_link(pages[thing.thing], thing.subject, code(thing.subject))

    def show_match(self, thing: Any, language: str, called: Called) -> SafeString | None:
        return None if thing.match is None else thing_link("store_match", thing.match)

    def show_reason(self, thing: Any, language: str, called: Called) -> SafeString:
        return word(language, f"order.reasons.{thing.reason}")
