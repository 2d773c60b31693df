"""When a seat's clock stands: its rest days and hours in its own local time, and pauses that were recorded. Pure.

All times are whole milliseconds since 1970 in UTC. Intervals are half open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

HOUR: Final = 3_600_000
DAY: Final = 24 * HOUR
Interval = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Rest:
    """The weekdays and hours at which a seat rests, and its distance from UTC in minutes."""

    days: frozenset[int] = frozenset()
    hours: tuple[int, int] | None = None
    utc_offset: int = 0

    def intervals(self, start: int) -> Iterator[Interval]:
        """All rests that end behind `start`, rising, without end; they may touch or overlap."""
        if not self.days and self.hours is None:
            return
        shift = self.utc_offset * 60_000
        day = (start + shift) // DAY - 1
        while True:
            for low, high in self._of_day(day):
                if high - shift > start:
                    yield low - shift, high - shift
            day += 1

    def _of_day(self, day: int) -> Iterator[Interval]:
        """In local time, by their beginning. Day 0, 1970-01-01, was a Thursday."""
        if (day + 3) % 7 in self.days:
            yield day * DAY, (day + 1) * DAY
        if self.hours is not None:
            low, high = self.hours
            yield day * DAY + low * HOUR, day * DAY + (high if low < high else high + 24) * HOUR


@dataclass(frozen=True, slots=True)
class Pauses:
    """Everything that makes one seat's clock stand: its rests, and what was recorded for it."""

    rest: Rest = field(default_factory=Rest)
    ended: tuple[Interval, ...] = ()
    running: tuple[tuple[str, int], ...] = ()  # reason, since when

    def paused_since(self) -> int | None:
        """Since when a recorded pause is open without a gap until now; None: none is open."""
        return min((since for _, since in self.running), default=None)

    def overlap(self, start: int, end: int) -> int:
        """How much of a stretch lies in pauses; what overlaps counts once."""
        total, upto = 0, start
        for low, high in self._merged(start, end):
            low, high = max(low, upto), min(high, end)
            if high > low:
                total, upto = total + high - low, high
        return total

    def _merged(self, start: int, end: int) -> Iterator[Interval]:
        known = [*self.ended, *((since, end) for _, since in self.running if since < end)]
        for low, high in _in_order(self.rest.intervals(start), known):
            if low >= end:
                return
            yield low, high

    def moment_of(self, start: int, need: int) -> int | None:
        """The earliest moment at which so much time has run since `start`; None: a recorded pause holds it up."""
        since = self.paused_since()
        upto = start
        if need <= 0:
            return start if since is None or start <= since else None
        for low, high in _in_order(self.rest.intervals(start), self.ended):
            run = low - upto
            if run > 0:
                if need <= run:
                    break
                need -= run
            upto = max(upto, high)
        moment = upto + need
        return moment if since is None or moment <= since else None

    def begin(self, reason: str, at: int) -> Pauses:
        return Pauses(self.rest, self.ended, (*self.running, (reason, at)))

    def end(self, reason: str, at: int) -> Pauses:
        over = tuple((since, at) for why, since in self.running if why == reason)
        return Pauses(self.rest, (*self.ended, *over), tuple(pause for pause in self.running if pause[0] != reason))

    def since(self, start: int) -> Pauses:
        """Without what ended before `start`: nothing is counted there any more."""
        return Pauses(self.rest, tuple(pause for pause in self.ended if pause[1] > start), self.running)


def _in_order(rests: Iterator[Interval], known: Iterable[Interval]) -> Iterator[Interval]:
    """Both by their beginnings; the rests have no end."""
    waiting = sorted(known)
    for rest in rests:
        while waiting and waiting[0][0] <= rest[0]:
            yield waiting.pop(0)
        yield rest
    yield from waiting
