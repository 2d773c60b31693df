"""What is due in the lobby: seeks that fit by now, seeks whose time is over, what closed accounts leave open."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from services.lobby.closed import closed_lately, end_for_closed
from services.lobby.models import Seek
from services.lobby.seeks import pair
from services.people.asked import forget_commands

MOST: Final = 500


def due(now: datetime) -> None:
    """Safe to run as often as one likes."""
    Seek.objects.filter(status=Seek.Status.OPEN, expires_at__lte=now).update(status=Seek.Status.GONE)
    end_for_closed(closed_lately(now))
    terms: set[str] = set()
    for seek in Seek.objects.filter(status=Seek.Status.OPEN).order_by("at", "id")[:MOST]:
        if seek.terms in terms:  # another of the same terms waits: it may fit by now
            pair(seek)
        terms.add(seek.terms)
    forget_commands(now)
