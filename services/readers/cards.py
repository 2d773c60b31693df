"""Tables and matches for lists and pages: rows with who sits there. Who may see a private one is decided here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.db import connection
from django.db.models import Q, QuerySet

from services.errors import NotFound
from services.log import clock
from services.matches.models import Match, Seat
from services.matches.position import Holder
from services.people.models import Account
from services.readers.frames import card_of
from services.readers.history import position_at
from services.readers.models import MatchCard
from services.readers.public import as_public, is_delayed

PAGE: Final = 50
MOST_PAGES: Final = 1000
HARDLY_BEGUN: Final = 3  # plies
LEFT_AFTER: Final = timedelta(minutes=10)
OVER: Final = (Match.Status.ENDED, Match.Status.ABORTED)


@dataclass(frozen=True, slots=True)
class Party:
    """A match with who sits at it and what they are called."""

    match: Match
    holders: tuple[Seat, ...]
    names: dict[UUID, str]
    bots: frozenset[UUID] = frozenset()  # bot accounts among those who sit there

    def seat_of(self, account: UUID | None) -> int | None:
        """Whose eye somebody has: who lost the seat to a bot keeps it."""
        return next((seat.seat for seat in self.holders if account is not None and account in _eyes(seat)), None)

    def away(self, account: UUID | None) -> Seat | None:
        """The seat that a bot has taken over from somebody."""
        return next((seat for seat in self.holders if account is not None and seat.former == account), None)


def _eyes(seat: Seat) -> tuple[UUID | None, ...]:
    return (seat.account, seat.former)


@dataclass(frozen=True, slots=True)
class Listed:
    """A match in a list: its party, and its card."""

    party: Party
    card: MatchCard


_PARTY = f"""
    SELECT {Match.columns("m", "st")}, s.seat, s.account, s.bot, s.deadline_at, s.former, s.may_return, a.name,
           a.owner_id
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
        Seat(
            match=match, seat=seat, account=account, bot=bot, deadline_at=deadline, former=former, may_return=may_return
        )
        for seat, account, bot, deadline, former, may_return, _, _ in seats
    )
    names = {row[1]: row[-2] for row in seats if row[-2] is not None}
    return Party(match, holders, names, frozenset(row[1] for row in seats if row[-1] is not None))


def visible_party(match_id: UUID, account: UUID | None, invite: str = "") -> tuple[Party, int | None]:
    """The match and the caller's seat. A private one that is not the caller's answers as if it did not exist."""
    party = party_of(match_id)
    match, seat = party.match, party.seat_of(account)
    if match.private and seat is None and account != match.opened_by and (not invite or invite != match.invite):
        raise NotFound
    return as_seen(party, account), seat


def as_seen(party: Party, account: UUID | None) -> Party:
    """The party as somebody may know it: whoever is not seated is behind, if the table says so."""
    if not is_delayed(party.match) or party.seat_of(account) is not None:
        return party
    match = as_public(party.match)
    if not match.past or match.status == Match.Status.OPEN:
        return replace(party, match=match)
    held = position_at(match.id, match.head.seq).kept.holders
    holders = [_held(seat, held.get(seat.seat)) for seat in party.holders]
    return _with_names([(match, holders)])[0]


def _held(seat: Seat, holder: Holder | None) -> Seat:
    """A seat as it was held then, without what is due now."""
    account = seat.account if holder is None else None if holder.account is None else UUID(holder.account)
    bot = seat.bot if holder is None else holder.bot or ""
    return Seat(match=seat.match, seat=seat.seat, account=account, bot=bot)


def visible_match(match_id: UUID, account: UUID | None, invite: str = "") -> tuple[Match, int | None]:
    party, seat = visible_party(match_id, account, invite)
    return party.match, seat


def own_invite(match: Match, seat: int | None, account: UUID | None) -> str:
    """The code of a private match, for those who may hand it on: whoever sits there or opened it."""
    return match.invite if match.private and (seat is not None or account == match.opened_by) else ""


def card_of_match(party: Party) -> Listed:
    match = party.match
    return Listed(party, _past_card(match) if match.past else MatchCard.objects.get(match_id=match.id))


def _past_card(match: Match) -> MatchCard:
    if match.started_at is None:
        return MatchCard(match_id=match.id, moved_at=match.head.at)
    row = card_of(match.id, position_at(match.id, match.head.seq), match.head.at)
    return MatchCard(
        match_id=match.id, scores=list(row.scores), winners=None if row.winners is None else list(row.winners),
        reason=row.reason, to_act=list(row.to_act), ply=row.ply, moved_at=row.moved_at,
    )  # fmt: skip


def _listed_as_seen(rows: Sequence[Listed], account: UUID | None) -> list[Listed]:
    seen = [(as_seen(row.party, account), row) for row in rows]
    return [card_of_match(party) if party.match.past else row for party, row in seen]


# -- lists ------------------------------------------------------------------------------------------------------------


def tables_page(game: str, status: str, page: int, account: UUID | None = None) -> tuple[list[Party], bool]:
    """Public tables, newest first, and whether more follow."""
    rows = Match.objects.filter(private=False).order_by("-opened_at")
    if game:
        rows = rows.filter(game=game)
    if status:
        rows = rows.filter(status=status)
    matches, more = _page(rows.select_related("stream"), page)
    parties = [as_seen(party, account) for party in parties_of(matches)]
    return [party for party in parties if status in ("", party.match.status)], more


def my_matches_page(account: UUID, awaiting: bool, page: int) -> tuple[list[Listed], bool]:
    """Everything somebody sits at, the latest move first; or only where it is their turn."""
    cards = _cards_of(account)
    if awaiting:
        mine = Seat.objects.filter(account=account, decision__isnull=False).values("match_id")
        cards = MatchCard.objects.filter(match_id__in=mine, match__status="running")
    rows, more = _page(cards.select_related("match__stream").order_by("-moved_at"), page)
    return listed(rows), more


def live_matches(account: UUID | None, game: str, most: int) -> list[Listed]:
    """Public matches of others being played, the latest move first.

    One in which hardly anybody has moved, and not lately, was left: nobody is sent there to watch.
    """
    cards = MatchCard.objects.filter(match__status=Match.Status.RUNNING, match__private=False)
    cards = cards.exclude(ply__lt=HARDLY_BEGUN, moved_at__lt=clock.now() - LEFT_AFTER)
    if game:
        cards = cards.filter(match__game=game)
    if account:
        cards = cards.exclude(match__holders__account=account)
    return _listed_as_seen(listed(cards.select_related("match__stream").order_by("-moved_at")[:most]), account)


def open_tables(game: str, most: int) -> list[Party]:
    rows = Match.objects.filter(status=Match.Status.OPEN, private=False, rematch_of=None)
    if game:
        rows = rows.filter(game=game)
    return parties_of(rows.select_related("stream").order_by("-opened_at")[:most])


def _cards_of(account: UUID) -> QuerySet[MatchCard]:
    """Also where a bot has taken over: one may come back."""
    mine = Seat.objects.filter(Q(account=account) | Q(former=account)).values("match_id")
    return MatchCard.objects.filter(match_id__in=mine)


def running_of(account: UUID, most: int) -> list[Listed]:
    """Tables and matches that somebody sits at and that are not over, the latest move first."""
    cards = _cards_of(account).exclude(match__status__in=OVER)
    return listed(cards.select_related("match__stream").order_by("-moved_at")[:most])


def finished_of(account: UUID, most: int) -> list[Listed]:
    cards = _cards_of(account).filter(match__status__in=OVER)
    return listed(cards.select_related("match__stream").order_by("-moved_at")[:most])


def seats_of(account: UUID) -> list[tuple[UUID, str, int, str]]:
    """Everywhere somebody sits: match, game, seat, status."""
    seats = Seat.objects.filter(account=account).order_by("match__opened_at")
    return list(seats.values_list("match_id", "match__game", "seat", "match__status"))


def count_turns(account: UUID) -> int:
    """In how many matches it is somebody's turn."""
    seats = Seat.objects.filter(account=account, decision__isnull=False, answered_seq__isnull=True)
    return seats.filter(match__status=Match.Status.RUNNING).count()


def cards_of(ids: Sequence[UUID]) -> list[Listed]:
    """Matches that are over, in any order: two statements for all."""
    return listed(MatchCard.objects.filter(match_id__in=ids).select_related("match__stream"))


def listed(cards: QuerySet[MatchCard] | Sequence[MatchCard]) -> list[Listed]:
    """Cards whose match is selected beside them, with their parties: two statements for all."""
    rows = list(cards)
    parties = parties_of([card.match for card in rows])
    return [Listed(party, card) for party, card in zip(parties, rows, strict=True)]


def parties_by_id(ids: Sequence[UUID]) -> list[Party]:
    return parties_of(Match.objects.filter(pk__in=ids).select_related("stream"))


def parties_of(matches: QuerySet[Match] | Sequence[Match]) -> list[Party]:
    rows = list(matches)
    holders: dict[UUID, list[Seat]] = {match.id: [] for match in rows}
    for seat in Seat.objects.filter(match_id__in=list(holders)).order_by("seat"):
        holders[seat.match_id].append(seat)
    return _with_names([(match, holders[match.id]) for match in rows])


def _with_names(rows: Sequence[tuple[Match, Sequence[Seat]]]) -> list[Party]:
    """In one statement for all."""
    accounts = {seat.account for _, seats in rows for seat in seats if seat.account is not None}
    named: list[tuple[UUID, str, UUID | None]] = []
    if accounts:
        named = list(Account.objects.filter(pk__in=accounts).values_list("pk", "name", "owner_id"))
    names = {account: name for account, name, _ in named}
    bots = frozenset(account for account, _, owner in named if owner is not None)
    return [Party(match, tuple(seats), names, bots) for match, seats in rows]


def _page(rows: QuerySet[Any], page: int) -> tuple[list[Any], bool]:
    shown = list(rows[(page - 1) * PAGE : page * PAGE + 1])
    return shown[:PAGE], len(shown) > PAGE
