"""Tables below a thing: a match as the gallery sees it, its public log, what operators did."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.http import HttpRequest
from django.utils.safestring import SafeString

from gateway.admin.shown import Section, account_link, code, game_name, link, shown, thing_link, word
from gateway.cards import match_json, seats_json
from services.people.accounts import names_of
from services.people.models import TrailEntry
from services.readers.cards import Party, as_seen, card_of_match, party_of
from services.readers.history import events_page

NOT_SHOWN: Final = ("seed",)  # of what is public after the end


def _party(match: UUID) -> Party:
    """As somebody sees it who does not sit there: behind, if the table says so. Raises NotFound."""
    return as_seen(party_of(match), None)


def match_section(match: UUID, request: HttpRequest) -> list[Section]:
    """How it stands for the gallery, and who sits there. Raises NotFound."""
    language: str = request.language  # type: ignore[attr-defined]
    party = _party(match)
    seats = seats_json(party, language)
    names = {UUID(seat["account"]): seat["name"] or "?" for seat in seats if seat["account"]}
    asked: Sequence[int] = _card(party, language).get("to_act") or ()
    rows = [
        [
            shown(seat["seat"], language),
            account_link(seat["account"], names) if seat["account"] else shown(seat["name"], language),
            shown(seat["seat"] in asked, language),
            shown(_deadline(party, seat["seat"]), language),
        ]
        for seat in seats
    ]
    page = [[link(f"/matches/{match}", match), game_name(party.match.game, language),
             word(language, f"admin.statuses.{party.match.status}")]]  # fmt: skip
    return [
        Section("match", ("page", "game", "status"), page),
        Section("seats", ("seat", "who", "asked", "deadline_at"), rows),
    ]


def _deadline(party: Party, seat: int) -> datetime | None:
    return next((holder.deadline_at for holder in party.holders if holder.seat == seat), None)


def _card(party: Party, language: str) -> dict[str, Any]:
    """What the API tells anybody; a table that has not begun has little."""
    if party.match.started_at is None:
        return {}
    card: dict[str, Any] = match_json(card_of_match(party), language, None)
    return card


def log_section(match: UUID, request: HttpRequest) -> Section:
    """The public envelopes, a page at a time; sealed parts are left out whether they are open by now or not."""
    language: str = request.language  # type: ignore[attr-defined]
    after = request.GET.get("after", "")
    page: dict[str, Any] = dict(events_page(_party(match).match, int(after) if after.isdigit() else -1, None))
    names = names_of(UUID(key) for event in page["events"] if (key := _account(event["actor"])))
    rows = [
        [
            shown(event["seq"], language),
            shown(datetime.fromisoformat(event["at"]), language),
            code(event["type"]),
            _actor(event["actor"], names),
            shown({name: value for name, value in event["pub"].items() if name not in NOT_SHOWN}, language),
        ]
        for event in page["events"]
    ]
    more = "" if page["next"] is None else f"?after={page['next']}#log"
    return Section("log", ("seq", "at", "type", "actor", "pub"), rows, more)


def _account(actor: str) -> str:
    """Of those that are accounts; empty: a seat, a bot or the server."""
    role, _, key = actor.partition(":")
    return key if role in ("acct", "director") else ""


def _actor(actor: str, names: Any) -> SafeString:
    key = _account(actor)
    return account_link(key, names) if key else code(actor)


def trail_section(entries: Sequence[TrailEntry], language: str) -> Section:
    called = names_of(entry.operator for entry in entries)
    rows = [
        [
            shown(entry.at, language),
            thing_link("gateway_trailentry", entry.pk, word(language, f"order.actions.{entry.action}")),
            word(language, f"order.reasons.{entry.reason}"),
            shown(entry.text, language),
            account_link(entry.operator, called),
        ]
        for entry in entries
    ]
    return Section("trail", ("at", "action", "reason", "text", "operator"), rows)
