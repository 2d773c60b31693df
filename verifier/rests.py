"""When a seat's clock stands: its rest days and hours by the week, and the pauses that the log records (async.md 1).

Moments are whole milliseconds since 1970 in UTC.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

MINUTE: Final = 60_000
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
WEEK: Final = 7 * DAY
FIRST_MONDAY: Final = 4 * DAY  # 1970-01-05


class Rests:
    """Weekly stretches of rest in a seat's local time; `days`: 0 = Monday, `hours`: [from, to), `offset`: minutes."""

    def __init__(self, days: Collection[int], hours: tuple[int, int] | None, offset: int) -> None:
        self.shift = offset * MINUTE - FIRST_MONDAY
        self.stretches = _united([*_days(days), *_hours(hours)])
        self.total = sum(end - start for start, end in self.stretches)

    def between(self, start: int, end: int) -> int:
        """How much of that time is rest."""
        return self._until(end) - self._until(start) if self.total else 0

    def reach(self, start: int, ms: int) -> int:
        """The earliest moment from `start` on by which `ms` have passed outside of rest."""
        if ms <= 0 or not self.total:
            return start + max(ms, 0)
        weeks, ms = divmod(ms - 1, WEEK - self.total)
        moment, ms = start + weeks * WEEK, ms + 1
        for rest_from, rest_to in self._from_week_of(moment):
            free = max(rest_from - moment, 0)
            if rest_to > moment:
                if ms <= free:
                    break
                moment, ms = rest_to, ms - free
        return moment + ms

    def _until(self, moment: int) -> int:
        weeks, inside = divmod(moment + self.shift, WEEK)
        return weeks * self.total + sum(max(min(inside, end) - start, 0) for start, end in self.stretches)

    def _from_week_of(self, moment: int) -> Iterator[tuple[int, int]]:
        """The stretches of that week and of the one after."""
        monday = moment - (moment + self.shift) % WEEK
        for week in (monday, monday + WEEK):
            yield from ((week + start, week + end) for start, end in self.stretches)


def _days(days: Collection[int]) -> Iterator[tuple[int, int]]:
    yield from ((day * DAY, (day + 1) * DAY) for day in days)


def _hours(hours: tuple[int, int] | None) -> Iterator[tuple[int, int]]:
    """Every day; what passes midnight on Sunday is cut off there and begins the week instead."""
    if hours is None:
        return
    start, end = hours[0] * HOUR, hours[1] * HOUR
    for day in range(-1, 7):
        yield max(day * DAY + start, 0), min(day * DAY + end + (DAY if end <= start else 0), WEEK)


def _united(stretches: list[tuple[int, int]]) -> list[tuple[int, int]]:
    united: list[tuple[int, int]] = []
    for start, end in sorted(stretch for stretch in stretches if stretch[0] < stretch[1]):
        if united and start <= united[-1][1]:
            united[-1] = united[-1][0], max(end, united[-1][1])
        else:
            united.append((start, end))
    return united


class Pauses:
    """What stops one seat's clock. Recorded pauses pair by reason; what overlaps counts once."""

    def __init__(self, rests: Rests) -> None:
        self.rests = rests
        self.closed: list[tuple[int, int]] = []  # rising, apart from each other
        self.open: set[str] = set()  # reasons
        self.since = 0  # when the clock stopped, while a pause is open

    def begin(self, reason: str, at: int) -> None:
        if not self.open:
            self.since = at
        self.open.add(reason)

    def end(self, reason: str, at: int) -> None:
        if self.open == {reason}:
            self.closed.append((self.since, at))
        self.open.discard(reason)

    def between(self, start: int, end: int) -> int:
        """How much of that time the clock stood."""
        stood = 0
        for pause_from, pause_to in [*self.closed, *([(self.since, end)] if self.open else [])]:
            first, last = max(pause_from, start), min(pause_to, end)
            if first < last:
                stood += self.rests.between(start, first) + last - first
                start = last
        return stood + self.rests.between(start, end)

    def reach(self, start: int, ms: int) -> int | None:
        """The earliest moment from `start` on by which the clock has run for `ms`; None: an open pause is before it."""
        for pause_from, pause_to in self.closed:
            if pause_to > start:
                moment, pause_from = self.rests.reach(start, ms), max(pause_from, start)
                if moment <= pause_from:
                    return moment
                ms -= pause_from - start - self.rests.between(start, pause_from)
                start = pause_to
        moment = self.rests.reach(start, ms)
        return None if self.open and moment > self.since else moment
