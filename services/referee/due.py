"""What is due for the referee of a game: selected from the database, so that the queue may lose everything."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import connection

from services.bus import pokes
from services.referee.serve import serve

LATE: Final = timedelta(seconds=2)  # a poke younger than this is probably still on its way
AHEAD: Final = timedelta(seconds=4)  # timers that run out before the next tick are poked for their moment
MOST: Final = 500


def due(game: str, now: datetime) -> None:
    """Judge what was recorded and not judged, start full tables, reveal seeds; poke timers for their moment."""
    for match_id, due_at in _due(game, now):
        if due_at is None or due_at <= now:
            serve([match_id])
        else:
            left = (due_at - now).total_seconds() + 0.005
            pokes.poke("referee.advance", str(match_id), queue=pokes.game_queue(game), countdown=left)


# One statement for the four kinds of due work, each by an index of its own.
_DUE = """
    SELECT m.id, NULL::timestamptz FROM store_seat s JOIN store_match m ON m.id = s.match_id
      JOIN store_stream st ON st.id = m.id
     WHERE s.answered_seq IS NOT NULL AND m.game = %(game)s AND m.parked = '' AND st.head_at < %(late)s
    UNION
    SELECT m.id, NULL FROM store_match m JOIN store_stream st ON st.id = m.id
     WHERE m.status = 'starting' AND m.game = %(game)s AND m.parked = '' AND st.head_at < %(late)s
    UNION
    SELECT m.id, NULL FROM store_match m JOIN store_stream st ON st.id = m.id
     WHERE NOT m.revealed AND m.status IN ('ended', 'aborted') AND m.game = %(game)s AND m.parked = ''
       AND st.head_at < %(late)s
    UNION
    SELECT m.id, m.due_at FROM store_match m
     WHERE m.due_at < %(soon)s AND m.due_at IS NOT NULL AND m.status = 'running' AND m.game = %(game)s AND m.parked = ''
    LIMIT %(most)s
"""


def _due(game: str, now: datetime) -> list[tuple[UUID, datetime | None]]:
    """Matches with recorded and unjudged answers, full tables, seeds to be revealed; and timers with their moment."""
    with connection.cursor() as cursor:
        cursor.execute(_DUE, {"game": game, "late": now - LATE, "soon": now + AHEAD, "most": MOST})
        return list(cursor.fetchall())
