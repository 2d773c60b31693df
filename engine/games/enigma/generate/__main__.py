"""`python -m engine.games.enigma.generate`: fresh puzzles, each solved and checked, as the data file holds them."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.core.game import Json
from engine.games.enigma.generate import KINDS, LEVELS, NoMorePuzzles, make


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine.games.enigma.generate", description=__doc__)
    parser.add_argument("--kind", required=True, choices=KINDS)
    parser.add_argument("--count", type=int, default=27)
    parser.add_argument("--seed", required=True, help="any text; the same text makes the same puzzles")
    parser.add_argument("--level", type=int, choices=LEVELS, help="one level only; else the three in turn")
    parser.add_argument("--out", type=Path, help="write to this file, not to standard output")
    parser.add_argument("--answers", action="store_true", help="keep a verified answer beside each puzzle")
    return parser


def _puzzles(given: argparse.Namespace) -> Iterator[Json]:
    for number, puzzle in enumerate(make(given.kind, given.count, given.seed, given.level), 1):
        _show(number, given.count, given.kind)
        yield puzzle if given.answers else {name: value for name, value in puzzle.items() if name != "answer"}


def _show(done: int, of: int, note: str) -> None:
    """A bar that redraws itself on a terminal; in a file only its last line."""
    if sys.stderr.isatty() or done == of:
        sys.stderr.write(f"\r[{'#' * (30 * done // of):<30}] {done}/{of} {note}" + ("\n" if done == of else ""))
        sys.stderr.flush()


def main(argv: Sequence[str] | None = None) -> int:
    parser = _parser()
    given = parser.parse_args(argv)
    if given.count < 1:
        parser.error("--count must be 1 or more")
    try:
        puzzles = list(_puzzles(given))
    except NoMorePuzzles as error:
        parser.error(str(error))
    text = json.dumps({"game": "enigma", "version": 1, "seed": given.seed, "puzzles": puzzles}, indent=1) + "\n"
    if given.out is None:
        sys.stdout.write(text)
    else:
        given.out.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
