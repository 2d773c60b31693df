"""What is due for the tournaments: selected by their rows, so that the queue may lose everything."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from services.tournaments.models import Tournament
from services.tournaments.run import advance

MOST: Final = 200


def due(now: datetime) -> None:
    """Safe to run as often as one likes."""
    rows = Tournament.objects.filter(due_at__lte=now, parked="").order_by("due_at")
    for tournament in rows.values_list("pk", flat=True)[:MOST]:
        advance(tournament)
