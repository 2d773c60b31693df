"""Tie-breaks and the order inside a pool (tournaments.md section 3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from verifier.tournament.counting import Rates
from verifier.tournament.reckoning import GONE, HALF, LATE, LOST_FREE, PLAYED, WON_FREE, ZERO, Card, Line

Value = int | Fraction
Tier = tuple[int, ...]
ASKED_FOR: Final = (HALF, ZERO, GONE, LATE)
VOLUNTARY: Final = (*ASKED_FOR, LOST_FREE)


@dataclass(frozen=True)
class Faced:
    """What a round brings to Buchholz: the opponent's score or a dummy's, and the own points."""

    score: int
    points: int
    voluntary: bool


@dataclass(frozen=True)
class Order:
    """Tiers from the top, each in starting order, and the values of everybody."""

    tiers: list[Tier]
    values: dict[int, dict[str, Value]] = field(default_factory=dict)


class Ties:
    """`rounds`: rounds so far, over which an own unplayed round is capped."""

    def __init__(self, cards: Mapping[int, Card], rates: Rates, rounds: int) -> None:
        self.cards, self.rates, self.rounds = cards, rates, rounds
        self.adjusted = {entry: self._adjusted(card) for entry, card in cards.items()}

    def order(self, pool: Iterable[int], names: Sequence[str], lots: Mapping[int, int] | None) -> Order:
        """`lots`: where each came in the last draw, once there was one."""
        members = tuple(pool)
        numbers = [name for name in names if name not in ("direct", "meetings")]
        values = {entry: {name: self.number(entry, name) for name in numbers} for entry in members}
        tiers = split(members, {entry: self.cards[entry].points for entry in members})
        for name in names:
            tiers = [part for tier in tiers for part in self._part(tier, name, values)]
        if lots is not None:
            tiers = [part for tier in tiers for part in _by_lot(tier, lots, values)]
        return Order(tiers, values)

    def _part(self, tier: Tier, name: str, values: dict[int, dict[str, Value]]) -> list[Tier]:
        if len(tier) == 1:
            return [tier]
        if name == "direct":
            parts = self._direct(tier)
            rank = 1
            for part in parts:
                for entry in part:
                    values[entry][name] = rank
                rank += len(part)
            return parts
        if name == "meetings":
            for entry in tier:
                values[entry][name] = self._meetings(entry, tier)
        return split(tier, {entry: values[entry][name] for entry in tier})

    # -- a number of an entrant ---------------------------------------------------------------------------------------

    def number(self, entry: int, name: str) -> Value:
        card = self.cards[entry]
        if name in ("wins", "seconds"):
            return sum(line.alone and line.place == (1 if name == "wins" else 2) for line in card.played)
        if name == "share":
            shares = [line.share for line in card.played if line.share is not None]
            return sum(shares, Fraction(0)) / len(shares) if shares else Fraction(0)
        if name == "opponents":
            met = [self.cards[other].points for line in card.played for other in line.others]
            return Fraction(sum(met), len(met)) if met else Fraction(0)
        faced = self._faced(card)
        if name == "sonneborn":
            return sum(round.score * round.points for round in faced)
        total = sum(round.score for round in faced)
        if name == "buchholz" or not faced:
            return total
        voluntary = [round.score for round in faced if round.voluntary]
        return total - min(voluntary or [round.score for round in faced])

    def _adjusted(self, card: Card) -> int:
        """C.07 16.3: rounds asked for that only voluntary ones follow, or that lie in the last round, are draws."""
        by_round: dict[int, list[tuple[str, int]]] = {}
        for line in card.lines:
            by_round.setdefault(line.round, []).append((line.kind, line.points))
        for pause in card.pauses:
            by_round.setdefault(pause.round, []).append((pause.kind, pause.points))
        total, at_the_end = 0, True
        for number in sorted(by_round, reverse=True):
            for kind, points in by_round[number]:
                total += self.rates.draw if at_the_end and kind in ASKED_FOR else points
            at_the_end = at_the_end and all(kind in VOLUNTARY for kind, _ in by_round[number])
        return total

    def _faced(self, card: Card) -> list[Faced]:
        cap = self.rates.draw * self.rounds
        faced = [Faced(self._score(line, card, cap), line.points, line.kind in VOLUNTARY) for line in card.lines]
        own = min(card.points, cap)
        return faced + [Faced(own, pause.points, pause.kind in VOLUNTARY) for pause in card.pauses]

    def _score(self, line: Line, card: Card, cap: int) -> int:
        """C.07 16.4: a dummy with the own score, capped; for forfeits at the scheduled opponent's."""
        opposite = [self.adjusted[other] for other in line.others]
        if line.kind == PLAYED:
            return sum(opposite)
        return min([card.points, *(opposite if line.kind in (WON_FREE, LOST_FREE) else [cap])])

    # -- among the tied -----------------------------------------------------------------------------------------------

    def _direct(self, tier: Tier) -> list[Tier]:
        if len(tier) == 1:
            return [tier]
        own = {e: sum(x.points for x in self.cards[e].played if set(x.others) & set(tier)) for e in tier}
        missing = {entry: len(set(tier) - self.cards[entry].met - {entry}) for entry in tier}
        if not any(missing.values()):
            parts = split(tier, own)
            return parts if len(parts) == 1 else [finer for part in parts for finer in self._direct(part)]
        for entry in tier:
            others = [own[other] + self.rates.win * missing[other] for other in tier if other != entry]
            if own[entry] > max(others):  # whatever the missing results
                return [(entry,), *self._direct(tuple(other for other in tier if other != entry))]
        return [tier]

    def _meetings(self, entry: int, tier: Tier) -> Fraction:
        total = Fraction(0)
        for rival in tier:
            placed = {line.key: line.place for line in self.cards[rival].played}
            for line in self.cards[entry].played if rival != entry else ():
                other = placed.get(line.key)
                if line.place is not None and other is not None:
                    total += 1 if line.place < other else Fraction(line.place == other, 2)
        return total


def split(tier: Iterable[int], worth: Mapping[int, Value]) -> list[Tier]:
    """Those worth most first; who is worth the same stays together, in the order given."""
    groups: dict[Value, list[int]] = {}
    for entry in tier:
        groups.setdefault(worth[entry], []).append(entry)
    return [tuple(groups[level]) for level in sorted(groups, reverse=True)]


def _by_lot(tier: Tier, lots: Mapping[int, int], values: dict[int, dict[str, Value]]) -> list[Tier]:
    if len(tier) == 1:
        return [tier]
    drawn = sorted(tier, key=lambda entry: lots.get(entry, 0))
    for rank, entry in enumerate(drawn, 1):
        values[entry]["lot"] = rank
    return [(entry,) for entry in drawn]
