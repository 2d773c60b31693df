"""When a table has what counts, who goes on from a bracket's table, and whether another game is due (section 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from verifier.tournament.book import Book, Game
from verifier.tournament.reckoning import ABORTED, ANNULLED, OPEN, Reckoning

EXTRA_GAMES: Final = 2


@dataclass(frozen=True, slots=True)
class Settlement:
    settled: bool
    another: bool = False  # another game is due
    winner: int | None = None  # of a bracket's table
    loser: int | None = None


def in_bracket(book: Book, number: int) -> bool:
    final = book.rules.get("final") or {}
    return book.format in ("knockout", "double_knockout") or (
        book.format == "groups" and final.get("kind") == "bracket" and number > 1
    )


def settlement(reckoning: Reckoning, games: Sequence[Game], seeds: Sequence[int] = ()) -> Settlement:
    """`seeds`: best first; left out: by starting number."""
    live = [game for game in games if not game.replaced]
    last = reckoning.verdicts[live[-1].key]
    if last.kind == OPEN:
        return Settlement(False)
    if in_bracket(reckoning.book, live[-1].round):
        return _series(reckoning, live, seeds or reckoning.order)
    return Settlement(last.kind != ABORTED, another=last.kind == ABORTED)


def _series(reckoning: Reckoning, games: Sequence[Game], seeds: Sequence[int]) -> Settlement:
    better, worse = sorted(games[-1].people, key=seeds.index)
    verdicts = [reckoning.verdicts[game.key] for game in games]
    if all(verdict.kind == ANNULLED for verdict in verdicts):
        return Settlement(True, False, better, worse)
    if verdicts[-1].lost >= {better, worse}:
        return Settlement(True)
    wins: Counter[int] = Counter()
    counted = 0
    for game, verdict in zip(games, verdicts, strict=True):
        counted += verdict.counts
        if verdict.counts and verdict.places is not None and verdict.places.count(1) == 1:
            wins[game.people[verdict.places.index(1)]] += 1
    ahead, behind = (better, worse) if wins[better] >= wins[worse] else (worse, better)
    length = reckoning.book.rules.get("best_of") or 1
    if 2 * wins[ahead] > length or counted >= length + EXTRA_GAMES:
        return Settlement(True, False, ahead, behind)
    gone = [entry for entry in (better, worse) if entry in reckoning.out]
    if len(gone) == 1:
        return Settlement(True, False, worse if gone == [better] else better, gone[0])
    return Settlement(bool(gone), another=not gone)
