"""Matches as the gallery sees them, with the public log; those put aside; tables of bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString

from gateway.admin.base import Action, ThingAdmin
from gateway.admin.sections import log_section, match_section, trail_section
from gateway.admin.shown import Section, account_link, code, game_name, link, thing_link, word
from gateway.clocks import words_of
from services.errors import BadRequest, Refusal
from services.matches.models import Match
from services.people.trail import Order
from services.playing.order import abort_match, credit_clock, forfeit_seat
from services.playing.set_aside import give_up_match, retry_match
from services.readers import order as listed

Called = Mapping[UUID, str]


def _number(given: Mapping[str, str], name: str) -> int:
    text = given[name].strip()
    if not (text.isascii() and text.isdigit() and len(text) < 15):
        raise BadRequest({name: "a whole number"})
    return int(text)


def _forfeit(thing: Any, order: Order, given: Mapping[str, str]) -> None:
    forfeit_seat(thing.pk, _number(given, "seat"), order)


def _credit(thing: Any, order: Order, given: Mapping[str, str]) -> None:
    credit_clock(thing.pk, _number(given, "seat"), _number(given, "ms"), order)


class _OfMatch(ThingAdmin):
    search_fields = ("pk",)

    def get_search_results(self, request: HttpRequest, queryset: Any, search_term: str) -> tuple[Any, bool]:
        return listed.with_id(queryset, search_term) if search_term else queryset, False

    def title(self, thing: Any, language: str) -> str:
        return f"{game_name(thing.game, language)} {str(thing.pk)[:8]}"

    def accounts_in(self, things: Sequence[Any]) -> list[UUID | None]:
        return [thing.opened_by for thing in things]

    def show_pk(self, thing: Any, language: str, called: Called) -> SafeString:
        return code(str(thing.pk))

    def show_game(self, thing: Any, language: str, called: Called) -> SafeString:
        return game_name(thing.game, language)

    def show_status(self, thing: Any, language: str, called: Called) -> SafeString:
        return word(language, f"admin.statuses.{thing.status}")

    def show_opened_by(self, thing: Any, language: str, called: Called) -> SafeString:
        return account_link(thing.opened_by, called)

    def show_clock(self, thing: Any, language: str, called: Called) -> str:
        return words_of(thing.clock, language)

    def show_tournament(self, thing: Any, language: str, called: Called) -> SafeString | None:
        return None if thing.tournament is None else link(f"/tournaments/{thing.tournament}", thing.tournament)


class MatchAdmin(_OfMatch):
    list_display = ("pk", "game", "status", "opened_by", "rated", "private", "opened_at")
    fields = (
        "pk", "game", "options", "clock", "delay", "rated", "private", "tournament", "opened_by", "opened_at", "audit",
    )  # fmt: skip
    filters: ClassVar = {"status": ("open", "starting", "running", "ended", "aborted")}
    orders = (
        Action("abort", lambda thing, order, given: abort_match(thing.pk, order)),
        Action("forfeit", _forfeit, {"seat": "number"}),
        Action("credit", _credit, {"seat": "number", "ms": "number"}),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        return listed.all_matches()

    def sections(self, thing: Any, request: HttpRequest) -> list[Section]:
        language: str = request.language  # type: ignore[attr-defined]
        try:
            seen = [*match_section(thing.pk, request), log_section(thing.pk, request)]
        except (Refusal, LookupError, ValueError):  # one that cannot be folded: it is among those put aside
            seen = []
        return [*seen, trail_section(listed.trail_about(match=thing.pk), language)]


class ParkedMatchAdmin(_OfMatch):
    list_display = ("pk", "game", "parked", "tries", "status", "opened_at")
    fields = ("pk", "game", "parked", "tries", "status", "opened_by", "opened_at")
    orders = (
        Action("retry", lambda thing, order, given: retry_match(thing.pk, order), leads_away=True),
        Action("give-up", lambda thing, order, given: give_up_match(thing.pk, order), leads_away=True),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        return listed.parked_matches()


class BotTableAdmin(_OfMatch):
    list_display = ("pk", "game", "status", "opened_by", "opened_at")
    fields = ("match", "game", "status", "opened_by", "opened_at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        return listed.bot_tables()

    def show_match(self, thing: Any, language: str, called: Called) -> SafeString:
        return thing_link("store_match", thing.pk, thing.pk)
