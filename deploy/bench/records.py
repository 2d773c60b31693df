"""What is over, in large numbers: copies of a finished match to search in, records to import, positions to look up."""

from __future__ import annotations

import json
import random
import sys
import time
import uuid
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import django

GAME, BOARD = "zertz", 37
PEOPLE = 1000  # that copies of a match are spread over
LOOKS = 60  # of each kind
PLIES = 25  # positions of a usual match


# -- copies of a finished match ---------------------------------------------------------------------------------------


def fill(matches: int) -> list[str]:
    """So many copies of the newest finished match, of other people at other times; some of the accounts."""
    from django.db import connection, transaction

    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")  # a copy is no log: nothing follows it
        cursor.execute(_ORIGINAL)
        original, opener = cursor.fetchone()
        cursor.execute(_NEW_PEOPLE, [PEOPLE])
        cursor.execute(_NEW_MATCHES, [PEOPLE, PEOPLE, matches])
        _copy(cursor, "gateway_account", "_person", {"id": "n.id", "login": "NULL"}, "c.id = %s", opener)
        _copy(cursor, "store_stream", "_match", {"id": "n.id", "log_id": "n.id"}, "c.id = %s", original)
        _copy(cursor, "store_match", "_match", _MATCH, "c.id = %s", original)
        _copy(cursor, "store_seat", "_match", _SEAT, "c.match_id = %s", original)
        _copy(cursor, "projections_matchcard", "_match", {"match_id": "n.id"}, "c.match_id = %s", original)
        cursor.execute(_ENTRIES)
        cursor.execute(_SEATS)
        cursor.execute("SELECT id::text FROM _person LIMIT 20")
        people = [row[0] for row in cursor.fetchall()]
    _analyze()
    return people


_ORIGINAL = """
    SELECT m.id, s.account FROM store_match m JOIN store_seat s ON s.match_id = m.id
     WHERE m.status = 'ended' AND m.revealed AND s.account IS NOT NULL ORDER BY m.ended_at DESC LIMIT 1
"""
_NEW_PEOPLE = """
    CREATE TEMP TABLE _person ON COMMIT DROP AS
    SELECT number, gen_random_uuid() AS id FROM generate_series(0, %s - 1) AS number
"""
# Few play much: whoever sits there is drawn so that small numbers are frequent.
_NEW_MATCHES = """
    CREATE TEMP TABLE _match ON COMMIT DROP AS
    SELECT n AS number, gen_random_uuid() AS id, now() - n * interval '5 min' AS at, p.id AS first, q.id AS second,
           (ARRAY['won', 'lost', 'won', 'lost', 'drawn'])[1 + n %% 5] AS outcome,
           (ARRAY['zertz', 'glux', 'zertz', 'enigma', 'potion_explosion'])[1 + n %% 5] AS game,
           (ARRAY['white', 'resign', 'time', 'black', 'three'])[1 + n %% 5] AS reason
      FROM (SELECT n, floor(random() * random() * %s)::int AS a, floor(random() * random() * %s)::int AS b
              FROM generate_series(1, %s) AS n) AS drawn
      JOIN _person p ON p.number = a JOIN _person q ON q.number = b
"""
_MATCH = {"id": "n.id", "opened_at": "n.at", "started_at": "n.at", "ended_at": "n.at", "opened_by": "n.first"}
_SEAT = {"match_id": "n.id", "account": "CASE WHEN c.seat = 0 THEN n.first ELSE n.second END"}
_ENTRIES = """
    INSERT INTO records_entry (id, shelf, game, ended_at, public_at, private, opened_by, reason, outcome, moves)
    SELECT id, 'house', game, at, at, number % 50 = 0, first, reason, outcome, 10 + number % 60 FROM _match
"""
_SEATS = """
    INSERT INTO records_entryseat (entry_id, seat, who, outcome, ended_at)
    SELECT id, 0, first::text, outcome, at FROM _match UNION ALL
    SELECT id, 1, second::text, CASE outcome WHEN 'won' THEN 'lost' WHEN 'lost' THEN 'won' ELSE outcome END, at
      FROM _match
"""


def _copy(cursor: Any, table: str, new: str, changed: Mapping[str, str], where: str, key: uuid.UUID) -> None:
    """Rows of one match or account again for each of the new ones, with other values in the columns named."""
    cursor.execute("SELECT column_name FROM information_schema.columns WHERE table_name = %s", [table])
    columns = [row[0] for row in cursor.fetchall()]
    values = ", ".join(changed.get(name, f'c."{name}"') for name in columns)
    names = ", ".join(f'"{name}"' for name in columns)
    cursor.execute(f"INSERT INTO {table} ({names}) SELECT {values} FROM {table} c, {new} n WHERE {where}", [key])


def _analyze() -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def searches(people: list[str]) -> dict[str, list[str]]:
    """Queries by kind; each is asked once, so that no answer is kept."""
    luck = random.Random(5)
    days = [f"2026-{luck.randrange(1, 10):02}-{luck.randrange(1, 28):02}" for _ in range(LOOKS)]
    kinds: dict[str, list[str]] = {
        "the newest": [f"limit={n}" for n in range(1, 51)],
        "of a player": [f"player={value}" for value in people],
        "of two players": [f"player={value}&opponent={other}" for value, other in pairwise(people)],
        "won by a player": [f"player={value}&result=won" for value in people],
        "game and reason": [f"game=zertz&reason={value}" for value in ("white", "black", "resign", "time", "three")]
        * 4,
        "nothing fits": [f"reason=none{n}" for n in range(20)],
        "days": [f"from={day}&to={day}" for day in days],
        "many moves, late pages": [f"min_moves=60&to={day}" for day in days],
        "rated": [f"min_rating={1400 + n}" for n in range(20)],
    }
    return {kind: [f"/api/matches?{query}" for query in queries] for kind, queries in kinds.items()}


# -- records to import ------------------------------------------------------------------------------------------------


def write_records(path: Path, count: int) -> None:
    """Matches played at random, each in the twelve orientations of the board."""
    with path.open("w") as file:
        for number, record in enumerate(_records(random.Random(3))):
            if number == count:
                return
            file.write(json.dumps(record, separators=(",", ":")) + "\n")


def _records(luck: random.Random) -> Iterator[dict[str, Any]]:
    from engine.games.zertz.data.symmetry import symmetries

    while True:
        record = _played(luck)
        for symmetry in symmetries(BOARD):
            yield record | {"moves": [symmetry.turned(move) for move in record["moves"]]}


def _played(luck: random.Random) -> dict[str, Any]:
    from engine.core.table import Table
    from engine.games import GAMES

    table = Table.opened(GAMES[GAME], 2, {"board": BOARD})
    while table.game.winners(table.state) is None:
        seat = min(table.game.to_act(table.state))
        table.play(seat, luck.choice(list(table.game.legal_texts(table.state, seat))))
    moves = [table.game.write(step.ply.move, None) for step in table.steps]
    won = tuple(sorted(table.game.winners(table.state) or ()))
    result = {(0,): "1-0", (1,): "0-1", (0, 1): "1/2", (): "0-0"}[won]
    reason = table.game.reason(table.state)
    return {"board": BOARD, "goal": "standard", "moves": moves, "result": result, "reason": reason}


# -- positions --------------------------------------------------------------------------------------------------------


def fill_positions(positions: int) -> None:
    """So many visited positions beside those of the records that were imported, each with what was played from it."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(_POSITIONS, [positions // PLIES, PLIES])
        cursor.execute(_PLAYED)
    _analyze()


_POSITIONS = """
    INSERT INTO records_visit (position, entry)
    SELECT gen_random_uuid(), e.id FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, %s)) AS e,
           generate_series(1, %s)
"""
_PLAYED = """
    INSERT INTO records_explored (position, shelf, move, next, won, lost, drawn, examples)
    SELECT position, 'records', 'Wa1', '37 oooo', 1, 0, 0, ARRAY[entry] FROM records_visit ON CONFLICT DO NOTHING
"""


def positions_of(path: Path) -> list[str]:
    """Some that occur in the records of a file: the start, which all share, and later ones."""
    from services.records.plays import read_line

    plays = [read_line(line) for line in path.read_bytes().splitlines()[: 12 * LOOKS : 12]]
    return [play.positions[number % len(play.positions)] for number, play in enumerate(plays)]


def main(part: str, *args: str) -> None:
    django.setup()
    began = time.perf_counter()
    if part == "matches":
        print(json.dumps(fill(int(args[0]))))
    elif part == "file":
        write_records(Path(args[0]), int(args[1]))
    elif part == "positions":
        fill_positions(int(args[0]))
        print(json.dumps(positions_of(Path(args[1]))))
    print(f"{part}: {time.perf_counter() - began:.1f} s", file=sys.stderr)


if __name__ == "__main__":
    main(*sys.argv[1:])
