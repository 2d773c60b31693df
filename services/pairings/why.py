"""Why a row stands above the next: a code with parameters for each pair of neighbours. Sentences are in `texts_en`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from services.pairings.points import TWELVE
from services.pairings.standings import Standings, StandingsRow
from services.pairings.tiebreaks import DIRECT, LOT, Value

UNITS = {"buchholz": TWELVE, "buchholz_cut1": TWELVE, "opponents": TWELVE, "sonneborn": TWELVE * TWELVE}


@dataclass(frozen=True, slots=True)
class Reason:
    """`code` names the sentence; points and values in `params` are in whole points, as fractions."""

    code: str
    params: Mapping[str, Any]


def reasons(standings: Standings, tiebreaks: Sequence[str]) -> tuple[Reason | None, ...]:
    """One for each row; None where no row with a place follows in the same group."""
    rows = standings.rows
    return tuple(
        _reason(standings, row, rows[index + 1], tiebreaks) if _neighbours(rows, index) else None
        for index, row in enumerate(rows)
    )


def _neighbours(rows: Sequence[StandingsRow], index: int) -> bool:
    if index + 1 == len(rows) or rows[index + 1].place is None:
        return False
    return rows[index].group == rows[index + 1].group


def _reason(standings: Standings, above: StandingsRow, below: StandingsRow, tiebreaks: Sequence[str]) -> Reason:
    pair: dict[str, Any] = {"above": above.entry, "below": below.entry}
    if above.place == below.place:
        return Reason("shared", {**pair, "place": above.place})
    if standings.kind == "bracket":
        return Reason("bracket", pair)
    if above.entry in standings.finalists:
        return Reason("final" if below.entry in standings.finalists else "in-final", pair)
    pair |= {"points": Fraction(above.points, TWELVE), "against": Fraction(below.points, TWELVE)}
    if above.points != below.points:
        return Reason("points", pair)
    if above.origin is not None and below.origin is not None and above.origin[1] != below.origin[1]:
        return _by_group(pair, above.origin, below.origin)
    return _by_tiebreak(pair, above, below, tiebreaks)


def _by_group(pair: dict[str, Any], above: tuple[int, int], below: tuple[int, int]) -> Reason:
    if above[0] != below[0]:
        return Reason("group-place", {**pair, "first": above[0], "second": below[0]})
    return Reason("group-number", {**pair, "first": above[1], "second": below[1]})


def _by_tiebreak(pair: dict[str, Any], above: StandingsRow, below: StandingsRow, tiebreaks: Sequence[str]) -> Reason:
    for name in (*tiebreaks, LOT):
        first, second = above.tiebreaks.get(name), below.tiebreaks.get(name)
        if first is None or second is None or first == second:
            continue
        if name in (DIRECT, LOT):
            return Reason(name, pair)
        return Reason(name, {**pair, "first": _shown(name, first), "second": _shown(name, second)})
    raise ValueError("two places without a difference")


def _shown(name: str, value: Value) -> Fraction:
    return Fraction(value) / UNITS.get(name, 1)
