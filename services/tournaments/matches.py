"""What decisions need to know of the matches: from their rows, the ends from their logs, time only where it matters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import connection

from services.log import fair
from services.log.models import Event
from services.matches import events as ev
from services.matches.clock import ms_of
from services.matches.models import Match
from services.matches.position import Position
from services.pairings.deadlines import last_moment
from services.pairings.decide import watched_matches
from services.pairings.matches import ABORTED, ENDED, RUNNING, MatchFact
from services.pairings.state import TableGame, TournamentState
from services.playing.rulings import spent_ms
from services.readers.history import position_at

ENDS = (ev.MatchEnded.TYPE, ev.MatchAborted.TYPE)


@dataclass(frozen=True, slots=True)
class SeatNow:
    """A seat of a watched match as its row has it."""

    seat: int
    bot: bool
    decision: int | None
    asked_at: datetime | None
    answered: bool
    account: UUID | None


@dataclass(frozen=True, slots=True)
class MatchNow:
    match: UUID
    status: str
    seq: int
    seats: tuple[SeatNow, ...]

    @property
    def over(self) -> bool:
        return self.status in (Match.Status.ENDED, Match.Status.ABORTED)


_NOW = """
    SELECT m.id, m.status, st.head_seq, s.seat, s.bot <> '', s.decision, s.asked_at, s.answered_seq IS NOT NULL,
           s.account
      FROM store_match m JOIN store_stream st ON st.id = m.id LEFT JOIN store_seat s ON s.match_id = m.id
     WHERE m.id = ANY(%s) ORDER BY m.id, s.seat
"""


def matches_now(ids: Iterable[str]) -> dict[str, MatchNow]:
    """Those that are opened, in one statement."""
    with connection.cursor() as cursor:
        cursor.execute(_NOW, [[UUID(match) for match in ids]])
        rows: Sequence[Sequence[Any]] = cursor.fetchall()
    seats: dict[UUID, list[SeatNow]] = {}
    matches: dict[UUID, tuple[str, int]] = {}
    for match, status, seq, *seat in rows:
        matches[match] = (status, seq)
        seats.setdefault(match, []).extend([SeatNow(*seat)] if seat[0] is not None else [])
    return {str(match): MatchNow(match, *matches[match], tuple(seats[match])) for match in matches}


def watched_now(state: TournamentState) -> dict[str, MatchNow]:
    """Every match without a noted result that is opened."""
    watched = watched_matches(state)
    return matches_now(watched) if watched else {}


def match_facts(
    state: TournamentState, at: datetime, now: Mapping[str, MatchNow], moved: Mapping[int, int]
) -> dict[str, MatchFact]:
    """The facts about every match without a noted result. `moved`: ms by which outages moved a round's deadline."""
    ends = _ends([match.match for match in now.values() if match.over])
    games = {game.match: game for paired in state.rounds for game in paired.games()}
    return {match: _fact(_Look(state, at, moved), games[match], row, ends.get(match)) for match, row in now.items()}


def _ends(matches: Sequence[UUID]) -> dict[str, Event]:
    if not matches:
        return {}
    return {str(event.stream_id): event for event in Event.objects.filter(stream_id__in=matches, type__in=ENDS)}


@dataclass(frozen=True, slots=True)
class _Look:
    """A tournament at a moment."""

    state: TournamentState
    at: datetime
    moved: Mapping[int, int]


def _fact(look: _Look, game: TableGame, row: MatchNow, end: Event | None) -> MatchFact:
    bots = frozenset(seat.seat for seat in row.seats if seat.bot and isinstance(game.entries[seat.seat], int))
    if end is not None:
        return _ended(game, end, bots)
    fact = MatchFact(
        game.match,
        RUNNING,
        asked=frozenset(seat.seat for seat in row.seats if seat.decision is not None),
        answered=frozenset(seat.seat for seat in row.seats if seat.answered or (seat.decision or 0) > 1),
        bots=bots,
    )
    return _with_times(look, game, row, fact)


def _ended(game: TableGame, end: Event, bots: frozenset[int]) -> MatchFact:
    if end.type == ev.MatchAborted.TYPE:
        return MatchFact(game.match, ABORTED, end.hash, bots=bots)
    pub = end.pub
    places = tuple(pub["places"]) if len(game.entries) > 2 and "places" in pub else None
    return MatchFact(
        game.match, ENDED, end.hash, tuple(pub["winners"]), places, tuple(pub["scores"]), pub["reason"], bots=bots
    )


# -- time -------------------------------------------------------------------------------------------------------------


def _with_times(look: _Look, game: TableGame, row: MatchNow, fact: MatchFact) -> MatchFact:
    """A match is folded only if somebody may have waited too long, or its round's deadline has passed."""
    silent = fact.asked - fact.answered - fact.bots
    late = _waiting_long(look, row, silent) or _past_round(look, game)
    if not late:
        return fact
    position = position_at(row.match, row.seq)
    waited = {seat: _charged(position, row, seat, look.at) for seat in silent}
    return replace(fact, waited_ms=waited, used_ms=spent_ms(position, ms_of(look.at)))


def no_show_after(state: TournamentState) -> timedelta | None:
    hours = state.opened.rules.get("no_show_hours")
    return None if hours is None else timedelta(hours=int(hours))


def _waiting_long(look: _Look, row: MatchNow, silent: frozenset[int]) -> bool:
    allowed, at = no_show_after(look.state), look.at
    if allowed is None:
        return False
    return any(
        seat.seat in silent and seat.asked_at is not None and at - seat.asked_at >= allowed for seat in row.seats
    )


def _past_round(look: _Look, game: TableGame) -> bool:
    last = last_moment(look.state, look.state.round(game.round), game.table)
    return last is not None and ms_of(look.at) - look.moved.get(game.round, 0) >= last


def _charged(position: Position, row: MatchNow, seat: int, at: datetime) -> int:
    """By the seat's own clock; without one as long as the question has been open."""
    clocks = position.kept.clocks
    if clocks is not None:
        return clocks.seats[seat].charged_by(ms_of(at))
    asked_at = next(other.asked_at for other in row.seats if other.seat == seat)
    return 0 if asked_at is None else ms_of(at) - ms_of(asked_at)


def moved_deadlines(state: TournamentState, outages: Sequence[Sequence[str]]) -> dict[int, int]:
    """Round -> ms for which the house was silent since it was paired."""
    spans = [(ms_of(fair.time_of(began)), ms_of(fair.time_of(ended))) for began, ended in outages]
    moved = {}
    for paired in state.rounds if spans else ():
        begun = ms_of(fair.time_of(paired.at))
        moved[paired.round] = sum(max(0, ended - max(began, begun)) for began, ended in spans)
    return moved


def first_questions(rows: Mapping[str, MatchNow]) -> list[datetime]:
    """Since when first questions are open."""
    return [
        seat.asked_at
        for row in rows.values()
        if not row.over
        for seat in row.seats
        if seat.decision == 1 and not seat.bot and not seat.answered and seat.asked_at is not None
    ]
