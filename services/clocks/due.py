"""What is due for the clocks: expired thinking time, and tables that nobody came to."""

from __future__ import annotations

import contextlib
import uuid
from datetime import datetime, timedelta
from typing import Final

from engine.games import game_of
from services.bus import pokes
from services.errors import NotFound, Refusal
from services.log.append import Append, HeadMoved, append_one, seal
from services.log.commitments import forget_stale
from services.matches import events as ev
from services.matches.models import Match, Seat
from services.matches.rows import MatchRow, SeatRow
from services.playing.intake import submit_move
from services.playing.tables import give_up, read_table
from services.readers.models import Frame

OPEN_TABLE_TTL: Final = timedelta(days=3)
MOST: Final = 500


def due(now: datetime) -> None:
    """Safe to run as often as one likes."""
    _expire_clocks(now)
    _give_up_tables(now)
    forget_stale(now)


def _expire_clocks(now: datetime) -> None:
    """Thinking time that ran out: recorded here, ended by the referee. Not while a recorded answer waits."""
    ran_out = Match.objects.filter(status=Match.Status.RUNNING, parked="", clock_at__lt=now)
    ran_out = ran_out.exclude(holders__answered_seq__isnull=False).select_related("stream")
    for match in ran_out.order_by("clock_at")[:MOST]:
        for seat in Seat.objects.filter(match=match, decision__isnull=False).order_by("seat"):
            idle = _idle_move(match, seat)
            if idle is not None:
                _answer_for(seat, idle)
            elif match.due_at is None:  # while the game's own timer runs, that timer looks after the seats
                _expire(match, seat.seat, now)
                break


def _idle_move(match: Match, seat: Seat) -> str | None:
    frame = Frame.objects.filter(match=match, eye=seat.seat).first()
    listed = (frame.moves or "").split("\n") if frame is not None else []
    return game_of(match.game, match.rules_version).idle_move(listed)


def _answer_for(seat: Seat, move: str) -> None:
    """The rules say what an idle seat does: recorded like any answer of that seat."""
    assert seat.decision is not None
    command = str(uuid.uuid4())
    with contextlib.suppress(Refusal):  # it has just answered by itself
        submit_move(match_id=seat.match_id, seat=seat.seat, decision=seat.decision, move=move, command_id=command)


def _expire(match: Match, seat: int, now: datetime) -> None:
    sealed = seal(match.head, [ev.ClockExpired(seat=seat).draft(ev.SERVER)], now)
    rows = [MatchRow(match.id, clock_at=None), SeatRow(match.id, seat, answered_seq=sealed.head.seq)]
    with contextlib.suppress(HeadMoved):
        append_one(Append(sealed, rows))
        pokes.poke("referee.advance", str(match.id), queue=pokes.game_queue(match.game))


def _give_up_tables(now: datetime) -> None:
    tables = Match.objects.filter(status=Match.Status.OPEN, opened_at__lt=now - OPEN_TABLE_TTL)
    for match_id in tables.values_list("pk", flat=True)[:MOST]:
        with contextlib.suppress(HeadMoved, NotFound):
            give_up(read_table(match_id), "nobody-came")
