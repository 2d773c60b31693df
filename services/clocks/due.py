"""What is due for the clocks: expired thinking time, and tables that nobody came to."""

from __future__ import annotations

import contextlib
import uuid
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from engine.games import game_of
from services.clocks import vacations
from services.errors import NotFound, Refusal
from services.log.append import HeadMoved
from services.log.commitments import forget_stale
from services.matches.models import Match, Seat
from services.matches.snapshots import past_of
from services.playing import absence
from services.playing.commit import Work, announce, commit
from services.playing.decide import Deciding
from services.playing.door import read_match
from services.playing.intake import submit_move
from services.playing.older import expire_in_the_old_form
from services.playing.parking import put_aside
from services.playing.tables import give_up, read_table
from services.readers.history import position_at
from services.readers.models import Frame

OPEN_TABLE_TTL: Final = timedelta(days=3)
MOST: Final = 500


def due(now: datetime) -> None:
    """Safe to run as often as one likes."""
    vacations.due(now)
    _expire_clocks(now)
    _give_up_tables(now)
    forget_stale(now)


def _expire_clocks(now: datetime) -> None:
    """Thinking time that ran out: selected by the row's deadline, computed again from the log first."""
    ran_out = Match.objects.filter(status=Match.Status.RUNNING, parked="", clock_at__lte=now)
    ran_out = ran_out.exclude(holders__answered_seq__isnull=False)
    for match_id, seconds in ran_out.order_by("clock_at").values_list("pk", "move_seconds")[:MOST]:
        # Somebody has moved: which is what we waited for.
        with put_aside(match_id), contextlib.suppress(HeadMoved):
            if seconds is None:
                expire_match(match_id)
            else:
                _expire_older(match_id, now)


def expire_match(match_id: UUID) -> None:
    """Everybody whose deadline has passed first, and what follows from it: one decision, one append."""
    match, now = read_match(match_id)
    position = position_at(match_id, match.head.seq)
    deciding = Deciding(position, None, match.head, now, past_of(match_id))
    seats = absence.due_seats(position, deciding)
    if not seats:
        return
    absence.expire(deciding, seats)
    before = position_at(match_id, match.judged_seq)
    committed = commit([Work(match, now, before, deciding.decided())])[0]
    if committed is not None:
        announce(committed)


def _expire_older(match_id: UUID, now: datetime) -> None:
    match = Match.objects.select_related("stream").get(pk=match_id)
    for seat in Seat.objects.filter(match=match, decision__isnull=False).order_by("seat"):
        idle = _idle_move(match, seat)
        if idle is not None:
            _answer_for(seat, idle)
        elif match.due_at is None:  # while the game's own timer runs, that timer looks after the seats
            expire_in_the_old_form(match, seat.seat, now)
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


def _give_up_tables(now: datetime) -> None:
    tables = Match.objects.filter(status=Match.Status.OPEN, opened_at__lt=now - OPEN_TABLE_TTL)
    for match_id in tables.values_list("pk", flat=True)[:MOST]:
        with contextlib.suppress(HeadMoved, NotFound):
            give_up(read_table(match_id), "nobody-came")
