"""Groups and divisions: who is ranked together, which tables a group plays, and its final (section 2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from verifier.tournament.book import Book
from verifier.tournament.brackets import Knockout
from verifier.tournament.reckoning import Reckoning
from verifier.tournament.ties import Tier

USUAL_GROUP: Final = {2: 4, 3: 4, 4: 5}
BASES: Final[Mapping[tuple[int, int], tuple[tuple[int, ...], ...]]] = {
    (3, 4): ((0, 1, 2),),
    (3, 5): ((0, 1, 2), (0, 1, 3)),
    (3, 7): ((0, 1, 3),),
    (3, 13): ((0, 1, 4), (0, 2, 7)),
    (4, 5): ((0, 1, 2, 3),),
    (4, 7): ((0, 1, 2, 4),),
    (4, 9): ((0, 1, 2, 4), (0, 1, 4, 6)),
    (4, 13): ((0, 1, 3, 9),),
}
Tables = list[tuple[int, ...]]


def group_size(book: Book) -> int:
    return int(book.rules.get("group") or USUAL_GROUP[book.seats])


def snake(order: Sequence[int], size: int) -> list[list[int]]:
    """To and fro over the groups; who is left over joins one each from the last group upwards."""
    count = max(1, len(order) // size)
    if count == 1:
        return [list(order)]
    groups: list[list[int]] = [[] for _ in range(count)]
    for at, entry in enumerate(order[: count * size]):
        lap, place = divmod(at, count)
        groups[place if lap % 2 == 0 else -1 - place].append(entry)
    for at, entry in enumerate(order[count * size :]):
        groups[-1 - at % count].append(entry)
    return groups


def pools(book: Book) -> list[list[int]]:
    if book.format == "groups":
        return snake(book.first_order, group_size(book))
    if book.format == "league" and book.rounds:
        return _divisions(book)
    return [list(book.order)]


def _divisions(book: Book) -> list[list[int]]:
    """As they sit in the only round: who shares tables, directly or by others, is in one division."""
    root: dict[int, int] = {}

    def top(entry: int) -> int:
        while root.setdefault(entry, entry) != entry:
            entry = root[entry]
        return entry

    seen: list[int] = []
    for games in book.rounds[0].tables:
        for entry in games[0].people:
            seen += [entry] if entry not in root else []
            root[top(entry)] = top(games[0].people[0])
    divisions: dict[int, set[int]] = {}
    for entry in seen:
        divisions.setdefault(top(entry), set()).add(entry)
    alone = set(book.order).difference(seen)
    return [[e for e in book.order if e in members] for members in (*divisions.values(), alone) if members]


# -- designs ----------------------------------------------------------------------------------------------------------


def berger(entries: Sequence[int], number: int) -> tuple[Tables, int | None]:
    """Round `number` of a cycle: the pairs, seat 0 first, and who is free."""
    size = len(entries) + len(entries) % 2
    x = (number - 1) * (size // 2) % (size - 1) + 1
    pairs = [(x, size) if number % 2 else (size, x)]
    pairs += [((x + k - 1) % (size - 1) + 1, (x - k - 1) % (size - 1) + 1) for k in range(1, size // 2)]
    odd = len(entries) % 2 == 1
    tables: Tables = [(entries[a - 1], entries[b - 1]) for a, b in pairs[1 if odd else 0 :]]
    return tables, entries[x - 1] if odd else None


def balanced(members: Sequence[int], seats: int) -> Tables | None:
    """The tables of a group: Berger at two seats, else the design; None: this size has none."""
    size = len(members)
    if seats == 2:
        return [pair for number in range(1, size + size % 2) for pair in berger(members, number)[0]]
    bases = BASES.get((seats, size))
    if bases is None:
        return None
    return [tuple(members[(at + shift) % size] for at in base) for base in bases for shift in range(size)]


def schedule_faults(schedule: Sequence[Sequence[int]], groups: Sequence[Sequence[int]], seats: int) -> Iterator[str]:
    """A schedule announced at the start: tables inside the groups, nobody twice at one, everybody equally often."""
    of_group = {entry: number for number, group in enumerate(groups) for entry in group}
    for table in schedule:
        if len(table) != seats or len(set(table)) != seats or len({of_group.get(entry) for entry in table}) != 1:
            yield f"the table {list(table)} is not one of a group"
            return
    for group in groups:
        if len({sum(entry in table for table in schedule) for entry in group}) > 1:
            yield f"not all of the group of {group[0]} play equally often"


class Finals:
    """What the final has decided. Finalists of a bracket are its seeds; at one table they are who sits there."""

    def __init__(self, reckoning: Reckoning, seeds: Sequence[int]) -> None:
        book = reckoning.book
        self.kind = str(book.rules["final"]["kind"])
        self.reckoning, self.finalists = reckoning, tuple(seeds)
        if self.kind == "table":
            self.game = book.rounds[1].tables[0][-1]
            self.finalists = self.game.people

    def tiers(self, lots: Mapping[int, int]) -> list[Tier]:
        if self.kind == "bracket":
            return Knockout(self.reckoning, self.finalists, 2).tiers()
        places = self.reckoning.verdicts[self.game.key].places
        if places is None:
            return [self.finalists]
        keys = {
            entry: (place or len(places) + 1, lots.get(entry, 0))
            for entry, place in zip(self.game.seats, places, strict=True)
            if isinstance(entry, int)
        }
        return [tuple(e for e in self.finalists if keys[e] == key) for key in sorted(set(keys.values()))]
