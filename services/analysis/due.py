"""What is due for the analysis: matches somebody asked about and nobody looks at; puzzles, at night."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from services.analysis.models import ComputerView
from services.analysis.puzzles import choose_today, is_searched, unsearched
from services.bus import pokes
from services.bus.claims import free

VIEWS: Final = 10  # a tick
NIGHT: Final = range(1, 6)  # hours of UTC


def due(now: datetime) -> None:
    waiting = ComputerView.objects.filter(free(now)).exclude(status=ComputerView.Status.DONE).order_by("at")
    for view in waiting.values_list("pk", flat=True)[:VIEWS]:
        pokes.poke("analysis.look", str(view), queue="analysis", expires=3)
    if now.astimezone(UTC).hour in NIGHT and not is_searched(now) and unsearched(1):
        pokes.poke("analysis.puzzles", queue="analysis", expires=3)
    choose_today(now.astimezone(UTC).date())
