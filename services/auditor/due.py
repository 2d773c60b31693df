"""What is due for the auditor: matches nobody has checked, or not lately, ones without a leaf, the next checkpoint."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from services.auditor import passes
from services.auditor.follow import number_streams
from services.bus import pokes
from services.log import checkpoints
from services.matches.models import Match

AUDITS: Final = 2  # a tick: a rush of endings must not disturb play
LEAVES: Final = 500
SOONEST: Final = timedelta(seconds=50)  # between two checkpoints
LATEST: Final = timedelta(hours=1)


def due(now: datetime) -> None:
    _checks()
    if _searches.is_due():
        _leaves()
    _checkpoint(now)
    passes.due(now)


class HourlyAudit:
    """Whether an hour has passed since the last time; the first time at once."""

    def __init__(self) -> None:
        self._next = 0.0

    def is_due(self) -> bool:
        if time.monotonic() < self._next:
            return False
        self._next = time.monotonic() + 3600
        return True


_searches = HourlyAudit()


def _checks() -> None:
    """Finished matches that nobody has checked yet; a few at a time."""
    matches = Match.objects.filter(revealed=True, audit="").order_by("ended_at")
    for match_id in matches.values_list("pk", flat=True)[:AUDITS]:
        pokes.poke("auditor.check", str(match_id), queue="auditor", expires=3)


def _leaves() -> None:
    """Finished matches whose fact was never said: those of a house from before there were facts. Reads all matches."""
    matches = Match.objects.filter(revealed=True, stream__leaf__isnull=True).order_by("ended_at", "pk")
    while waiting := list(matches.values_list("pk", flat=True)[:LEAVES]):
        with transaction.atomic():
            number_streams(waiting)


def _checkpoint(now: datetime) -> None:
    """Soon after a match is over, else every hour."""
    last = checkpoints.newest()
    if last is None or now - last[1] >= (SOONEST if checkpoints.size() > last[0] else LATEST):
        checkpoints.write_checkpoint()
