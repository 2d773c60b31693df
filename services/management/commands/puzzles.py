"""`manage.py puzzles make`: fresh puzzles for Enigma, each solved and checked, as the data file holds them."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, TextIO

from django.core.management.base import BaseCommand, CommandError, CommandParser

from engine.games.enigma.generate import KINDS, LEVELS, NoMorePuzzles, make


class Command(BaseCommand):
    help = "Make fresh puzzle sets with verified solutions."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        making = parser.add_subparsers(dest="what", required=True).add_parser("make", help="make new puzzles")
        making.add_argument("--kind", required=True, choices=KINDS)
        making.add_argument("--count", type=int, default=27)
        making.add_argument("--seed", required=True, help="any text; the same text makes the same puzzles")
        making.add_argument("--level", type=int, choices=LEVELS, help="one level only; else the three in turn")
        making.add_argument("--out", type=Path, help="write to this file, not to standard output")
        making.add_argument("--answers", action="store_true", help="keep a verified answer beside each puzzle")

    def handle(self, *args: Any, **given: Any) -> None:
        if given["count"] < 1:
            raise CommandError("--count must be 1 or more")
        puzzles = [one if given["answers"] else _without_answer(one) for one in self._made(given)]
        text = json.dumps({"game": "enigma", "version": 1, "seed": given["seed"], "puzzles": puzzles}, indent=1) + "\n"
        if given["out"] is None:
            self.stdout.write(text, ending="")
        else:
            given["out"].write_text(text, encoding="utf-8")

    def _made(self, given: dict[str, Any]) -> list[Any]:
        found: list[Any] = []
        _show(sys.stderr, 0, given["count"], given["kind"])
        try:
            for puzzle in make(given["kind"], given["count"], given["seed"], given["level"]):
                found.append(puzzle)
                _show(sys.stderr, len(found), given["count"], given["kind"])
        except NoMorePuzzles as error:
            raise CommandError(f"\n{error}") from None
        return found


def _without_answer(puzzle: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in puzzle.items() if name != "answer"}


def _show(out: TextIO, done: int, of: int, note: str) -> None:
    """A bar that redraws itself on a terminal; in a file only its last line."""
    if out.isatty() or done == of:
        end = "\n" if done == of else ""
        out.write(f"\r[{'#' * (30 * done // of):<30}] {done}/{of} {note}{end}")
        out.flush()
