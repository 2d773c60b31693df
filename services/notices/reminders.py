"""Time running out: once each at 50, 80 and 95 per cent of what a seat had when its stint began, in charged time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from services.matches.clock import SeatClock, moment_of, ms_of
from services.matches.clock_form import DAY
from services.matches.models import Match, Seat
from services.matches.pauses import Pauses
from services.readers.history import position_at

MARKS: Final = (50, 80, 95)  # per cent
WHILE_PAUSED: Final = timedelta(minutes=5)  # between two looks at a clock that stands
SOONEST: Final = timedelta(seconds=1)
SeatKey = tuple[UUID, int]  # match and seat


@dataclass(frozen=True, slots=True)
class StintTime:
    """How the clock of an asked seat stands. Only for clocks of a day or more."""

    stint: int  # which of the seat's stints it is: another number for another stint
    had_ms: int  # what the seat had when the stint began
    before_ms: int  # charged for earlier decisions of the stint
    opened: int  # when the running decision was opened, ms since 1970
    pauses: Pauses
    deadline: datetime | None  # None while it is paused

    def charged(self, now: int) -> int:
        return self.before_ms + max(0, now - self.opened - self.pauses.overlap(self.opened, max(now, self.opened)))

    def reaches(self, mark: int) -> int | None:
        """The moment at which so many per cent are charged; None: its clock stands."""
        need = -(-mark * self.had_ms // 100) - self.before_ms
        return self.pauses.moment_of(self.opened, max(0, need))


@dataclass(frozen=True, slots=True)
class MarkLook:
    """What a look at a clock gives: the mark to tell of now, if any, and when to look again, if ever."""

    stint: int
    mark: int  # the highest that has been notified by now
    tell: bool
    look_at: datetime | None


def look(time: StintTime, last_stint: int, last_mark: int, now: datetime) -> MarkLook:
    """Of several marks passed since the last look only the highest is notified."""
    before = last_mark if last_stint == time.stint else 0
    charged = time.charged(ms_of(now))
    passed = max((mark for mark in MARKS if charged * 100 >= mark * time.had_ms), default=0)
    mark = max(before, passed)
    following = next((later for later in MARKS if later > mark), None)
    if following is None:
        return MarkLook(time.stint, mark, passed > before, None)
    moment = time.reaches(following)
    again = now + WHILE_PAUSED if moment is None else max(moment_of(moment), now + SOONEST)
    return MarkLook(time.stint, mark, passed > before, again)


def clocks_now(keys: Sequence[SeatKey]) -> Mapping[SeatKey, StintTime]:
    """How the clocks of these seats stand, by their logs. Seats without a clock, or with a quick one, are left out."""
    wanted: dict[UUID, set[int]] = {}
    for match_id, seat in keys:
        wanted.setdefault(match_id, set()).add(seat)
    times: dict[SeatKey, StintTime] = {}
    for match in Match.objects.select_related("stream").filter(pk__in=wanted, status=Match.Status.RUNNING):
        if match.move_seconds is not None:
            times |= _older(match, wanted[match.id])
        elif match.clock is not None:
            times |= _from_log(match, wanted[match.id])
    return times


def _from_log(match: Match, seats: set[int]) -> dict[SeatKey, StintTime]:
    book = position_at(match.id, match.head.seq).kept.clocks
    if book is None or not book.clock.slow:
        return {}
    times = {seat: _stint_time(clock) for seat, clock in book.seats.items() if seat in seats and not clock.bot}
    return {(match.id, seat): time for seat, time in times.items() if time is not None}


def _stint_time(clock: SeatClock) -> StintTime | None:
    stint, deadline = clock.stint, clock.deadline()
    if stint is None or stint.opened is None:
        return None
    until = None if deadline is None else moment_of(deadline)
    return StintTime(clock.stints, stint.budget, stint.charged, stint.opened, clock.pauses, until)


def _older(match: Match, seats: set[int]) -> dict[SeatKey, StintTime]:
    """Tables of the older form give so long for each move: each decision is a stint."""
    if (match.move_seconds or 0) * 1000 < DAY:
        return {}
    rows = Seat.objects.filter(match=match, seat__in=seats, deadline_at__isnull=False, asked_at__isnull=False)
    return {
        (match.id, row.seat): StintTime(
            row.decision or 0,
            ms_of(row.deadline_at) - ms_of(row.asked_at),
            0,
            ms_of(row.asked_at),
            Pauses(),
            row.deadline_at,
        )
        for row in rows
        if row.deadline_at is not None and row.asked_at is not None
    }
