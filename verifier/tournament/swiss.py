"""A Swiss round: REMATCH, BYE, and for the weighted matching COST and SEATS (tournaments.md sections 2 and 3)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import Any, Final

from verifier.tournament.lots import SEAT
from verifier.tournament.matching import can_all_be_paired
from verifier.tournament.reckoning import BYE, WON_FREE, Card, Reckoning

Cost = tuple[int, int, int, int, int, int]
Pair = tuple[int, int]
THIRD_SAME_SEAT: Final = 16
REACH: Final = 64  # candidates lie so near to the ideal distance, or nearer
NOTHING: Final[Cost] = (0, 0, 0, 0, 0, 0)


class SwissField:
    """Who is to be paired in a round, by points, then starting number."""

    def __init__(self, reckoning: Reckoning, number: int) -> None:
        book = reckoning.book
        self.reckoning, self.number = reckoning, number
        resting = {entry for entry, asked in book.byes if asked == number}
        here = [entry for entry in reckoning.present if entry not in resting]
        self.scores = {entry: reckoning.cards[entry].points for entry in here}
        self.order = sorted(here, key=lambda entry: (-self.scores[entry], reckoning.numbers[entry]))
        self.place = {entry: at for at, entry in enumerate(self.order)}
        self.met = {entry: reckoning.cards[entry].met for entry in here}
        self._costs: dict[Pair, Cost | None] = {}

    @cached_property
    def group(self) -> Mapping[int, int]:
        scores = list(self.scores.values())
        return {score: scores.count(score) for score in set(scores)}

    def may_rest(self, entry: int) -> bool:
        """No pairing bye and no win without playing before."""
        card = self.reckoning.cards[entry]
        return all(line.kind != WON_FREE for line in card.lines) and all(pause.kind != BYE for pause in card.pauses)

    def pairable(self) -> bool:
        """Whether any legal pairing exists."""
        if len(self.order) < 2:
            return False
        if len(self.order) % 2 == 0:
            return can_all_be_paired(self.order, self.met)
        return any(self._without(entry) for entry in self.order[::-1] if self.may_rest(entry))

    def _without(self, entry: int) -> bool:
        return can_all_be_paired([other for other in self.order if other != entry], self.met)

    # -- hard rules ---------------------------------------------------------------------------------------------------

    def faults(self, pairs: Sequence[Pair], byes: Sequence[int]) -> Iterator[tuple[str, str]]:
        for first, second in pairs:
            if second in self.reckoning.cards[first].met:
                yield "REMATCH", f"{first} and {second} have met"
        if len(byes) != len(self.order) % 2:
            yield "BYE", f"{len(byes)} byes for {len(self.order)} entrants"
        for entry in byes:
            if not self.may_rest(entry):
                yield "BYE", f"{entry} has had a bye or won without playing"
            elif entry in self.scores and any(
                self._without(other)
                for other in self.order
                if self.scores[other] < self.scores[entry] and self.may_rest(other)
            ):
                yield "BYE", f"somebody with fewer points than {entry} could have had the bye"

    # -- the six sums -------------------------------------------------------------------------------------------------

    def cost(self, first: int, second: int) -> Cost:
        higher, lower = sorted((first, second), key=self.place.__getitem__)
        above, below = self.scores[higher], self.scores[lower]
        floats = 0
        if above != below:
            for back, weight in ((1, 2), (2, 1)):
                floats += weight * (self._float(higher, self.number - back) > 0)
                floats += weight * (self._float(lower, self.number - back) < 0)
        return (
            0,
            (above - below) ** 2,
            floats,
            min(self.seating(higher, lower), self.seating(lower, higher)),
            self._off(higher, lower) ** 2,
            self._hash(f"{higher}/{lower}"),
        )

    def bye_cost(self, entry: int) -> Cost:
        below = len(self.order) - 1 - self.place[entry]
        return (self.scores[entry], 0, 0, 0, below, self._hash(f"{entry}/bye"))

    def _off(self, higher: int, lower: int) -> int:
        """How far from the ideal distance: half the score group inside it, one place across groups."""
        same = self.scores[higher] == self.scores[lower]
        return self.place[lower] - self.place[higher] - (self.group[self.scores[higher]] // 2 if same else 1)

    def seating(self, first: int, second: int) -> int:
        """The seat cost with `first` on seat 0."""
        cards = self.reckoning.cards
        return _seat_cost(cards[first], 0) + _seat_cost(cards[second], 1)

    def _float(self, entry: int, number: int) -> int:
        """Above 0: floated down in that round, below 0: up; points without playing count as down."""
        card = self.reckoning.cards[entry]
        line = next((line for line in card.lines if line.round == number), None)
        if line is not None and line in card.played:
            return card.points_before(number) - self.reckoning.cards[line.others[0]].points_before(number)
        return card.points_before(number + 1) - card.points_before(number)

    def _hash(self, text: str) -> int:
        whole = f"{self.reckoning.book.tournament}/{self.number}/{text}"
        return int.from_bytes(hashlib.sha256(whole.encode()).digest()[:4], "big")

    # -- is it the least --------------------------------------------------------------------------------------------

    def _candidate(self, pair: Pair) -> Cost | None:
        """The cost of a pair that the matching may choose; None: it has met, or lies too far apart."""
        if pair not in self._costs:
            higher, lower = sorted(pair, key=self.place.__getitem__)
            legal = lower not in self.reckoning.cards[higher].met and abs(self._off(higher, lower)) <= REACH
            self._costs[pair] = self.cost(higher, lower) if legal else None
        return self._costs[pair]

    def cheaper(self, pairs: Sequence[Pair], byes: Sequence[int]) -> str | None:
        """An exchange between two tables, or with the bye, that costs less; None: there is none."""
        own = {pair: self.cost(*pair) for pair in pairs}
        for (a, b), (c, d) in combinations(pairs, 2):
            now = _sum(own[a, b], own[c, d])
            for others in (((a, c), (b, d)), ((a, d), (b, c))):
                costs = [self._candidate(pair) for pair in others]
                if None not in costs and _sum(*(cost for cost in costs if cost is not None)) < now:
                    return f"{others[0][0]}-{others[0][1]} and {others[1][0]}-{others[1][1]} would cost less"
        for bye in byes:
            for pair in pairs:
                for freed, stays in (pair, pair[::-1]):
                    cost = self._candidate((stays, bye))
                    if cost is None or not self.may_rest(freed):
                        continue
                    if _sum(cost, self.bye_cost(freed)) < _sum(own[pair], self.bye_cost(bye)):
                        return f"a bye for {freed} would cost less"
        return None


def _seat_cost(card: Card, seat: int) -> int:
    seats = [line.seat for line in card.played]
    balance = seats.count(0) - seats.count(1) + (1 if seat == 0 else -1)
    return balance**2 + (THIRD_SAME_SEAT if seats[-2:] == [seat, seat] else 0)


def _sum(*costs: Cost) -> Cost:
    total = tuple(map(sum, zip(*costs, strict=True))) if costs else NOTHING
    return total[0], total[1], total[2], total[3], total[4], total[5]


def swiss_faults(reckoning: Reckoning, content: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Everybody in it is known to be there, and once."""
    number = content["round"]
    field = SwissField(reckoning, number)
    pairs = [(drawn["entries"][0], drawn["entries"][1]) for drawn in content["tables"]]
    byes = [bye["entry"] for bye in content["byes"] if bye["kind"] == BYE]
    yield from field.faults(pairs, byes)
    if "cost" in content:
        yield from _cost_faults(field, pairs, byes, content["cost"])
    if content["engine"] != "matching":
        return
    if "cost" not in content:
        yield "COST", "a weighted matching without its cost"
    lot = next((int(record["out"]) for record in (reckoning.book.start or {})["chance"] if record["label"] == SEAT), 0)
    for first, second in pairs:
        now, turned = field.seating(first, second), field.seating(second, first)
        higher = min((first, second), key=field.place.__getitem__)
        seat = lot if reckoning.numbers[higher] % 2 else 1 - lot
        if now > turned or (now == turned and (first, second).index(higher) != seat):
            yield "SEATS", f"{first} and {second} do not sit the cheaper way"


def _cost_faults(
    field: SwissField, pairs: Sequence[Pair], byes: Sequence[int], recorded: Sequence[int]
) -> Iterator[tuple[str, str]]:
    total = _sum(NOTHING, *(field.cost(*pair) for pair in pairs), *(field.bye_cost(entry) for entry in byes))
    if list(recorded) != list(total):
        yield "COST", f"the cost of this pairing is {list(total)}"
    elif (better := field.cheaper(pairs, byes)) is not None:
        yield "COST", better
