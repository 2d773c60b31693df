"""The order inside a pool: points, then each tie-break in turn, then the lot; what stays equal is one tier."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from services.pairings.encounters import direct_ranks, meeting_points
from services.pairings.ledger import Ledger
from services.pairings.lots import LAST
from services.pairings.pools import pools
from services.pairings.state import TournamentState
from services.pairings.tiebreaks import DIRECT, LOT, MEETINGS, NUMBERS, RecordSet, Value

Tier = tuple[int, ...]
Values = dict[int, dict[str, Value]]


@dataclass(frozen=True, slots=True)
class PoolRanking:
    """Tiers from the top, each in starting order; the tie-break values of every entrant."""

    tiers: tuple[Tier, ...]
    values: Mapping[int, Mapping[str, Value]]


def rank_pool(
    pool: Sequence[int], everybody: RecordSet, tiebreaks: Sequence[str], lots: Mapping[int, int] | None = None
) -> PoolRanking:
    """`lots` is the place of an entrant in the final draw of its tied group, counted over the whole event."""
    values: Values = {
        entry: {name: NUMBERS[name](everybody, entry) for name in tiebreaks if name in NUMBERS} for entry in pool
    }
    tiers = _split(tuple(pool), {entry: everybody.records[entry].points for entry in pool})
    for name in tiebreaks:
        tiers = [part for tier in tiers for part in _break(tier, name, everybody, values)]
    if lots:
        tiers = [part for tier in tiers for part in _by_lot(tier, lots, values)]
    return PoolRanking(tuple(tiers), values)


def _break(tier: Tier, name: str, everybody: RecordSet, values: Values) -> list[Tier]:
    if len(tier) == 1:
        return [tier]
    if name == DIRECT:
        ranks = direct_ranks(tier, everybody.records, everybody.table.win)
        return _ranked(tier, name, ranks, values)
    if name == MEETINGS:
        points = meeting_points(tier, everybody.records)
        for entry in tier:
            values[entry][name] = points[entry]
        return _split(tier, points)
    return _split(tier, {entry: values[entry][name] for entry in tier})


def _by_lot(tier: Tier, lots: Mapping[int, int], values: Values) -> list[Tier]:
    if len(tier) == 1:
        return [tier]
    drawn = sorted(tier, key=lots.__getitem__)
    return _ranked(tier, LOT, {entry: index + 1 for index, entry in enumerate(drawn)}, values)


def _ranked(tier: Tier, name: str, ranks: Mapping[int, int], values: Values) -> list[Tier]:
    for entry in tier:
        values[entry][name] = ranks[entry]
    return _split(tier, {entry: -rank for entry, rank in ranks.items()})


def _split(tier: Tier, worth: Mapping[int, Value]) -> list[Tier]:
    """Those worth most first; equal ones stay together, in the order they came."""
    levels = sorted({worth[entry] for entry in tier}, reverse=True)
    return [tuple(entry for entry in tier if worth[entry] == level) for level in levels]


def final_lots(state: TournamentState) -> dict[int, int]:
    """Where each entrant came in the draws of the close; empty before it."""
    if state.closed is None:
        return {}
    return {int(drawn.out): drawn.n for drawn in state.closed.chance if drawn.label == LAST}


def pool_rankings(ledger: Ledger) -> tuple[PoolRanking, ...]:
    """Every pool ranked; of groups with a final, by the matches of the groups alone."""
    state = ledger.state
    records = ledger.records
    if state.opened.format == "groups":
        records = {entry: record.within(1, 1) for entry, record in records.items()}
    everybody = RecordSet(records, ledger.table, len(state.rounds))
    lots = final_lots(state)
    return tuple(
        rank_pool(
            [entry for entry in pool if not ledger.placeless(entry)],
            everybody,
            state.opened.tiebreaks,
            {entry: lots.get(entry, 0) for entry in pool} if lots else None,
        )
        for pool in pools(ledger)
    )
