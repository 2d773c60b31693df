"""Questions put to bots that nobody answered: found in the database, so that the queue may lose everything."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from services.bus import pokes
from services.matches.models import Match, Seat

LATE: Final = timedelta(seconds=4)
MOST: Final = 500


def due(now: datetime) -> None:
    seats = Seat.objects.filter(
        decision__isnull=False,
        answered_seq__isnull=True,
        asked_at__lt=now - LATE,
        match__status=Match.Status.RUNNING,
        match__parked="",
    ).exclude(bot="")
    for match_id, seat in seats.order_by("asked_at").values_list("match_id", "seat")[:MOST]:
        pokes.poke("opponents.think", str(match_id), seat, queue="opponents")
