"""The arithmetic of a match's clocks as readers get it: every ended stint and the present deadlines (async.md 1)."""

from __future__ import annotations

from itertools import islice, takewhile
from typing import Final

from engine.core.game import Json
from engine.games import game_of
from services.log import clock, fair
from services.log import read as log
from services.matches import events as ev
from services.matches.clock import Bookkeeper, ClockBook, SeatClock, arithmetic, moment_of, ms_of
from services.matches.models import Match
from services.matches.position import usual_substitute
from services.readers.history import position_at

WEEK: Final = 7 * 86_400_000
MOST_RESTS: Final = 120


def arithmetic_json(match: Match) -> dict[str, Json]:
    """In the form of the vectors: times in ms since the start. A match without a clock has no stints."""
    started = None if match.started_at is None else fair.time_text(match.started_at)
    answer: dict[str, Json] = {"clock": match.clock, "started_at": started, "stints": [], "deadlines": []}
    if match.clock is None or match.started_at is None:
        return answer
    keeper = _keeper(match)
    answer["stints"] = [stint.as_json() for stint in keeper.ended]
    if not match.over:
        book = keeper.book
        ms = [None if at is None else at - book.started for at in book.deadlines(match.seats)]
        answer["deadlines"] = [{"after_seq": match.head.seq, "ms": ms}]
    return answer


def pauses_json(match: Match) -> list[Json]:
    """By seat: pauses that are open, and the rests up to the deadline or a week ahead. A bot has null."""
    if match.started_at is None or match.over:
        return []
    clocks = position_at(match.id, match.head.seq).kept.clocks
    if clocks is None:
        return []
    now = ms_of(clock.now())
    seats = [clocks.seats.get(seat) for seat in range(match.seats)]
    return [None if seat is None or seat.bot else _pauses_json(clocks, seat, now) for seat in seats]


def _pauses_json(clocks: ClockBook, seat: SeatClock, now: int) -> Json:
    spent = 0 if seat.stint is None else seat.charged_by(now) - seat.stint.charged
    rests = takewhile(lambda rest: rest[0] < max(seat.deadline() or 0, now + WEEK), seat.pauses.rest.intervals(now))
    return {
        "utc_offset": seat.pauses.rest.utc_offset,
        "left": max(0, seat.remaining(clocks.clock) - spent),
        "open": [{"reason": why, "since": fair.time_text(moment_of(since))} for why, since in seat.pauses.running],
        "rests": [[fair.time_text(moment_of(at)) for at in rest] for rest in islice(rests, MOST_RESTS)],
    }


def _keeper(match: Match) -> Bookkeeper:
    assert match.clock is not None
    events = log.read(match.id, upto=match.head.seq)
    substitute = usual_substitute(game_of(match.game, match.rules_version))
    return arithmetic(match.clock, match.seats, substitute, [(ev.event_of(event), event) for event in events])
