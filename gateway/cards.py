"""Tables and matches as JSON: names in the reader's language, seats, status."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, count
from typing import Any
from uuid import UUID

from gateway.words import digits, game_texts, person
from services.log import fair
from services.matches.models import Match, Seat
from services.readers.cards import Listed, Party, own_invite


def bot_name(game: str, bot: str, language: str) -> str:
    name: str = game_texts(game, language).get("bots", {}).get(bot, {}).get("name", bot)
    return name


def shown_names(party: Party, language: str) -> dict[int, str]:
    """What each seat is called. Whoever has the name of a seat before gets a number: Lantern, Lantern 2."""
    names: dict[int, str] = {}
    for seat in party.holders:
        known = bot_name(party.match.game, seat.bot, language)
        name = known if seat.account is None else person(party.names.get(seat.account, "?"), language)
        numbered = (f"{name} {digits(number, language)}" for number in count(2))
        names[seat.seat] = next(text for text in chain([name], numbered) if text not in names.values())
    return names


def seat_names(party: Party, language: str) -> list[str]:
    """Display names by seat, for sentences."""
    by_seat = shown_names(party, language)
    return [by_seat.get(seat, "?") for seat in range(max(by_seat, default=-1) + 1)]


def seats_json(party: Party, language: str) -> list[Any]:
    by_seat = {seat.seat: seat for seat in party.holders}
    names = {
        seat: name
        for seat, name in shown_names(party, language).items()
        if by_seat[seat].account is None or by_seat[seat].account in party.names
    }  # an account that is erased, or of another house, has no name
    return [_seat_json(seat, by_seat.get(seat), names.get(seat), party.bots) for seat in range(party.match.seats)]


def _seat_json(seat: int, holder: Seat | None, name: str | None, bots: frozenset[UUID]) -> Any:
    account = holder.account if holder else None
    bot = holder.bot if holder and account is None else None
    return {
        "seat": seat,
        "account": str(account) if account else None,
        "name": name,
        "bot": bot,
        "bot_account": account in bots,
    }


def clock_json(match: Match) -> Any:
    """As event 0 has it; of older tables the seconds for each move."""
    return match.clock if match.move_seconds is None else {"move_seconds": match.move_seconds}


def table_json(party: Party, language: str, account: UUID | None) -> Any:
    match, mine = party.match, party.seat_of(account)
    table = {
        "id": str(match.id),
        "game": match.game,
        "rules_version": match.rules_version,
        "options": match.options,
        "seats": seats_json(party, language),
        "status": match.status,
        "private": match.private,
        "clock": clock_json(match),
        "delay": match.delay,
        "rated": match.rated,
        "seating": "lot" if match.lot else "fixed",
        "opened_at": fair.time_text(match.opened_at),
        "opened_by": str(match.opened_by),
        "my_seat": mine,
        "rematch": None if match.rematch is None else str(match.rematch),
        "rematch_of": None if match.rematch_of is None else str(match.rematch_of),
    }
    if (away := party.away(account)) is not None:
        table["away"] = {"may_return": away.may_return}
    if code := own_invite(match, mine, account):
        table["invite"] = code
    return table


def match_json(listed: Listed, language: str, account: UUID | None) -> Any:
    match, card = listed.party.match, listed.card
    return table_json(listed.party, language, account) | {
        "scores": card.scores,
        "winners": card.winners,
        "reason": card.reason,
        "to_act": card.to_act,
        "ply": card.ply,
        "head": {"seq": match.head.seq, "hash": match.head.hash},
        "fingerprint": fair.fingerprint(match.head.hash),
        "started_at": fair.time_text(match.started_at) if match.started_at else None,
        "ended_at": fair.time_text(match.ended_at) if match.ended_at else None,
        "moved_at": fair.time_text(card.moved_at),
        "clocks": _clocks_json(match),
        "revealed": match.revealed,
        "parked": bool(match.parked),
        "audit": _audit_json(match),
    }


def _audit_json(match: Match) -> Any:
    """The outcome of the audit of the house, which folds the log again; null: not yet audited."""
    at = fair.time_text(match.audited_at) if match.audited_at else None
    return {"verdict": match.audit, "at": at, "version": match.audit_version or None} if match.audit else None


def _clocks_json(match: Match) -> Any:
    runs_out = fair.time_text(match.clock_at) if match.clock_at else None
    return {"move_seconds": match.move_seconds, "runs_out": runs_out}


def tables_json(parties: Iterable[Party], language: str, account: UUID | None) -> list[Any]:
    return [table_json(party, language, account) for party in parties]


def matches_json(rows: Sequence[Listed], language: str, account: UUID | None) -> list[Any]:
    return [match_json(row, language, account) for row in rows]
