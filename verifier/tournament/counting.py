"""Points in twelfths from places (tournaments.md section 3), and the form of places."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Places = Sequence[int | None]


@dataclass(frozen=True)
class Rates:
    """What a result is worth: `rows` by the number of people at a table, or a win, a draw and a loss."""

    win: int
    draw: int
    loss: int
    rows: Mapping[int, Sequence[int]]
    seats: int

    @staticmethod
    def of(opening: Mapping[str, Any]) -> Rates:
        points, seats = opening["points"], opening["seats"]
        if "place" not in points:
            return Rates(points["win"], points["draw"], points["loss"], {}, seats)
        rows = {int(size): row for size, row in points["place"].items()}
        return Rates(rows.get(seats, [0])[0], 0, 0, rows, seats)

    def share(self, places: Places) -> list[int]:
        """Points by seat; shared places share their sum; a seat without a place is a bot's and has none."""
        people = [place for place in places if place is not None]
        points = []
        for place in places:
            sharing = people.count(place) if place is not None else 0
            if place is None:
                points.append(0)
            elif self.rows:
                points.append(sum(self.rows[len(people)][place - 1 : place - 1 + sharing]) // sharing)
            else:
                points.append(self.draw if sharing > 1 else self.win if place == 1 else self.loss)
        return points

    @property
    def rest(self) -> int:
        """A bye that was asked for: half a win, or the mean of a full table."""
        row = self.rows.get(self.seats)
        return sum(row) // len(row) if row else self.win // 2

    def bye(self, kind: str) -> int:
        return {"pairing": self.win, "half": self.rest}.get(kind, 0)


def well_placed(places: Places) -> bool:
    """1,1,3 style: each place is one more than the number of better ones."""
    people = [place for place in places if place is not None]
    return bool(people) and all(place == 1 + sum(other < place for other in people) for place in people)


def put_last(places: Places, seats: Collection[int]) -> list[int | None]:
    """These seats share the last place; the others keep their order."""
    ahead = [place for seat, place in enumerate(places) if place is not None and seat not in seats]
    moved: list[int | None] = []
    for seat, place in enumerate(places):
        if seat in seats:
            moved.append(len(ahead) + 1)
        else:
            moved.append(None if place is None else 1 + sum(other < place for other in ahead))
    return moved
