"""What is due for the analysis: matches that somebody asked about and that nobody looks at."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db.models import Q

from services.analysis.models import ComputerView
from services.bus import pokes

VIEWS: Final = 10  # a tick


def due(now: datetime) -> None:
    free = Q(claimed_until__isnull=True) | Q(claimed_until__lt=now)
    waiting = ComputerView.objects.filter(free).exclude(status=ComputerView.Status.DONE).order_by("at")
    for view in waiting.values_list("pk", flat=True)[:VIEWS]:
        pokes.poke("analysis.look", str(view), queue="analysis", expires=3)
