"""What pages ask of the sweeper."""

from __future__ import annotations

from services.sweeper.models import Correction, Pulse


def longest_outage_ms() -> int:
    return Pulse.objects.filter(name="sweep").values_list("longest_ms", flat=True).first() or 0


def correction_ms() -> int:
    """How far the house's time is from the clock of the database's machine."""
    return Correction.objects.values_list("ms", flat=True).first() or 0
