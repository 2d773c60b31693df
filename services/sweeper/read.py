"""What pages ask of the sweeper."""

from __future__ import annotations

from services.sweeper.models import Pulse


def longest_outage_ms() -> int:
    return Pulse.objects.filter(name="sweep").values_list("longest_ms", flat=True).first() or 0
