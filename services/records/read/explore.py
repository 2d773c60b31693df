"""The explorer: what was played from a position, and how it went for seat 0. One statement, by the position's key."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from django.db import connection

from engine.games import GAMES
from services.records.index import DRAWN, EXAMPLES, LOST, WON
from services.records.models import COLLECTION, HOUSE
from services.records.positions import position_id
from services.records.read.search import MINE, BadPosition, key_of

_EXPLORED: Final = """
    SELECT move, next, won, lost, drawn, examples FROM records_explored WHERE position = %s AND shelf = ANY(%s)
"""


def start_of(game: str) -> str:
    """The position that is shown when none is asked for. Raises BadPosition for a game without position texts."""
    rules = GAMES.get(game)
    options = {} if rules is None else {name: schema["default"] for name, schema in rules.info.options.items()}
    text = None if rules is None else rules.write_position(rules.setup(min(rules.info.seats), options))
    if text is None:
        raise BadPosition
    return text


def explore(game: str, position: str, source: str, me: UUID | None) -> dict[str, Any]:
    """Counts and moves of a position, turned as it was asked. Raises BadPosition."""
    key_of(game, position)
    keyed = GAMES[game].keyed(position)
    assert keyed is not None
    shelves = {"": [HOUSE, COLLECTION], MINE: [str(me)]}.get(source, [source])
    with connection.cursor() as cursor:
        cursor.execute(_EXPLORED, [position_id(keyed.key), shelves])
        rows = cursor.fetchall()
    totals, moves, examples = _counts(), dict[str, dict[str, Any]](), list[str]()
    for move, after, won, lost, drawn, ids in rows:
        _add(totals, won, lost, drawn)
        examples += map(str, ids)
        if move:
            text = keyed.from_key(move)
            _add(moves.setdefault(text, {"move": text, **_counts(), "key": after}), won, lost, drawn)
    ordered = sorted(moves.values(), key=lambda row: (-row["matches"], row["move"]))
    return {"key": keyed.key, **totals, "moves": ordered, "examples": list(dict.fromkeys(examples))[:EXAMPLES]}


def _counts() -> dict[str, Any]:
    return {"matches": 0, WON: 0, LOST: 0, DRAWN: 0}


def _add(counts: dict[str, Any], won: int, lost: int, drawn: int) -> None:
    counts["matches"] += won + lost + drawn
    counts[WON] += won
    counts[LOST] += lost
    counts[DRAWN] += drawn
