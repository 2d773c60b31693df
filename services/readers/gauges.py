"""Numbers for monitoring that are cheap to ask for: each is counted by a small index."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import DatabaseError, InterfaceError, connection

from services.log.outbox import waiting_counts
from services.matches.models import Match, Seat


@dataclass(frozen=True, slots=True)
class Gauges:
    unjudged: int  # answers that are recorded and not judged
    parked: int  # matches the referee gave up on
    facts: dict[str, dict[str, int]]  # by follower: how many facts wait, how many are parked


def read_gauges() -> Gauges:
    return Gauges(
        unjudged=Seat.objects.filter(answered_seq__isnull=False).count(),
        parked=Match.objects.exclude(parked="").count(),
        facts=waiting_counts(),
    )


def database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except (DatabaseError, InterfaceError):
        return False
    return True
