"""Questions put to bots that nobody answered: listed from the database, so that the queue may lose everything."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Exists, OuterRef

from services.bus import pokes
from services.matches.models import Match, Seat

LATE: Final = timedelta(seconds=4)
REPEATED: Final = 5  # seconds until a poke that was not answered counts as lost
MOST: Final = 500


def due(now: datetime) -> None:
    seats = Seat.objects.filter(
        decision__isnull=False,
        answered_seq__isnull=True,
        asked_at__lt=now - LATE,
        match__status=Match.Status.RUNNING,
        match__parked="",
        match__agreed_pause=False,
    ).exclude(bot="")
    people = Exists(Seat.objects.filter(match=OuterRef("match"), account__isnull=False))
    late = seats.annotate(people=people).order_by("-people", "asked_at")
    for match_id, seat, decision, with_people in late.values_list("match_id", "seat", "decision", "people")[:MOST]:
        if pokes.may_repeat("think", str(match_id), seat, decision or 0, seconds=REPEATED):
            pokes.poke("opponents.think", str(match_id), seat, queue="opponents", first=with_people)
