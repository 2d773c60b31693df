"""What is due for the records: imports nobody reads, days to pack, matches that ended before there was an index."""

from __future__ import annotations

import logging
import time
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import InterfaceError, OperationalError, connection, transaction

from services.bus import pokes
from services.bus.claims import free
from services.records.dumps import days_due
from services.records.follow import index_matches
from services.records.models import ImportJob, Packing

IMPORTS: Final = 10  # a tick
MISSING: Final = 200
HOUR: Final = 3600
logger = logging.getLogger(__name__)


def due(now: datetime) -> None:
    waiting = ImportJob.objects.filter(free(now)).exclude(status=ImportJob.Status.DONE).order_by("at")
    for job in waiting.values_list("pk", flat=True)[:IMPORTS]:
        pokes.poke("records.take", str(job), queue="records", expires=3)
    if _searches.is_due():
        index_missing()
    if days_due(now) and not Packing.objects.filter(claimed_until__gt=now).exists():
        pokes.poke("records.pack", queue="records", expires=3)


class HourlyIndex:
    """Whether an hour has passed since the last time; the first time at once."""

    def __init__(self) -> None:
        self._next = 0.0

    def is_due(self) -> bool:
        if time.monotonic() < self._next:
            return False
        self._next = time.monotonic() + HOUR
        return True


_searches = HourlyIndex()
_MISSING = """
    SELECT m.id FROM store_match m LEFT JOIN records_entry e ON e.id = m.id
     WHERE m.status = 'ended' AND m.revealed AND e.id IS NULL ORDER BY m.ended_at LIMIT %s
"""


def index_missing() -> int:
    """Matches whose fact was never said to us: those of a house from before there were records. How many came in."""
    with connection.cursor() as cursor:
        cursor.execute(_MISSING, [MISSING])
        missing = [row[0] for row in cursor.fetchall()]
    return sum(map(_index, missing))


def _index(match_id: UUID) -> bool:
    try:
        with transaction.atomic():
            index_matches([match_id])
    except (InterfaceError, OperationalError):
        raise  # the store is away: all of them wait
    except Exception:
        logger.exception("match %s cannot be indexed", match_id)
        return False
    return True
