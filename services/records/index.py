"""The index of everything that is over: entries, who sat there, positions. Each is written once, in one transaction."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import connection

from services.records.models import COLLECTION, HOUSE
from services.records.positions import Passed

EXAMPLES: Final = 8
WON, LOST, DRAWN = "won", "lost", "drawn"


@dataclass(frozen=True, slots=True)
class Indexed:
    """What is kept of a match or record for search and explorer."""

    id: UUID
    shelf: str
    game: str
    ended_at: datetime
    reason: str
    outcomes: tuple[str, ...]  # by seat
    moves: int
    public_at: datetime
    private: bool = False
    opened_by: UUID | None = None
    rating: int | None = None
    tournament: UUID | None = None
    seats: tuple[str, ...] = ()  # who sat there; empty: nobody known
    passed: tuple[Passed, ...] = ()
    counted: bool = True  # its positions count in the explorer


def outcomes_of(winners: Iterable[int], seats: int) -> tuple[str, ...]:
    """For each seat: alone or with others but not all it won; shared by all, or won by nobody, it is drawn."""
    won = set(winners)
    if not won or len(won) == seats > 1:
        return (DRAWN,) * seats
    return tuple(WON if seat in won else LOST for seat in range(seats))


_ENTRIES = """
    INSERT INTO records_entry (id, shelf, game, ended_at, public_at, private, opened_by, reason, outcome, moves, rating,
                               tournament)
    SELECT id, shelf, game, ended_at, public_at, private, opened_by, reason, outcome, moves, rating, tournament
      FROM jsonb_to_recordset(%s::jsonb) AS r(id uuid, shelf text, game text, ended_at timestamptz,
           public_at timestamptz, private boolean, opened_by uuid, reason text, outcome text, moves int, rating int,
           tournament uuid)
        ON CONFLICT (id) DO NOTHING RETURNING id
"""
_SEATS = """
    INSERT INTO records_entryseat (entry_id, seat, who, outcome, ended_at)
    SELECT entry_id, seat, who, outcome, ended_at FROM jsonb_to_recordset(%s::jsonb)
        AS r(entry_id uuid, seat int, who text, outcome text, ended_at timestamptz)
"""
_VISITS = """
    INSERT INTO records_visit (position, entry)
    SELECT unnest(%s::uuid[]), unnest(%s::uuid[]) ON CONFLICT DO NOTHING
"""
_EXPLORED = f"""
    INSERT INTO records_explored AS e (position, shelf, move, next, won, lost, drawn, examples)
    SELECT position, shelf, move, next, won, lost, drawn, examples FROM jsonb_to_recordset(%s::jsonb)
        AS r(position uuid, shelf text, move text, next text, won int, lost int, drawn int, examples uuid[])
        ON CONFLICT (position, shelf, move) DO UPDATE SET won = e.won + EXCLUDED.won, lost = e.lost + EXCLUDED.lost,
           drawn = e.drawn + EXCLUDED.drawn, examples = (EXCLUDED.examples || e.examples)[1:{EXAMPLES}]
"""


def add_entries(items: Sequence[Indexed]) -> set[UUID]:
    """Write those that are not there yet, with seats and positions; which were new. Call it in a transaction."""
    rows = [_entry(item) for item in items]
    with connection.cursor() as cursor:
        cursor.execute(_ENTRIES, [json.dumps(rows)])
        new = {row[0] for row in cursor.fetchall()}
        fresh = list({item.id: item for item in items if item.id in new}.values())
        seats = [seat for item in fresh for seat in _seats(item)]
        if seats:
            cursor.execute(_SEATS, [json.dumps(seats)])
        visits = [(passed.position, item.id) for item in fresh for passed in item.passed]
        if visits:
            cursor.execute(_VISITS, [[position for position, _ in visits], [entry for _, entry in visits]])
    for shelf in (HOUSE, COLLECTION):
        count_positions([item for item in fresh if item.shelf == shelf], shelf)
    return new


def _entry(item: Indexed) -> dict[str, Any]:
    return {
        "id": str(item.id), "shelf": item.shelf, "game": item.game, "ended_at": item.ended_at.isoformat(),
        "public_at": item.public_at.isoformat(), "private": item.private, "opened_by": _text(item.opened_by),
        "reason": item.reason, "outcome": item.outcomes[0], "moves": item.moves, "rating": item.rating,
        "tournament": _text(item.tournament),
    }  # fmt: skip


def _text(value: UUID | None) -> str | None:
    return None if value is None else str(value)


def _seats(item: Indexed) -> list[dict[str, Any]]:
    return [
        {
            "entry_id": str(item.id), "seat": seat, "who": who, "outcome": item.outcomes[seat],
            "ended_at": item.ended_at.isoformat(),
        }
        for seat, who in enumerate(item.seats)
    ]  # fmt: skip


def count_positions(items: Sequence[Indexed], shelf: str) -> None:
    """Add plays to what the explorer counts on a shelf: each once a position."""
    sums: dict[tuple[str, str], dict[str, Any]] = {}
    for item in items:
        if item.counted and not item.private:
            for passed in item.passed:
                _count(sums, passed, item, shelf)
    if sums:
        # In one order, so that two writers wait for each other instead of both failing.
        rows = [sums[key] for key in sorted(sums)]
        with connection.cursor() as cursor:
            cursor.execute(_EXPLORED, [json.dumps(rows)])


def _count(sums: dict[tuple[str, str], dict[str, Any]], passed: Passed, item: Indexed, shelf: str) -> None:
    row = sums.setdefault(
        (str(passed.position), passed.move),
        {
            "position": str(passed.position), "shelf": shelf, "move": passed.move, "next": passed.next,
            WON: 0, LOST: 0, DRAWN: 0, "examples": [],
        },
    )  # fmt: skip
    row[item.outcomes[0]] += 1
    if len(row["examples"]) < EXAMPLES:
        row["examples"].append(str(item.id))


def collect(ids: Sequence[UUID], items: Mapping[UUID, Indexed], at: datetime) -> set[UUID]:
    """Entries that were brought by accounts come into the house's collection; which of them were not in it yet."""
    with connection.cursor() as cursor:
        cursor.execute(_COLLECT, [at, list(ids)])
        moved = {row[0] for row in cursor.fetchall()}
    count_positions([items[key] for key in sorted(moved)], COLLECTION)
    return moved


_COLLECT = f"""
    UPDATE records_entry SET shelf = '{COLLECTION}', ended_at = %s
     WHERE id = ANY(%s::uuid[]) AND shelf = 'import' RETURNING id
"""
