"""Freezes matches of one game: `python -m tests.playthroughs.make GAME`. Replaces frozen ones only on request."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence

from engine.games import GAMES
from tests.engine.conformance import Table, recorded, sizes, variants
from tests.playthroughs import text

MATCHES = 2  # at every table size; other options get one


def tables(key: str) -> list[tuple[Table, int]]:
    all_tables = [(table, number) for table in sizes() for number in range(MATCHES)] + [
        (table, 0) for table in variants()
    ]
    return [(table, number) for table, number in all_tables if table.key == key]


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.playthroughs.make", description=__doc__)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--replace", action="store_true", help="also where the engine folds differently now")
    given = parser.parse_args(argv)
    game = GAMES[given.game]
    text.folder(game).mkdir(parents=True, exist_ok=True)
    kept = 0
    for table, number in tables(given.game):
        name = re.sub(r"[^a-z0-9_=-]", "_", f"{str(table).partition('-')[2]}-{number + 1}".lower()) + ".txt"
        path = text.folder(game) / name
        match = recorded(table, number)
        folded = text.frozen(game, table.seats, table.all_options, match.states, match.plies)
        if path.exists() and path.read_text(encoding="utf-8") != folded and not given.replace:
            print(f"{path.name}: differs from what is frozen; raise rules_version, or give --replace and a reason")
            kept += 1
            continue
        path.write_text(folded, encoding="utf-8")
        print(f"{path.name}: {len(match.plies)} plies")
    return 1 if kept else 0


if __name__ == "__main__":
    raise SystemExit(main())
