"""Tables and matches as readers get them: ids, names, seats, status. Who may see a private one is decided here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count
from typing import Any
from uuid import UUID

from django.db import connection

from gateway.accounts import names_of
from gateway.models import Account
from gateway.words import digits, game_texts
from services import fair
from services.errors import NotFound
from services.projections.models import MatchCard, SeatHolder
from services.store.models import Match


@dataclass(frozen=True, slots=True)
class Party:
    """A match with who sits at it and what they are called."""

    match: Match
    holders: list[SeatHolder]
    names: dict[UUID, str]

    def seat_of(self, account: UUID | None) -> int | None:
        return next((one.seat for one in self.holders if account is not None and one.account == account), None)

    def seat_names(self, language: str) -> list[str]:
        """Display names by seat, for sentences."""
        by_seat = shown_names(self.match.game, self.holders, self.names, language)
        return [by_seat.get(seat, "?") for seat in range(max(by_seat, default=-1) + 1)]


_PARTY = f"""
    SELECT {Match.columns("m")}, h.seat, h.account, h.bot, a.name FROM store_match m
      LEFT JOIN projections_seatholder h ON h.match_id = m.id
      LEFT JOIN {Account._meta.db_table} a ON a.id = h.account
     WHERE m.id = %s ORDER BY h.seat
"""


def party_of(match_id: UUID) -> Party:
    """In one statement. Raises NotFound."""
    with connection.cursor() as cursor:
        cursor.execute(_PARTY, [match_id])
        rows = cursor.fetchall()
    if not rows:
        raise NotFound
    match = Match.from_row(rows[0])
    seats = [row[-4:] for row in rows if row[-4] is not None]
    holders = [SeatHolder(match=match, seat=seat, account=account, bot=bot) for seat, account, bot, _ in seats]
    return Party(match, holders, {account: name for _, account, _, name in seats if name is not None})


def visible_party(match_id: UUID, account: UUID | None, invite: str = "") -> tuple[Party, int | None]:
    """The match and the caller's seat. A private one that is not the caller's answers as if it did not exist."""
    party = party_of(match_id)
    match, seat = party.match, party.seat_of(account)
    if match.private and seat is None and account != match.opened_by and (not invite or invite != match.invite):
        raise NotFound
    return party, seat


def visible_match(match_id: UUID, account: UUID | None, invite: str = "") -> tuple[Match, int | None]:
    party, seat = visible_party(match_id, account, invite)
    return party.match, seat


def own_invite(match: Match, seat: int | None, account: UUID | None) -> str:
    """The code of a private match, for those who may hand it on: whoever sits there or opened it."""
    return match.invite if match.private and (seat is not None or account == match.opened_by) else ""


def holders_of(matches: Iterable[Match]) -> dict[UUID, list[SeatHolder]]:
    found: dict[UUID, list[SeatHolder]] = {match.id: [] for match in matches}
    for holder in SeatHolder.objects.filter(match_id__in=found).order_by("seat"):
        found[holder.match_id].append(holder)
    return found


def bot_name(game: str, bot: str, language: str) -> str:
    name: str = game_texts(game, language).get("bots", {}).get(bot, {}).get("name", bot)
    return name


def shown_names(game: str, holders: Iterable[SeatHolder], names: Mapping[UUID, str], language: str) -> dict[int, str]:
    """What each seat is called. Whoever has the name of a seat before gets a number: Lantern, Lantern 2."""
    found: dict[int, str] = {}
    for one in holders:
        name = bot_name(game, one.bot, language) if one.account is None else names.get(one.account, "?")
        numbered = (f"{name} {digits(number, language)}" for number in count(2))
        found[one.seat] = next(told for told in chain([name], numbered) if told not in found.values())
    return found


def seats_json(match: Match, holders: Sequence[SeatHolder], names: Mapping[UUID, str], language: str) -> list[Any]:
    by_seat = {one.seat: one for one in holders}
    told = shown_names(match.game, holders, names, language)
    return [_seat_json(seat, by_seat.get(seat), told.get(seat)) for seat in range(match.seats)]


def _seat_json(seat: int, holder: SeatHolder | None, name: str | None) -> Any:
    account = holder.account if holder else None
    bot = holder.bot if holder and account is None else None
    return {"seat": seat, "account": str(account) if account else None, "name": name, "bot": bot}


def table_json(match: Match, holders: Sequence[SeatHolder], names: Any, language: str, account: UUID | None) -> Any:
    mine = next((one.seat for one in holders if account is not None and one.account == account), None)
    found = {
        "id": str(match.id),
        "game": match.game,
        "rules_version": match.rules_version,
        "options": match.options,
        "seats": seats_json(match, holders, names, language),
        "status": match.status,
        "private": match.private,
        "clock": None if match.move_seconds is None else {"move_seconds": match.move_seconds},
        "seating": "lot" if match.lot else "fixed",
        "opened_at": fair.time_text(match.opened_at),
        "opened_by": str(match.opened_by),
        "my_seat": mine,
    }
    if code := own_invite(match, mine, account):
        found["invite"] = code
    return found


def match_json(match: Match, card: MatchCard, holders: Any, names: Any, language: str, account: UUID | None) -> Any:
    return table_json(match, holders, names, language, account) | {
        "scores": card.scores,
        "winners": card.winners,
        "reason": card.reason,
        "to_act": card.to_act,
        "ply": card.ply,
        "head": {"seq": match.head_seq, "hash": match.head_hash},
        "fingerprint": fair.fingerprint(match.head_hash),
        "started_at": fair.time_text(match.started_at) if match.started_at else None,
        "ended_at": fair.time_text(match.ended_at) if match.ended_at else None,
        "moved_at": fair.time_text(card.moved_at),
        "clocks": {
            "move_seconds": match.move_seconds,
            "runs_out": fair.time_text(match.clock_at) if match.clock_at else None,
        },
        "revealed": match.revealed,
        "parked": bool(match.parked),
    }


def tables_json(matches: Sequence[Match], language: str, account: UUID | None) -> list[Any]:
    holders = holders_of(matches)
    names = names_of(one.account for found in holders.values() for one in found)
    return [table_json(one, holders[one.id], names, language, account) for one in matches]


def matches_json(cards: Sequence[MatchCard], language: str, account: UUID | None) -> list[Any]:
    """Cards with their match selected beside them."""
    holders = holders_of([card.match for card in cards])
    names = names_of(one.account for found in holders.values() for one in found)
    return [match_json(card.match, card, holders[card.match_id], names, language, account) for card in cards]
