"""The final of a group stage: who is in it, and what it has decided. It decides only its own places."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from services.pairings.brackets import Unfolded, bracket_tiers, unfold
from services.pairings.ledger import Ledger, make_ledger
from services.pairings.outcomes import Outcome
from services.pairings.ranking import PoolRanking, Tier, pool_rankings
from services.pairings.state import TournamentState


@dataclass(frozen=True)
class Finals:
    """`finalists` in order of their seeds: by group place, then group number."""

    kind: str  # table, bracket
    finalists: tuple[int, ...]
    paired: bool
    outcome: Outcome | None = None  # of the final table
    seats: tuple[int | str, ...] = ()
    bracket: Unfolded | None = None

    def tiers(self, lots: Mapping[int, int]) -> tuple[Tier, ...]:
        if self.bracket is not None:
            return bracket_tiers(self.bracket, self.finalists)
        if self.outcome is None or self.outcome.places is None:
            return (self.finalists,)
        places = {entry: place or 9 for entry, place in zip(self.seats, self.outcome.places, strict=True)}
        keyed = {entry: (places.get(entry, 9), lots.get(entry, 0)) for entry in self.finalists}
        return tuple(tuple(e for e in self.finalists if keyed[e] == key) for key in sorted(set(keyed.values())))

    def others(self, rankings: Sequence[PoolRanking]) -> Iterable[tuple[Tier, tuple[int, int]]]:
        """Who is not in the final, with place and number of the group, in that order."""
        listed: list[tuple[tuple[int, int], Tier]] = []
        for number, ranking in enumerate(rankings, 1):
            ahead = 0
            for tier in ranking.tiers:
                rest = tuple(entry for entry in tier if entry not in self.finalists)
                if rest:
                    listed.append(((ahead + 1, number), rest))
                ahead += len(tier)
        return [(tier, origin) for origin, tier in sorted(listed)]


def choose_finalists(rankings: Sequence[PoolRanking], count: int, out: Iterable[int] = ()) -> tuple[int, ...]:
    """The first of each group, then the second of each, and so on; who has left is passed over."""
    gone = set(out)
    listed = [[entry for tier in ranking.tiers for entry in tier if entry not in gone] for ranking in rankings]
    deepest = max((len(group) for group in listed), default=0)
    by_place = [group[place] for place in range(deepest) for group in listed if place < len(group)]
    return tuple(by_place[:count])


def followed_finals(ledger: Ledger) -> Finals | None:
    """The final as its rounds stand on record, or None where the rules have none."""
    rule = ledger.state.opened.rules.get("final")
    if not rule:
        return None
    if len(ledger.state.rounds) < 2:
        return Finals(rule["kind"], (), False)
    return _recorded_final(ledger, rule["kind"])


def _recorded_final(ledger: Ledger, kind: str) -> Finals:
    paired = ledger.state.round(2)
    if kind == "table":
        game = paired.tables[0].latest
        return Finals(kind, game.people, True, ledger.outcome(game), game.entries)
    seeds = _recorded_seeds(ledger)
    return Finals(kind, seeds, True, bracket=unfold(ledger, seeds, 2))


def _recorded_seeds(ledger: Ledger) -> tuple[int, ...]:
    """The seeds by the standings of the groups when the final was paired; later rulings do not change a pairing."""
    before = make_ledger(_as_it_was(ledger.state, ledger.state.round(2).seq))
    count = int(ledger.state.opened.rules["final"]["k"])
    return choose_finalists(pool_rankings(before), count, (e for e in before.state.order if before.out(e)))


def _as_it_was(state: TournamentState, seq: int) -> TournamentState:
    """The groups as they stood before the event `seq`."""
    return replace(
        state,
        seq=seq - 1,
        rulings=tuple(ruled for ruled in state.rulings if ruled.seq < seq),
        withdrawals=tuple(withdrawal for withdrawal in state.withdrawals if withdrawal.seq < seq),
        rounds=state.rounds[:1],
        closed=None,
    )
