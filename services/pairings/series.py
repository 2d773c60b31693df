"""When a table is settled, who goes on from a bracket's table, and whether it needs another game (section 2)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from services.pairings.ledger import Ledger
from services.pairings.outcomes import ABORTED, ANNULLED, OPEN, REPLACED
from services.pairings.state import PairedTable, TableGame

EXTRA_GAMES = 2
BRACKETS = ("knockout", "double_knockout")


@dataclass(frozen=True, slots=True)
class TableStatus:
    settled: bool
    next_game: bool = False  # another game of the table is due
    winner: int | None = None  # brackets: who goes on
    loser: int | None = None


def is_bracket_round(ledger: Ledger, round_number: int) -> bool:
    opened = ledger.state.opened
    final = opened.rules.get("final") or {}
    return opened.format in BRACKETS or (
        opened.format == "groups" and final.get("kind") == "bracket" and round_number > 1
    )


def best_of(ledger: Ledger) -> int:
    return int(ledger.state.opened.rules.get("best_of") or 1)


def table_status(ledger: Ledger, round_number: int, table: PairedTable, seeds: tuple[int, ...] = ()) -> TableStatus:
    """Without `seeds` the better seed is the lower starting number."""
    games = [game for game in table.games if not game.replaced]
    last = ledger.outcome(games[-1])
    if last.kind == OPEN:
        return TableStatus(settled=False)
    if is_bracket_round(ledger, round_number):
        return _series_status(ledger, games, seeds or ledger.state.order)
    if last.kind == ABORTED:
        return TableStatus(settled=False, next_game=True)
    return TableStatus(settled=True)


def _series_status(ledger: Ledger, games: list[TableGame], seeds: tuple[int, ...]) -> TableStatus:
    better, worse = sorted(games[-1].people, key=seeds.index)
    if all(ledger.outcome(game).kind == ANNULLED for game in games):
        return TableStatus(True, False, better, worse)
    forfeited = ledger.outcome(games[-1]).forfeited
    if {better, worse} <= forfeited:
        return TableStatus(settled=True)
    wins, counted = _score(ledger, games)
    first, second = (better, worse) if wins[better] >= wins[worse] else (worse, better)
    if 2 * wins[first] > best_of(ledger) or counted >= best_of(ledger) + EXTRA_GAMES:
        return TableStatus(True, False, first, second)
    if ledger.out(better) != ledger.out(worse):
        stays, leaves = (worse, better) if ledger.out(better) else (better, worse)
        return TableStatus(True, False, stays, leaves)
    if ledger.out(better):
        return TableStatus(settled=True)
    return TableStatus(settled=False, next_game=True)


def _score(ledger: Ledger, games: list[TableGame]) -> tuple[Counter[int], int]:
    """Games won by each, and how many games count: drawn ones do for nobody, aborted and annulled ones not at all."""
    wins: Counter[int] = Counter()
    counted = 0
    for game in games:
        outcome = ledger.outcome(game)
        if outcome.kind in (ABORTED, ANNULLED, REPLACED) or not outcome.counts:
            continue
        counted += 1
        if outcome.places is not None and outcome.places.count(1) == 1:
            wins[game.people[outcome.places.index(1)]] += 1
    return wins, counted
