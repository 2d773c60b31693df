"""Knockouts as they unfold from what is on record: the duels due in each round, and who went out when (section 2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from verifier.tournament.plan import doublings
from verifier.tournament.reckoning import Reckoning
from verifier.tournament.series import Settlement, settlement
from verifier.tournament.ties import Tier, split

Slot = int | None
Duel = tuple[Slot, Slot]
STILL_IN = 10**6


def first_round(seeds: Sequence[int]) -> list[Duel]:
    """Seeds by doubling; a missing one leaves its opponent free."""
    places = [1]
    for _ in range(doublings(len(seeds))):
        places = [seed for place in places for seed in (place, 2 * len(places) + 1 - place)]
    return in_pairs([seeds[place - 1] if place <= len(seeds) else None for place in places])


def in_pairs(slots: Sequence[Slot]) -> list[Duel]:
    return list(zip(slots[::2], slots[1::2], strict=True))


@dataclass(slots=True)
class Passed:
    """A round that was played: by duel who went on and who did not."""

    winners: list[Slot] = field(default_factory=list)
    losers: list[Slot] = field(default_factory=list)
    decided: bool = True


def passed(reckoning: Reckoning, number: int, duels: Iterable[Duel], seeds: Sequence[int]) -> Passed:
    paired = reckoning.book.rounds[number - 1]
    tables = {entry: games for games in paired.tables for entry in games[-1].people}
    result = Passed()
    for duel in duels:
        games = next((tables[slot] for slot in duel if slot in tables), None)
        if games is None:
            result.winners.append(next((slot for slot in duel if slot in paired.byes), None))
            result.losers.append(None)
            continue
        status = settlement(reckoning, games, seeds)
        result.decided &= status.settled
        result.winners.append(status.winner)
        result.losers.append(status.loser)
    return result


class Knockout:
    """One bracket; its first round is round `first` of the log."""

    def __init__(self, reckoning: Reckoning, seeds: Sequence[int], first: int) -> None:
        self.reckoning, self.seeds = reckoning, tuple(seeds)
        self.rounds = doublings(len(seeds))
        self.duels = first_round(seeds)  # those of the round after the last one followed
        self.followed = 0
        self.out: dict[int, int] = {}
        self.third: Duel | None = None
        self.third_status: Settlement | None = None
        self.over = False
        for number in range(first, min(len(reckoning.book.rounds), first + self.rounds - 1) + 1):
            if not self._follow(number):
                break

    def _follow(self, number: int) -> bool:
        """Whether the next round can be worked out."""
        alive = {slot for duel in self.duels for slot in duel if slot is not None}
        result = passed(self.reckoning, number, self.duels, self.seeds)
        self.followed += 1
        last = self.followed == self.rounds
        if last and self.third is not None:
            games = self.reckoning.book.rounds[number - 1].tables[-1:]
            if games and set(games[0][-1].people) == set(self.third):
                self.third_status = settlement(self.reckoning, games[0], self.seeds)
        if not result.decided:
            self.out.update({loser: number for loser in result.losers if loser is not None})
            return False
        self.out.update({entry: number for entry in alive if entry not in result.winners})
        self.over = last
        if last:
            return False
        if self.followed == self.rounds - 1:
            self.third = (result.losers[0], result.losers[1])
        self.duels = in_pairs(result.winners)
        return True

    def due(self, with_third: bool) -> list[Duel]:
        """The next round without those who have left; the match for the third place comes last."""
        duels = [still_in(self.reckoning, duel) for duel in self.duels]
        if with_third and self.third is not None and self.followed + 1 == self.rounds:
            small = still_in(self.reckoning, self.third)
            duels += [small] if None not in small else []
        return duels

    def tiers(self) -> list[Tier]:
        status = self.third_status
        third = {status.winner: 2, status.loser: 1} if status is not None and status.winner is not None else {}
        return split(self.seeds, {e: 3 * self.out.get(e, STILL_IN) + third.get(e, 0) for e in self.seeds})


def still_in(reckoning: Reckoning, duel: Duel) -> Duel:
    first, second = (None if slot in reckoning.out else slot for slot in duel)
    return first, second


class DoubleKnockout:
    """Round r of the log: upper round r and the lower tables beside it; then the final, perhaps twice."""

    def __init__(self, reckoning: Reckoning, seeds: Sequence[int]) -> None:
        self.reckoning, self.seeds = reckoning, tuple(seeds)
        self.depth = doublings(len(seeds))
        self.upper, self.lower = first_round(seeds), list[Duel]()
        self.final: Duel | None = None
        self.fallen: dict[int, list[Slot]] = {}  # by upper round: losers in reversed order of tables
        self.survivors: list[Slot] = []
        self.unbeaten: Slot = None
        self.out: dict[int, int] = {}
        self.over = False
        for number in range(1, len(reckoning.book.rounds) + 1):
            if not self._follow(number) or self.over:
                break

    def _follow(self, number: int) -> bool:
        """Whether the next round can be worked out."""
        return self._round(number) if self.final is None else self._final(number, self.final)

    def _round(self, number: int) -> bool:
        upper = passed(self.reckoning, number, self.upper, self.seeds)
        lower = passed(self.reckoning, number, self.lower, self.seeds)
        if not (upper.decided and lower.decided):
            self.out.update({loser: number for loser in lower.losers if loser is not None})
            return False
        self._drop(number, self.upper, [*upper.winners, *upper.losers])
        self._drop(number, self.lower, lower.winners)
        if self.upper:
            self.fallen[number] = upper.losers[::-1]
            self.unbeaten = upper.winners[0]
        self.survivors = lower.winners if self.lower else self.survivors
        self.upper = in_pairs(upper.winners) if number < self.depth else []
        self._next_lower(number)
        return True

    def _next_lower(self, number: int) -> None:
        """After round `number`: the first lower round among the first losers, then in turn against those who
        fell from the upper bracket and among themselves."""
        if number + 1 >= 2 * self.depth:
            self.lower = []
            last = self.fallen[1][0] if self.depth == 1 else self.survivors[0]
            self.final = self.unbeaten, last
            self.over = None in self.final
        elif number == 1:
            self.lower = in_pairs(self.fallen[1])
        elif number % 2:
            self.lower = in_pairs(self.survivors)
        else:
            self.lower = list(zip(self.survivors, self.fallen[number // 2 + 1], strict=True))

    def _final(self, number: int, final: Duel) -> bool:
        result = passed(self.reckoning, number, [final], self.seeds)
        if not result.decided:
            return False
        winner, loser = result.winners[0], result.losers[0]
        beaten = winner is not None and winner != self.unbeaten and loser is not None
        if beaten and number == 2 * self.depth and loser not in self.reckoning.out:
            return True  # played again
        self._drop(number, [final], [winner])
        self.over = True
        return True

    def _drop(self, number: int, duels: Iterable[Duel], staying: Sequence[Slot]) -> None:
        for entry in (slot for duel in duels for slot in duel if slot is not None):
            if entry not in staying:
                self.out[entry] = number

    def due(self) -> list[Duel]:
        if self.final is not None:
            return [still_in(self.reckoning, self.final)]
        upper = [still_in(self.reckoning, duel) for duel in self.upper]
        return upper + self._unlike([still_in(self.reckoning, duel) for duel in self.lower])

    def _unlike(self, duels: list[Duel]) -> list[Duel]:
        """Rematches avoided by exchanging the second entrants of two tables, the first exchange that helps."""
        for here, duel in enumerate(duels):
            for there, other in enumerate(duels):
                if not self._met(duel) or here == there or None in other:
                    continue
                mine, theirs = (duel[0], other[1]), (other[0], duel[1])
                if not self._met(mine) and self._met(theirs) <= self._met(other):
                    duels[here], duels[there] = mine, theirs
                    break
        return duels

    def _met(self, duel: Duel) -> bool:
        first, second = duel
        return first is not None and second is not None and second in self.reckoning.cards[first].met

    def tiers(self) -> list[Tier]:
        return split(self.seeds, {entry: self.out.get(entry, STILL_IN) for entry in self.seeds})
