"""Swiss pods: tables of three and four cut from the standings, then bettered by single exchanges (section 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from services.pairings.drafts import NoPairing, RoundDraft
from services.pairings.events import ByeGiven, Seated
from services.pairings.ledger import Ledger
from services.pairings.standings import standings

DEFAULT_SIZES = (2, 3, 4)
DEFAULT_BOT = "greedy"
Vector = tuple[int, int, int, int]
Spot = tuple[int, int]  # table, seat


def table_sizes(people: int, seats: int, allowed: Sequence[int]) -> tuple[int, ...] | None:
    """Sizes from the top, small ones at the bottom; None if so many cannot be seated."""
    return _fours(people, allowed) if seats == 4 else _threes(people, allowed)


def _fours(people: int, allowed: Sequence[int]) -> tuple[int, ...] | None:
    small = -people % 4
    if people == 5:
        return (3, 2) if {2, 3} <= set(allowed) else None
    if people == 2:
        return (2,) if 2 in allowed else None
    if people < 3 or (small and 3 not in allowed):
        return None
    return (4,) * ((people - 3 * small) // 4) + (3,) * small


def _threes(people: int, allowed: Sequence[int]) -> tuple[int, ...] | None:
    whole, left = divmod(people, 3)
    if left == 0:
        return (3,) * whole or None
    if left == 2:
        return (3,) * whole + (2,) if 2 in allowed else None
    if whole and 4 in allowed:
        return (4,) + (3,) * (whole - 1)
    return (3,) * (whole - 1) + (2, 2) if whole and 2 in allowed else None


def bot_name(rule: object) -> str | None:
    """The bot that evens out tables, if the rules allow one: its name, or true for the common one."""
    if isinstance(rule, str):
        return rule or None
    return DEFAULT_BOT if rule else None


def pair_pods(ledger: Ledger, number: int) -> RoundDraft | NoPairing:
    state = ledger.state
    resting = {e for e in _requested(ledger, number) if not ledger.out(e)}
    order = [row.entry for row in standings(state, ledger).rows]
    people = [entry for entry in order if entry not in resting and not ledger.out(entry)]
    rules = state.opened.rules
    bot = bot_name(rules.get("bots"))
    allowed = (2, 3) if bot else tuple(rules.get("sizes") or DEFAULT_SIZES)
    sizes = table_sizes(len(people), state.opened.seats, allowed)
    if sizes is None:
        return NoPairing("pods-size")
    tables = PodSearch(ledger, cut(people, sizes), state.opened.seats).better()
    byes = tuple(ByeGiven(entry, "half") for entry in sorted(resting))
    return RoundDraft("pods", "1", tuple(_with_bots(table, state.opened.seats, bot) for table in tables), byes)


def _requested(ledger: Ledger, number: int) -> set[int]:
    return {request.entry for request in ledger.state.bye_requests if request.round == number}


def _with_bots(table: Sequence[int], seats: int, bot: str | None) -> tuple[Seated, ...]:
    """A bot evens out a table only if the rules said so; it sits behind the people."""
    return (*table, *((f"bot:{bot}",) * (seats - len(table)) if bot is not None else ()))


def cut(people: Sequence[int], sizes: Iterable[int]) -> list[list[int]]:
    tables, at = [], 0
    for size in sizes:
        tables.append(list(people[at : at + size]))
        at += size
    return tables


@dataclass(frozen=True)
class PodHistory:
    """What the vector is made of: meetings, points, who sat at a small table, how often on each seat."""

    met: Mapping[tuple[int, int], int]
    points: Mapping[int, int]
    small: frozenset[int]
    sat: Mapping[tuple[int, int], int]

    @classmethod
    def of(cls, ledger: Ledger, people: Iterable[int]) -> PodHistory:
        met: Counter[tuple[int, int]] = Counter()
        sat: Counter[tuple[int, int]] = Counter()
        small: set[int] = set()
        listed = tuple(people)
        for entry in listed:
            for sitting in ledger.records[entry].played:
                met.update((entry, other) for other in sitting.others)
                sat[entry, sitting.seat] += 1
                small.update({entry} if sitting.small else ())
        return cls(met, {entry: ledger.records[entry].points for entry in listed}, frozenset(small), sat)


class PodSearch:
    """Exchanges two seats wherever that lowers the vector, in order of tables and seats, until none does.

    The vector: repeated meetings, sum of squared spreads of points, entrants again at a small table, sum of squared
    seat counts. Only the tables of an exchange are counted anew.
    """

    def __init__(self, ledger: Ledger, tables: list[list[int]], seats: int) -> None:
        self.tables = tables
        self.seats = seats
        self.history = PodHistory.of(ledger, (entry for table in tables for entry in table))

    def better(self) -> list[list[int]]:
        spots = [(table, seat) for table, entries in enumerate(self.tables) for seat in range(len(entries))]
        again = True
        while again:
            again = False
            for index, first in enumerate(spots):
                for second in spots[index + 1 :]:
                    if self.gains(first, second):
                        self._exchange(first, second)
                        again = True
        return self.tables

    def gains(self, first: Spot, second: Spot) -> bool:
        """Whether exchanging two seats lowers the vector."""
        if first[0] != second[0] and self._meetings_change(first, second) > 0:
            return False  # most exchanges end here
        touched = sorted({first[0], second[0]})
        before = self._vector(touched)
        self._exchange(first, second)
        after = self._vector(touched)
        self._exchange(first, second)
        return after < before

    def _meetings_change(self, first: Spot, second: Spot) -> int:
        met, tables = self.history.met, self.tables
        here, there = tables[first[0]][first[1]], tables[second[0]][second[1]]
        change = 0
        for neighbour in tables[first[0]]:
            if neighbour != here:
                change += met.get((there, neighbour), 0) - met.get((here, neighbour), 0)
        for neighbour in tables[second[0]]:
            if neighbour != there:
                change += met.get((here, neighbour), 0) - met.get((there, neighbour), 0)
        return change

    def _exchange(self, first: Spot, second: Spot) -> None:
        tables = self.tables
        here, there = tables[first[0]][first[1]], tables[second[0]][second[1]]
        tables[first[0]][first[1]], tables[second[0]][second[1]] = there, here

    def _vector(self, touched: Iterable[int]) -> Vector:
        return pods_vector([self.tables[index] for index in touched], self.history, self.seats)


def pods_vector(tables: Sequence[Sequence[int]], history: PodHistory, seats: int) -> Vector:
    """The sums over these tables; a seat count grows by one, so its square by twice the count so far and one."""
    meetings = spreads = small = sat = 0
    for table in tables:
        points = [history.points[entry] for entry in table]
        spreads += (max(points) - min(points)) ** 2
        small += sum(entry in history.small for entry in table) if len(table) < seats else 0
        for seat, entry in enumerate(table):
            sat += 2 * history.sat.get((entry, seat), 0) + 1
            meetings += sum(history.met.get((entry, other), 0) for other in table[seat + 1 :])
    return meetings, spreads, small, sat
