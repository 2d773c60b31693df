"""Claims on long work: a row says who works at it and until when; whoever does renews it while it lives.

A dead worker's claim is over after seconds. A claim saves work and guards nothing: what is written checks, in the same
transaction, that it still holds.
"""

from __future__ import annotations

import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db import connection
from django.db.models import Q, QuerySet

from services.bus import counters
from services.log import clock

CLAIM: Final = timedelta(seconds=10)
RENEWED: Final = 3.0  # seconds between two renewals: a step of the work may take longer than a claim


class Overtaken(Exception):
    """Somebody else works at it by now."""


def free(now: datetime) -> Q:
    """Rows nobody works at."""
    return Q(claimed_until__isnull=True) | Q(claimed_until__lt=now)


def take_claim(rows: QuerySet[Any], **changes: Any) -> UUID | None:
    """A new claim on rows that are free, together with changes of them; None: there were none."""
    now, claim = clock.now(), uuid.uuid4()
    taken = rows.filter(free(now)).update(claim=claim, claimed_until=now + CLAIM, **changes)
    return claim if taken else None


@contextmanager
def renewing(rows: QuerySet[Any], queue: str) -> Iterator[None]:
    """Renews the claim on rows while the block runs, and says that their queue is drained: a tick may wait behind."""
    done = threading.Event()
    renewal = threading.Thread(target=_renew, args=(rows, queue, done), daemon=True)
    renewal.start()
    try:
        yield
    finally:
        done.set()
        renewal.join()


def _renew(rows: QuerySet[Any], queue: str, done: threading.Event) -> None:
    try:
        while not done.wait(RENEWED):
            counters.heartbeat(queue)
            rows.filter(claimed_until__isnull=False).update(claimed_until=clock.now() + CLAIM)
    finally:
        connection.close()
