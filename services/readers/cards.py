"""Tables and matches for lists and pages: rows with who sits there. Who may see a private one is decided here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet

from services.errors import NotFound
from services.matches.models import Match, Seat
from services.people.models import Account
from services.readers.models import MatchCard

PAGE: Final = 50
MOST_PAGES: Final = 1000


@dataclass(frozen=True, slots=True)
class Party:
    """A match with who sits at it and what they are called."""

    match: Match
    holders: tuple[Seat, ...]
    names: dict[UUID, str]

    def seat_of(self, account: UUID | None) -> int | None:
        return next((seat.seat for seat in self.holders if account is not None and seat.account == account), None)


@dataclass(frozen=True, slots=True)
class Listed:
    """A match in a list: its party, and its card."""

    party: Party
    card: MatchCard


_PARTY = f"""
    SELECT {Match.columns("m", "st")}, s.seat, s.account, s.bot, s.deadline_at, a.name
      FROM store_match m JOIN store_stream st ON st.id = m.id
      LEFT JOIN store_seat s ON s.match_id = m.id
      LEFT JOIN {Account._meta.db_table} a ON a.id = s.account
     WHERE m.id = %s ORDER BY s.seat
"""


def party_of(match_id: UUID) -> Party:
    """In one statement. Raises NotFound."""
    with connection.cursor() as cursor:
        cursor.execute(_PARTY, [match_id])
        rows: Sequence[Sequence[Any]] = cursor.fetchall()
    if not rows:
        raise NotFound
    match, size = Match.from_row(rows[0]), Match.row_size()
    seats = [row[size:] for row in rows if row[size] is not None]
    holders = tuple(
        Seat(match=match, seat=seat, account=account, bot=bot, deadline_at=deadline)
        for seat, account, bot, deadline, _ in seats
    )
    return Party(match, holders, {account: name for _, account, _, _, name in seats if name is not None})


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


def card_of_match(party: Party) -> Listed:
    return Listed(party, MatchCard.objects.get(match_id=party.match.id))


# -- lists ------------------------------------------------------------------------------------------------------------


def tables_page(game: str, status: str, page: int) -> tuple[list[Party], bool]:
    """Public tables, newest first, and whether more follow."""
    rows = Match.objects.filter(private=False).order_by("-opened_at")
    if game:
        rows = rows.filter(game=game)
    if status:
        rows = rows.filter(status=status)
    matches, more = _page(rows.select_related("stream"), page)
    return parties_of(matches), more


def my_matches_page(account: UUID, awaiting: bool, page: int) -> tuple[list[Listed], bool]:
    """Everything somebody sits at, the latest move first; or only where it is their turn."""
    cards = MatchCard.objects.filter(match__holders__account=account)
    if awaiting:
        mine = Seat.objects.filter(account=account, decision__isnull=False).values("match_id")
        cards = MatchCard.objects.filter(match_id__in=mine, match__status="running")
    rows, more = _page(cards.select_related("match__stream").order_by("-moved_at"), page)
    return listed(rows), more


def live_matches(account: UUID | None, game: str, most: int) -> list[Listed]:
    """Public matches of others being played, the latest move first."""
    cards = MatchCard.objects.filter(match__status=Match.Status.RUNNING, match__private=False)
    if game:
        cards = cards.filter(match__game=game)
    if account:
        cards = cards.exclude(match__holders__account=account)
    return listed(cards.select_related("match__stream").order_by("-moved_at")[:most])


def open_tables(game: str, most: int) -> list[Party]:
    rows = Match.objects.filter(status=Match.Status.OPEN, private=False)
    if game:
        rows = rows.filter(game=game)
    return parties_of(rows.select_related("stream").order_by("-opened_at")[:most])


def matches_of(account: UUID, most: int) -> list[Listed]:
    """Everything somebody sits at, the latest move first."""
    cards = MatchCard.objects.filter(match__holders__account=account)
    return listed(cards.select_related("match__stream").order_by("-moved_at")[:most])


def count_turns(account: UUID) -> int:
    """In how many matches it is somebody's turn."""
    seats = Seat.objects.filter(account=account, decision__isnull=False, answered_seq__isnull=True)
    return seats.filter(match__status=Match.Status.RUNNING).count()


def listed(cards: QuerySet[MatchCard] | Sequence[MatchCard]) -> list[Listed]:
    """Cards whose match is selected beside them, with their parties: two statements for all."""
    rows = list(cards)
    parties = parties_of([card.match for card in rows])
    return [Listed(party, card) for party, card in zip(parties, rows, strict=True)]


def parties_of(matches: QuerySet[Match] | Sequence[Match]) -> list[Party]:
    rows = list(matches)
    holders: dict[UUID, list[Seat]] = {match.id: [] for match in rows}
    for seat in Seat.objects.filter(match_id__in=list(holders)).order_by("seat"):
        holders[seat.match_id].append(seat)
    accounts = {seat.account for seats in holders.values() for seat in seats if seat.account is not None}
    names = dict(Account.objects.filter(pk__in=accounts).values_list("pk", "name")) if accounts else {}
    return [Party(match, tuple(holders[match.id]), names) for match in rows]


def _page(rows: QuerySet[Any], page: int) -> tuple[list[Any], bool]:
    shown = list(rows[(page - 1) * PAGE : page * PAGE + 1])
    return shown[:PAGE], len(shown) > PAGE
