"""Tie-breaks among the tied alone: direct encounter, and meetings at tables of three and four."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from services.pairings.ledger import EntrantRecord

Records = Mapping[int, EntrantRecord]


def direct_ranks(tied: Sequence[int], records: Records, win: int) -> dict[int, int]:
    """Rank of each of the tied, 1 first; those whom the direct encounter cannot part share a rank."""
    ranks: dict[int, int] = {}
    for tier in _direct_tiers(tuple(tied), records, win):
        ranks.update(dict.fromkeys(tier, len(ranks) + 1))
    return ranks


def _direct_tiers(tied: tuple[int, ...], records: Records, win: int) -> list[tuple[int, ...]]:
    if len(tied) == 1:
        return [tied]
    points = {entry: _points_among(entry, tied, records) for entry in tied}
    if all(_missing(entry, tied, records) == 0 for entry in tied):
        totals = sorted(set(points.values()), reverse=True)
        if len(totals) == 1:
            return [tied]
        split = [tuple(entry for entry in tied if points[entry] == total) for total in totals]
        return [tier for part in split for tier in _direct_tiers(part, records, win)]
    first = _alone_on_top(tied, points, records, win)
    if first is None:
        return [tied]
    return [(first,), *_direct_tiers(tuple(entry for entry in tied if entry != first), records, win)]


def _points_among(entry: int, tied: tuple[int, ...], records: Records) -> int:
    return sum(sitting.points for sitting in records[entry].played if set(sitting.others) & set(tied))


def _missing(entry: int, tied: tuple[int, ...], records: Records) -> int:
    return len(set(tied) - records[entry].met - {entry})


def _alone_on_top(tied: tuple[int, ...], points: Mapping[int, int], records: Records, win: int) -> int | None:
    """Who has more than anybody else can still reach if all missing matches are won by the others."""
    best = max(tied, key=lambda entry: points[entry])
    reach = [points[entry] + win * _missing(entry, tied, records) for entry in tied if entry != best]
    return best if points[best] > max(reach) else None


def meeting_points(tied: Sequence[int], records: Records) -> dict[int, Fraction]:
    """1 for the better place at a shared table, 1/2 for the same, over all shared tables of the tied."""
    return {entry: _meetings_of(entry, set(tied) - {entry}, records) for entry in tied}


def _meetings_of(entry: int, rivals: set[int], records: Records) -> Fraction:
    total = Fraction(0)
    for rival in rivals:
        places = {(sat.round, sat.table, sat.game): sat.place for sat in records[rival].played}
        for sat in records[entry].played:
            other = places.get((sat.round, sat.table, sat.game))
            if sat.place is not None and other is not None:
                total += Fraction(1) if sat.place < other else Fraction(sat.place == other, 2)
    return total
