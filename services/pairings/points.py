"""Points in whole twelfths (tournaments.md section 3): from places, shared places too, and for byes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

TWELVE = 12


@dataclass(frozen=True, slots=True)
class PointsTable:
    """The host's table: a win, a draw and a loss, or the points of each place by the number of people at a table."""

    win: int
    draw: int
    loss: int
    by_place: Mapping[int, tuple[int, ...]]  # empty where wins and draws are counted
    seats: int

    @classmethod
    def read(cls, points: Mapping[str, Any], seats: int) -> PointsTable:
        if "place" in points:
            rows = {int(size): tuple(row) for size, row in points["place"].items()}
            top = rows.get(seats, (0,))[0]
            return cls(top, 0, 0, rows, seats)
        return cls(points["win"], points["draw"], points["loss"], {}, seats)

    def of_places(self, places: Sequence[int | None]) -> tuple[int, ...]:
        """Points by seat; whoever has no place (a bot that evens out a table) gets 0 and does not count as there."""
        people = [place for place in places if place is not None]
        return tuple(0 if place is None else self._of_place(place, people) for place in places)

    def _of_place(self, place: int, people: Sequence[int]) -> int:
        sharing = people.count(place)
        if not self.by_place:
            return self.draw if sharing > 1 else self.win if place == 1 else self.loss
        row = self.by_place[len(people)]
        return sum(row[place - 1 : place - 1 + sharing]) // sharing

    @property
    def half(self) -> int:
        """A requested bye: half a win; at three and four seats the mean of a full table."""
        if self.by_place and self.seats in self.by_place:
            return sum(self.by_place[self.seats]) // self.seats
        return self.win // 2

    def of_bye(self, kind: str) -> int:
        return {"pairing": self.win, "half": self.half, "zero": 0}[kind]


def places_without(places: Sequence[int | None], last: Iterable[int]) -> tuple[int | None, ...]:
    """Places with the given seats put last: the others keep their order, those share the place after them."""
    behind = set(last)
    ahead = [place for seat, place in enumerate(places) if seat not in behind and place is not None]
    return tuple(
        len(ahead) + 1 if seat in behind else None if place is None else 1 + sum(other < place for other in ahead)
        for seat, place in enumerate(places)
    )


def undivided(row: Sequence[int]) -> tuple[int, int] | None:
    """The first run of places (from, to) whose sum does not divide among those who share them, or None."""
    for first in range(len(row)):
        for last in range(first + 1, len(row)):
            if sum(row[first : last + 1]) % (last - first + 1):
                return first + 1, last + 1
    return None


def possible_places(places: Sequence[int | None]) -> bool:
    """Whether places are of the 1,1,3 style: each is one more than the number of better ones."""
    people = [place for place in places if place is not None]
    return bool(people) and all(place == 1 + sum(other < place for other in people) for place in people)
