"""Counters of the house in Redis: every process adds, one page tells. Losing them loses nothing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from services import bus

BUCKETS_MS = (5, 10, 15, 20, 30, 50, 75, 100, 150, 250, 500, 1000, 2500, 10_000)


ACCEPTED = {"accepted": 1}


def judged(game: str, made: Sequence[datetime], refused: int, moment: datetime) -> dict[str, int]:
    """What moves judged now add: how many, how many of them refused, and how long after they were recorded."""
    counts: dict[str, int] = {}
    if made:
        counts[f"judged {game}"] = len(made)
    if refused:
        counts[f"refused {game}"] = refused
    for at in made:
        took = max(0, round((moment - at).total_seconds() * 1000))
        bucket = next((str(most) for most in BUCKETS_MS if took <= most), "inf")
        counts[f"latency {bucket}"] = counts.get(f"latency {bucket}", 0) + 1
        counts["latency sum"] = counts.get("latency sum", 0) + took
    return counts


def failed_audit() -> None:
    bus.count({"failed_audits": 1})


def counts() -> dict[str, int] | None:
    return bus.counts()
