"""Swiss pods: SMALL sizes of tables, PODS no single exchange of seats lowers the vector (section 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from verifier.tournament.book import Book
from verifier.tournament.reckoning import Reckoning

ALL_SIZES: Final = (2, 3, 4)
USUAL_BOT: Final = "greedy"
Vector = tuple[int, int, int, int]


def table_sizes(book: Book, people: int) -> list[int] | None:
    """From the top, small tables at the bottom; None: so many cannot be seated."""
    bots = bool(book.rules.get("bots"))
    allowed = (2, 3) if bots else tuple(book.rules.get("sizes") or ALL_SIZES)
    if book.seats == 4:
        small = -people % 4
        if people in (2, 5):
            sizes = [2] if people == 2 else [3, 2]
        else:
            sizes = [4] * ((people - 3 * small) // 4) + [3] * small if people > 2 else []
    else:
        whole, left = divmod(people, 3)
        sizes = [3] * whole + ([2] if left == 2 else [])
        if left == 1:
            sizes = [4] + [3] * (whole - 1) if 4 in allowed else [3] * (whole - 1) + [2, 2]
            sizes = sizes if whole else []
    fits = all(size == book.seats or size in allowed for size in sizes)
    return sizes if sizes and fits else None


def pods_faults(reckoning: Reckoning, content: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    book = reckoning.book
    tables = [[seated for seated in drawn["entries"] if isinstance(seated, int)] for drawn in content["tables"]]
    sizes = table_sizes(book, sum(map(len, tables)))
    if sizes != [len(table) for table in tables]:
        yield "SMALL", f"the sizes of the tables should be {sizes}"
        return
    rule = book.rules.get("bots")
    bot = f"bot:{rule if isinstance(rule, str) and rule else USUAL_BOT}"
    for table, drawn in zip(tables, content["tables"], strict=True):
        filled = [*table, *([bot] * (book.seats - len(table)) if rule else [])]
        if drawn["entries"] != filled:
            yield "SMALL", f"table {drawn['table']} is evened out otherwise than the rules say"
    yield from _Pods(reckoning, tables).faults()


class _Pods:
    def __init__(self, reckoning: Reckoning, tables: Sequence[list[int]]) -> None:
        self.tables, self.seats = tables, reckoning.book.seats
        self.points = {entry: card.points for entry, card in reckoning.cards.items()}
        self.met: Counter[tuple[int, int]] = Counter()
        self.sat: Counter[tuple[int, int]] = Counter()
        self.small: set[int] = set()
        for entry, card in reckoning.cards.items():
            for line in card.played:
                self.met.update((entry, other) for other in line.others)
                self.sat[entry, line.seat] += 1
                self.small |= {entry} if line.small else set()

    def _vector(self, *tables: Sequence[int]) -> Vector:
        """Meetings again, squared spreads of points, again at a small table, squared seat counts."""
        meetings = spreads = again = counts = 0
        for table in tables:
            points = [self.points[entry] for entry in table]
            spreads += (max(points) - min(points)) ** 2
            again += sum(entry in self.small for entry in table) if len(table) < self.seats else 0
            for seat, entry in enumerate(table):
                counts += (self.sat[entry, seat] + 1) ** 2 - self.sat[entry, seat] ** 2
                meetings += sum(self.met[entry, other] for other in table[:seat])
        return meetings, spreads, again, counts

    def faults(self) -> Iterator[tuple[str, str]]:
        """Tables without repeated meetings can only be bettered by what does not bring one: most is passed over."""
        own = [self._vector(table) for table in self.tables]
        for here in range(len(self.tables)):
            for there in range(here, len(self.tables)):
                better = self._exchange(here, there, own)
                if better is not None:
                    yield "PODS", f"exchanging {better[0]} and {better[1]} lowers the vector"
                    return

    def _exchange(self, here: int, there: int, own: Sequence[Vector]) -> tuple[int, int] | None:
        first, second = self.tables[here], self.tables[there]
        now = own[here] if here == there else tuple(map(sum, zip(own[here], own[there], strict=True)))
        for seat, entry in enumerate(first):
            for place, other in enumerate(second):
                if here == there:
                    if place <= seat:
                        continue
                    turned = list(first)
                    turned[seat], turned[place] = other, entry
                    after = self._vector(turned)
                else:
                    changed = [*first[:seat], other, *first[seat + 1 :]], [*second[:place], entry, *second[place + 1 :]]
                    after = self._vector(*changed)
                if after < now:
                    return entry, other
        return None
