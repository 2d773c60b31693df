"""The small boards of somebody's own matches: the present frames of their seats, many at once."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final
from uuid import UUID

from django.db import connection

from engine.core.game import Json
from services.readers.models import Frame

_FRAMES: Final = f"""
    SELECT f.body FROM {Frame._meta.db_table} f JOIN store_seat s ON s.match_id = f.match_id AND s.seat = f.eye
     WHERE (s.account = %s OR s.former = %s) AND f.match_id = ANY(%s)
"""


def boards_of(account: UUID, matches: Sequence[UUID]) -> list[dict[str, Json]]:
    """The frames of the account's seats at these matches, without moves. In one statement.

    A glance at a small board is no look at the match: nobody's reminders are held back for it.
    """
    with connection.cursor() as cursor:
        cursor.execute(_FRAMES, [account, account, list(matches)])
        return [json.loads(body) for (body,) in cursor.fetchall()]
