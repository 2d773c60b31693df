"""Standings: rows with places, points and tie-breaks, at any moment of the log, and what a final lot has to part."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from services.pairings.brackets import bracket_tiers, unfold
from services.pairings.double_bracket import double_tiers, unfold_double
from services.pairings.finals import Finals, followed_finals
from services.pairings.ids import standings_digest
from services.pairings.ledger import Ledger, make_ledger
from services.pairings.pools import pools
from services.pairings.ranking import PoolRanking, Tier, final_lots, pool_rankings
from services.pairings.state import TournamentState
from services.pairings.tiebreaks import Value, value_json


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """`group` is set if there are several; `origin` is the place in the group where a final was played over it."""

    entry: int
    place: int | None
    points: int
    tiebreaks: Mapping[str, Value] = field(default_factory=dict)
    group: int | None = None
    origin: tuple[int, int] | None = None  # place in the group, group

    def as_json(self) -> dict[str, object]:
        row: dict[str, object] = {
            "entry": self.entry,
            "place": self.place,
            "points": self.points,
            "tiebreaks": {name: value_json(value) for name, value in self.tiebreaks.items()},
        }
        return row if self.group is None else {**row, "group": self.group}


@dataclass(frozen=True)
class Standings:
    rows: tuple[StandingsRow, ...]
    tied: tuple[Tier, ...]  # groups that the final lot would part, from the top
    kind: str  # points, bracket, final
    finalists: frozenset[int] = frozenset()

    @property
    def digest(self) -> str:
        return standings_digest((row.entry, row.place, row.points) for row in self.rows)

    def places(self) -> tuple[tuple[int, int], ...]:
        return tuple((row.entry, row.place) for row in self.rows if row.place is not None)


def standings(state: TournamentState, ledger: Ledger | None = None) -> Standings:
    """The standings now. After the close the lot of the log parts what was tied."""
    if state.start is None:
        return Standings((), (), "points")
    ledger = ledger or make_ledger(state)
    if state.opened.format in ("knockout", "double_knockout"):
        return _bracket_standings(ledger)
    rankings = pool_rankings(ledger)
    finals = followed_finals(ledger) if state.opened.format == "groups" else None
    if finals is not None and finals.paired:
        return _after_final(ledger, rankings, finals)
    return _pool_standings(ledger, rankings)


def _row(ledger: Ledger, entry: int, place: int | None, ranking: PoolRanking, group: int | None) -> StandingsRow:
    record = ledger.records[entry]
    points = record.within(1, 1).points if ledger.state.opened.format == "groups" else record.points
    return StandingsRow(entry, place, points, ranking.values.get(entry, {}), group)


def _pool_standings(ledger: Ledger, rankings: tuple[PoolRanking, ...]) -> Standings:
    """Group after group, each with places of its own."""
    rows: list[StandingsRow] = []
    for number, ranking in enumerate(rankings, 1):
        group = number if len(rankings) > 1 else None
        ahead = 0
        for tier in ranking.tiers:
            rows += [_row(ledger, entry, ahead + 1, ranking, group) for entry in tier]
            ahead += len(tier)
    tied = tuple(tier for ranking in rankings for tier in ranking.tiers if len(tier) > 1)
    return Standings((*rows, *_placeless(ledger, len(rankings) > 1)), tied, "points")


def _placeless(ledger: Ledger, grouped: bool) -> list[StandingsRow]:
    """Rows without a place come last."""
    members = {entry: number for number, pool in enumerate(pools(ledger), 1) for entry in pool} if grouped else {}
    nobody = PoolRanking((), {})
    return [
        _row(ledger, entry, None, nobody, members.get(entry)) for entry in ledger.state.order if ledger.placeless(entry)
    ]


def _bracket_standings(ledger: Ledger) -> Standings:
    seeds = ledger.state.started.order
    if ledger.state.opened.format == "knockout":
        tiers = bracket_tiers(unfold(ledger, seeds, 1), seeds)
    else:
        tiers = double_tiers(unfold_double(ledger, seeds), seeds)
    rows: list[StandingsRow] = []
    nobody = PoolRanking((), {})
    for tier in tiers:
        placed = [entry for entry in tier if not ledger.placeless(entry)]
        place = len(rows) + 1
        rows += [_row(ledger, entry, place, nobody, None) for entry in placed]
    return Standings((*rows, *_placeless(ledger, False)), (), "bracket")


def _after_final(ledger: Ledger, rankings: tuple[PoolRanking, ...], finals: Finals) -> Standings:
    """The final decides its own places; behind it by group place, then group number."""
    values = PoolRanking((), {entry: own for ranking in rankings for entry, own in ranking.values.items()})
    rows: list[StandingsRow] = []
    tiers = [tier for tier in finals.tiers(final_lots(ledger.state)) if tier]
    tied = [tier for tier in tiers if len(tier) > 1 and finals.kind == "table"]
    for tier in tiers:
        place = len(rows) + 1
        rows += [_row(ledger, entry, place, values, None) for entry in tier if not ledger.placeless(entry)]
    for tier, origin in finals.others(rankings):
        tied += [tier] if len(tier) > 1 else []
        place = len(rows) + 1
        rows += [_with_origin(_row(ledger, entry, place, values, None), origin) for entry in tier]
    return Standings((*rows, *_placeless(ledger, False)), tuple(tied), "final", frozenset(finals.finalists))


def _with_origin(row: StandingsRow, origin: tuple[int, int]) -> StandingsRow:
    return StandingsRow(row.entry, row.place, row.points, row.tiebreaks, row.group, origin)
