"""Bots of one game against each other: `python -m engine.ladder GAME`. A table with wins and confidence intervals.

Every match is a pure function of its number, so a table can be made again; matches run on all cores.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import math
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from engine.core import chance
from engine.core.game import Game, Options
from engine.core.table import Table, from_key
from engine.games import GAMES

Pairing = tuple[str, tuple[tuple[str, int], ...], int]  # game, (bot, budget) by seat, number of the match


def play_match(
    game: Game[Any, Any], bots: Sequence[tuple[str, int]], seed: bytes, options: Options | None = None
) -> tuple[Any, int]:
    """One match of bots by seat, as (bot, budget); the last state and the number of plies."""
    table = Table.opened(game, len(bots), options, from_key(chance.chance_key(seed)))
    put: dict[int, int] = {}  # seat -> when its open question was put
    while not table.over:
        put = {seat: put.get(seat, table.at) for seat in table.asked()}
        _act(table, bots, put, seed)
    return table.state, len(table.steps)


def _act(table: Table[Any], bots: Sequence[tuple[str, int]], put: dict[int, int], seed: bytes) -> None:
    """The seat whose bot answers first answers, unless the game's timer is sooner."""
    game, answers = table.game, []
    for seat in table.asked():
        name, budget = bots[seat]
        key = chance.bot_seed(chance.bot_key(seed, seat), table.answered(seat) + 1)
        choice = game.bots[name].choose(game, game.view(table.state, seat), seat, budget, key)
        answers.append((max(table.at, put[seat] + choice.wait_ms), seat, choice.move))
        if choice.wait_ms == 0:
            break
    when, seat, text = min(answers)
    due = game.deadline(table.state)
    if due is not None and due <= when:
        table.time_up()
        return
    del put[seat]
    table.play(seat, text, when)


def _run(pairing: Pairing) -> tuple[tuple[float, ...], tuple[int, ...], int]:
    """Points by seat (a shared win is shared), scores and plies."""
    key, bots, number = pairing
    game = GAMES[key]
    state, plies = play_match(game, bots, hashlib.sha256(f"ladder/{key}/{number}".encode()).digest())
    winners = game.winners(state) or frozenset()
    points = tuple((1 / len(winners)) if seat in winners else 0.0 for seat in range(len(bots)))
    if not winners and len(bots) == 2:
        points = (0.5, 0.5)
    return points, game.scores(state), plies


def interval(points: float, matches: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    if not matches:
        return 0.0, 1.0
    z, p = 1.96, points / matches
    middle = (p + z * z / (2 * matches)) / (1 + z * z / matches)
    half = z / (1 + z * z / matches) * math.sqrt(p * (1 - p) / matches + z * z / (4 * matches * matches))
    return max(0.0, middle - half), min(1.0, middle + half)


def _show(done: int, of: int, note: str) -> None:
    if sys.stderr.isatty() or done == of:
        bar = "#" * (30 * done // of)
        sys.stderr.write(f"\r[{bar:<30}] {done}/{of} {note:<40}" + ("\n" if done == of else ""))
        sys.stderr.flush()


def duel(key: str, strong: tuple[str, int], weak: tuple[str, int], matches: int, workers: int) -> Iterator[str]:
    """`strong` against `weak`, changing seats every match."""
    pairings: list[Pairing] = [
        (key, (strong, weak) if number % 2 == 0 else (weak, strong), number) for number in range(matches)
    ]
    points, wins, draws, plies = 0.0, 0, 0, 0
    with ProcessPoolExecutor(workers) as pool:
        for number, (points_of, _, length) in enumerate(pool.map(_run, pairings)):
            mine = points_of[number % 2]
            points += mine
            wins += mine == 1
            draws += 0 < mine < 1
            plies += length
            _show(number + 1, matches, f"{strong[0]} - {weak[0]}: {points:g}")
    lost = matches - wins - draws
    yield (
        f"{_name(strong)} {_name(weak)} {matches:>7} {wins:>5} {draws:>5} {lost:>5} "
        f"{_share(points, matches)} {plies / matches:>6.1f}"
    )


def alone(key: str, bots: Sequence[tuple[str, int]], matches: int, workers: int) -> Iterator[str]:
    """One seat: every bot plays the same deals; the mean score of each."""
    for bot in bots:
        pairings: list[Pairing] = [(key, (bot,), number) for number in range(matches)]
        scores: list[int] = []
        with ProcessPoolExecutor(workers) as pool:
            for _, final, _ in pool.map(_run, pairings):
                scores.append(final[0])
                _show(len(scores), matches, f"{bot[0]} alone")
        mean = sum(scores) / matches
        error = math.sqrt(sum((score - mean) ** 2 for score in scores)) / matches
        yield f"{_name(bot)} 1 seat  {matches:>7} matches   mean score {mean:.2f} (standard error {error:.2f})"


def _name(bot: tuple[str, int]) -> str:
    return f"{bot[0] + ' @' + str(bot[1]):<18}"


def _share(points: float, matches: int) -> str:
    low, high = interval(points, matches)
    return f"{100 * points / matches:>6.1f} %   {100 * low:>3.0f}-{100 * high:<3.0f} %"


def round_table(key: str, bots: Sequence[tuple[str, int]], seats: int, matches: int, workers: int) -> Iterator[str]:
    """One table size: the bots take the seats in turn; points and mean score of each."""
    pairings: list[Pairing] = [
        (key, tuple(bots[(seat + number) % len(bots)] for seat in range(seats)), 10_000 + number)
        for number in range(matches)
    ]
    points, scores, sat = dict.fromkeys(bots, 0.0), dict.fromkeys(bots, 0), dict.fromkeys(bots, 0)
    with ProcessPoolExecutor(workers) as pool:
        for number, (gained, final, _) in enumerate(pool.map(_run, pairings)):
            for seat, bot in enumerate(pairings[number][1]):
                points[bot] += gained[seat]
                scores[bot] += final[seat]
                sat[bot] += 1
            _show(number + 1, matches, f"{seats} seats")
    for bot in bots:
        yield f"{_name(bot)} {seats} seats {_share(points[bot], sat[bot])}   mean score {scores[bot] / sat[bot]:.1f}"


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m engine.ladder", description=__doc__)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only", help="only pairs with this bot")
    parser.add_argument("--budget", type=int, help="budget of the strongest bot, instead of its own")
    given = parser.parse_args(argv)
    game = GAMES[given.game]
    ladder = sorted(game.bots.values(), key=lambda bot: (bot.level, bot.key))
    bots = [(bot.key, bot.budget) for bot in ladder]
    if given.budget:
        bots[-1] = (bots[-1][0], given.budget)
    if 2 in game.info.seats:
        print(f"{'bot':<18} {'against':<18} matches   won drawn  lost   points    95 %      plies")
        for weak, strong in itertools.pairwise(bots):
            if given.only in (None, weak[0], strong[0]):
                print(*duel(given.game, strong, weak, given.matches, given.workers), sep="\n", flush=True)
    for seats in game.info.seats:
        if seats == 1 and given.only is None:
            print(*alone(given.game, bots, given.matches, given.workers), sep="\n", flush=True)
        elif seats != 2 and given.only is None:
            rows = round_table(given.game, bots, seats, max(1, given.matches // 4), given.workers)
            print(*rows, sep="\n", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
