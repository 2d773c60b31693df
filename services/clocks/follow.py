"""Outages: while nobody could be judged, no clock ran. The silence is given back before any clock is looked at."""

from __future__ import annotations

import contextlib
from datetime import datetime, timedelta
from uuid import UUID

from django.db import IntegrityError, transaction

from services.facts import Fact, OutageNoted
from services.log import clock
from services.log.append import Append, HeadMoved, append_one, seal
from services.log.rows import Row
from services.matches import events as ev
from services.matches.models import Match, Seat
from services.matches.rows import MatchRow, SeatRow


def handle(fact: Fact) -> None:
    if isinstance(fact, OutageNoted):
        began, ended = datetime.fromisoformat(fact.began), datetime.fromisoformat(fact.ended)
        matches = Match.objects.filter(clock_at__isnull=False, status=Match.Status.RUNNING)
        for match_id in list(matches.values_list("pk", flat=True)):
            _credit(match_id, fact.outage, began, ended)


def _credit(match_id: UUID, outage: int, began: datetime, ended: datetime) -> None:
    """Once for each match and outage. Whose question was put after the outage had begun is credited from then on."""
    match = Match.objects.select_related("stream").get(pk=match_id)
    if match.clock_at is None or match.status != Match.Status.RUNNING:
        return
    gift = ended - max(began, match.stream.head_at)
    if gift <= timedelta(0):
        return
    ms = round(gift.total_seconds() * 1000)
    seats = Seat.objects.filter(match=match, decision__isnull=False).order_by("seat")
    waiting = list(seats.values_list("seat", flat=True))
    drafts = [
        ev.ClockCredited(seat=seat, ms=ms).draft(ev.SERVER, once=f"outage {outage} seat {seat}") for seat in waiting
    ]
    later = match.clock_at + gift
    rows: list[Row] = [MatchRow(match.id, clock_at=later)]
    rows += [SeatRow(match.id, seat, deadline_at=later) for seat in waiting]
    with contextlib.suppress(HeadMoved, IntegrityError), transaction.atomic():
        append_one(Append(seal(match.head, drafts, clock.now()), rows))
