"""Brackets as they unfold: seeds on their positions, duels of each round, who went on and who is out since when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from services.pairings.ledger import Ledger
from services.pairings.series import TableStatus, table_status

Slot = int | None
Duel = tuple[Slot, Slot]


def seed_positions(size: int) -> tuple[int, ...]:
    """Seeds by doubling: 1,8,4,5,2,7,3,6 for eight."""
    positions: tuple[int, ...] = (1,)
    while len(positions) < size:
        both = 2 * len(positions) + 1
        positions = tuple(seed for better in positions for seed in (better, both - better))
    return positions


def bracket_rounds(entrants: int) -> int:
    """Rounds of a single bracket: the logarithm to 2, rounded up."""
    return (entrants - 1).bit_length()


def first_duels(seeds: Sequence[int]) -> tuple[Duel, ...]:
    """The first round; a missing seed leaves its opponent free."""
    size = 2 ** bracket_rounds(len(seeds))
    return pair_up([seeds[seed - 1] if seed <= len(seeds) else None for seed in seed_positions(size)])


def pair_up(slots: Sequence[Slot]) -> tuple[Duel, ...]:
    return tuple(zip(slots[::2], slots[1::2], strict=True))


@dataclass(frozen=True, slots=True)
class Followed:
    """What became of the duels of one round, in their order; a duel without a table has no loser."""

    winners: tuple[Slot, ...]
    losers: tuple[Slot, ...]
    decided: bool


def follow(ledger: Ledger, round_number: int, duels: Sequence[Duel], seeds: tuple[int, ...]) -> Followed:
    """By the tables and byes on record, so that tables exchanged or re-paired are followed too."""
    paired = ledger.state.round(round_number)
    tables = {entry: table for table in paired.tables for entry in table.latest.people}
    free = {bye.entry for bye in paired.byes}
    winners: list[Slot] = []
    losers: list[Slot] = []
    decided = True
    for duel in duels:
        table = next((tables[slot] for slot in duel if slot in tables), None)
        if table is None:
            winners.append(next((slot for slot in duel if slot in free), None))
            losers.append(None)
            continue
        status = table_status(ledger, round_number, table, seeds)
        decided = decided and status.settled
        winners.append(status.winner)
        losers.append(status.loser)
    return Followed(tuple(winners), tuple(losers), decided)


@dataclass(slots=True)
class Unfolded:
    """A bracket followed as far as it is paired. `out` holds the round of the log in which an entrant went out."""

    duels: tuple[Duel, ...]  # of the next round, all slots of the bracket
    out: dict[int, int] = field(default_factory=dict)
    third: Duel | None = None  # the losers of the semi-finals, once known
    third_status: TableStatus | None = None
    round: int = 0  # rounds of the bracket followed
    champion: Slot = None
    decided: bool = True


def unfold(ledger: Ledger, seeds: tuple[int, ...], first_round: int) -> Unfolded:
    """Follow a single bracket whose first round is `first_round` of the log."""
    total = bracket_rounds(len(seeds))
    bracket = Unfolded(first_duels(seeds))
    for number in range(first_round, min(len(ledger.state.rounds), first_round + total - 1) + 1):
        alive = [slot for duel in bracket.duels for slot in duel if slot is not None]
        followed = follow(ledger, number, bracket.duels, seeds)
        bracket.round += 1
        if bracket.round == total:
            _follow_third(ledger, number, bracket, seeds)
        if not followed.decided:
            bracket.decided = False
            _mark_losers(ledger, number, followed.losers, bracket)
            break
        for entry in alive:
            if entry not in followed.winners:
                bracket.out[entry] = number
        if bracket.round == total:
            bracket.champion = followed.winners[0]
            break
        if bracket.round == total - 1:
            bracket.third = (followed.losers[0], followed.losers[1])
        bracket.duels = pair_up(followed.winners)
    return bracket


def _mark_losers(ledger: Ledger, number: int, losers: Sequence[Slot], bracket: Unfolded) -> None:
    bracket.out.update({loser: number for loser in losers if loser is not None})


def _follow_third(ledger: Ledger, number: int, bracket: Unfolded, seeds: tuple[int, ...]) -> None:
    """The match for the third place is the last table of the last round."""
    paired = ledger.state.round(number)
    if bracket.third is not None and paired.tables and set(paired.tables[-1].latest.people) == set(bracket.third):
        bracket.third_status = table_status(ledger, number, paired.tables[-1], seeds)


def bracket_tiers(bracket: Unfolded, seeds: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Entrants by how long they stayed, those out in the same round together, in order of seeds."""
    status = bracket.third_status
    lasted: dict[int, tuple[int, int]] = {}
    for entry in seeds:
        rank = (bracket.out.get(entry, 10**6), 0)
        if status is not None and status.settled and status.winner is not None:
            rank = (rank[0], {status.winner: 2, status.loser: 1}.get(entry, 0))
        lasted[entry] = rank
    ranks = sorted(set(lasted.values()), reverse=True)
    return tuple(tuple(entry for entry in seeds if lasted[entry] == rank) for rank in ranks)
