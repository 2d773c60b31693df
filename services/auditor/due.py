"""What is due for the auditor: matches nobody has checked, or not lately, ones without a leaf, the next checkpoint."""

from __future__ import annotations

import time
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q

from services.auditor import passes
from services.auditor.follow import number_streams
from services.bus import pokes
from services.facts import StreamRevealed
from services.log import checkpoints
from services.log.models import Outbox, Stream
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
    """Finished matches whose fact was never said: those of a house from before there were facts. Reads all matches.

    What is said and waits is numbered with them, so that all are in the order of the reveals.
    """
    said = Outbox.objects.filter(follower="auditor", fact=StreamRevealed.NAME, parked="").values("stream")
    revealed = Stream.objects.filter(Q(match__revealed=True) | Q(pk__in=said))
    streams = revealed.filter(leaf__isnull=True).order_by("head_at", "pk").values_list("pk", flat=True)
    while streams.exists():
        with transaction.atomic():
            checkpoints.lock()
            number_streams(list(streams[:LEAVES]))


def _checkpoint(now: datetime) -> None:
    """Soon after a match is over, else every hour."""
    last = checkpoints.newest()
    if last is None or now - last[1] >= (SOONEST if checkpoints.size() > last[0] else LATEST):
        checkpoints.write_checkpoint()
