"""A claim on a row: whoever works at it renews it while it lives, so that a dead worker's work is soon gone on with."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db import connection
from django.db.models import Manager

from services.analysis.models import ComputerView, PuzzleSearch
from services.bus import counters
from services.log import clock

CLAIM: Final = timedelta(seconds=15)
RENEWED: Final = 5.0  # seconds between two renewals: a step may take longer than a claim


@contextmanager
def renewing(rows: type[ComputerView] | type[PuzzleSearch], claim: UUID) -> Iterator[None]:
    done = threading.Event()
    renewal = threading.Thread(target=_renew, args=(rows._default_manager, claim, done), daemon=True)
    renewal.start()
    try:
        yield
    finally:
        done.set()
        renewal.join()


def _renew(rows: Manager[ComputerView] | Manager[PuzzleSearch], claim: UUID, done: threading.Event) -> None:
    try:
        while not done.wait(RENEWED):
            counters.heartbeat("analysis")  # a tick may wait behind what is worked at
            rows.filter(claim=claim, claimed_until__isnull=False).update(claimed_until=clock.now() + CLAIM)
    finally:
        connection.close()
