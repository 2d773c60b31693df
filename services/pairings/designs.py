"""Group stages at tables of three and four: balanced designs, and a schedule for sizes that have none (section 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

Base = tuple[int, ...]
BASES: dict[tuple[int, int], tuple[Base, ...]] = {
    (3, 4): ((0, 1, 2),),
    (3, 5): ((0, 1, 2), (0, 1, 3)),
    (3, 7): ((0, 1, 3),),
    (3, 13): ((0, 1, 4), (0, 2, 7)),
    (4, 5): ((0, 1, 2, 3),),
    (4, 7): ((0, 1, 2, 4),),
    (4, 9): ((0, 1, 2, 4), (0, 1, 4, 6)),
    (4, 13): ((0, 1, 3, 9),),
}


@dataclass(frozen=True, slots=True)
class Imbalance:
    """What players are shown of a schedule: how often two meet at least and at most; seats are always equal."""

    fewest_meetings: int
    most_meetings: int
    matches: int  # of each entrant


def develop(bases: Iterable[Base], members: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Add 0..n-1 modulo n to each base; position = seat, so that everybody sits equally often in each seat."""
    size = len(members)
    return tuple(tuple(members[(place + shift) % size] for place in base) for base in bases for shift in range(size))


def has_design(seats: int, size: int) -> bool:
    return (seats, size) in BASES


def group_tables(seats: int, members: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The balanced design, or the schedule of the same form with the most even meetings."""
    bases = BASES.get((seats, len(members))) or schedule_bases(seats, len(members))
    return develop(bases, members)


@cache
def schedule_bases(seats: int, size: int) -> tuple[Base, ...]:
    """Bases for a size without a design: as many as let every pair meet, each the most even one so far.

    A base has seats(seats-1)/2 differences; ⌊size/2⌋ of them exist. With size = seats there is one full table
    turned round, so that everybody sits once in each seat.
    """
    if size == seats:
        return (tuple(range(seats)),)
    classes = size // 2
    wanted = -(-classes // (seats * (seats - 1) // 2))
    chosen: list[Base] = []
    meetings: Counter[int] = Counter()
    while len(chosen) < wanted or any(not meetings[step] for step in range(1, classes + 1)):
        best = min(_candidates(seats, size), key=lambda base: (_unevenness(base, size, meetings), base))
        chosen.append(best)
        meetings.update(_differences(best, size))
    return tuple(chosen)


def _candidates(seats: int, size: int) -> Iterable[Base]:
    return ((0, *rest) for rest in combinations(range(1, size), seats - 1))


def _differences(base: Base, size: int) -> Iterable[int]:
    """Each pair of the base as the smaller way round; half of an even size meets twice as often as it counts."""
    for first, second in combinations(base, 2):
        step = min((second - first) % size, (first - second) % size)
        yield step
        if 2 * step == size:
            yield step


def _unevenness(base: Base, size: int, before: Counter[int]) -> int:
    """The sum of squared meetings over all pairs, up to a factor: half of an even size has half as many pairs."""
    after = before + Counter(_differences(base, size))
    return sum((1 if 2 * step == size else 2) * after[step] ** 2 for step in range(1, size // 2 + 1))


def imbalance(tables: Iterable[Sequence[int]]) -> Imbalance:
    listed = [tuple(table) for table in tables]
    members = sorted({entry for table in listed for entry in table})
    met = Counter(frozenset(pair) for table in listed for pair in combinations(table, 2))
    counts = [met[frozenset(pair)] for pair in combinations(members, 2)]
    return Imbalance(min(counts), max(counts), sum(members[0] in table for table in listed))
