"""Tie-breaks that are a number of an entrant (tournaments.md section 3); those among the tied are in `encounters`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from services.pairings.ledger import EntrantRecord
from services.pairings.points import PointsTable
from services.pairings.unplayed import Contribution, adjusted_score, contributions, cut_one

DIRECT, MEETINGS, LOT = "direct", "meetings", "lot"
AMONG_TIED = (DIRECT, MEETINGS)
Value = int | Fraction


@dataclass(frozen=True)
class RecordSet:
    """Everybody's records over the rounds that count, as tie-breaks look at them."""

    records: Mapping[int, EntrantRecord]
    table: PointsTable
    rounds: int  # before the end: rounds so far

    @cached_property
    def adjusted(self) -> Mapping[int, int]:
        return {entry: adjusted_score(record, self.table) for entry, record in self.records.items()}

    @cached_property
    def contributions(self) -> Mapping[int, tuple[Contribution, ...]]:
        return {
            entry: contributions(record, self.adjusted, self.rounds, self.table)
            for entry, record in self.records.items()
        }


def _buchholz(everybody: RecordSet, entry: int) -> int:
    return sum(contribution.score for contribution in everybody.contributions[entry])


def _buchholz_cut1(everybody: RecordSet, entry: int) -> int:
    removed = cut_one(everybody.contributions[entry])
    return _buchholz(everybody, entry) - (removed.score if removed is not None else 0)


def _sonneborn(everybody: RecordSet, entry: int) -> int:
    """In 144ths: a score in twelfths times points in twelfths."""
    return sum(contribution.score * contribution.points for contribution in everybody.contributions[entry])


def _wins(everybody: RecordSet, entry: int) -> int:
    return sum(sitting.place == 1 and sitting.alone for sitting in everybody.records[entry].played)


def _seconds(everybody: RecordSet, entry: int) -> int:
    return sum(sitting.place == 2 and sitting.alone for sitting in everybody.records[entry].played)


def _share(everybody: RecordSet, entry: int) -> Fraction:
    shares = [sitting.share for sitting in everybody.records[entry].played if sitting.share is not None]
    return sum(shares, Fraction(0)) / len(shares) if shares else Fraction(0)


def _opponents(everybody: RecordSet, entry: int) -> Fraction:
    """Mean of the final points of all opponents, once for each meeting."""
    met = [everybody.records[other].points for sitting in everybody.records[entry].played for other in sitting.others]
    return Fraction(sum(met), len(met)) if met else Fraction(0)


NUMBERS: dict[str, Callable[[RecordSet, int], Value]] = {
    "buchholz_cut1": _buchholz_cut1,
    "buchholz": _buchholz,
    "sonneborn": _sonneborn,
    "wins": _wins,
    "seconds": _seconds,
    "share": _share,
    "opponents": _opponents,
}
TIEBREAKS = (*NUMBERS, *AMONG_TIED)


def value_json(value: Value) -> int | str:
    """A whole number, or a fraction as text."""
    if isinstance(value, Fraction) and value.denominator != 1:
        return f"{value.numerator}/{value.denominator}"
    return int(value)
