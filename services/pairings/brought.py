"""Which number comes from which match: what each round brought an entrant, for an opened row of the standings."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from services.pairings.ledger import Sitting, make_ledger
from services.pairings.state import TournamentState
from services.pairings.tiebreaks import RecordSet, Value, value_json
from services.pairings.unplayed import Contribution, cut_one


@dataclass(frozen=True, slots=True)
class RoundBrought:
    """A match, or a round without one. Tie-breaks among the tied alone have no part in a round."""

    round: int
    match: str | None
    opponents: tuple[int, ...]
    points: int
    tiebreaks: dict[str, Value]

    def as_json(self) -> dict[str, Any]:
        return {
            "round": self.round,
            "match": self.match,
            "opponents": list(self.opponents),
            "points": self.points,
            "tiebreaks": {name: value_json(value) for name, value in self.tiebreaks.items()},
        }


def brought(state: TournamentState, entry: int) -> tuple[RoundBrought, ...]:
    """In order of rounds; of groups with a final those of the groups alone."""
    ledger = make_ledger(state)
    records = ledger.records
    if state.opened.format == "groups":
        records = {other: record.within(1, 1) for other, record in records.items()}
    everybody = RecordSet(records, ledger.table, len(state.rounds))
    parts = everybody.contributions[entry]
    sittings = {sitting.match: sitting for sitting in records[entry].sittings}
    removed = cut_one(parts)
    rounds = []
    for part in parts:
        sitting = sittings.get(part.match or "")
        values = _values(part, sitting, part is removed, everybody)
        shown = {name: values[name] for name in state.opened.tiebreaks if name in values}
        rounds.append(RoundBrought(part.round, part.match, sitting.others if sitting else (), part.points, shown))
    return tuple(rounds)


def _values(part: Contribution, sitting: Sitting | None, removed: bool, everybody: RecordSet) -> dict[str, Value]:
    played = sitting is not None and sitting.played
    values: dict[str, Value] = {
        "buchholz": part.score,
        "buchholz_cut1": 0 if removed else part.score,
        "sonneborn": part.score * part.points,
        "wins": int(played and sitting is not None and sitting.place == 1 and sitting.alone),
        "seconds": int(played and sitting is not None and sitting.place == 2 and sitting.alone),
    }
    if sitting is not None and played:
        values["share"] = sitting.share if sitting.share is not None else Fraction(0)
        values["opponents"] = sum(everybody.records[other].points for other in sitting.others)
    return values
