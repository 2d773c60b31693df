"""Counters of the house in Redis: moves, latencies, windows of throttles, signs of life. Losing them loses nothing."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.conf import settings

from services.bus import connection
from services.bus.connection import AWAY, Command

BUCKETS_MS = (5, 10, 15, 20, 30, 50, 75, 100, 150, 250, 500, 1000, 2500, 10_000)
ACCEPTED = {"accepted": 1}
ALIVE_SECONDS = 15


def count(amounts: Mapping[str, int]) -> None:
    """Add to the counters of the house. Safe to lose."""
    if amounts:
        with contextlib.suppress(*AWAY):
            connection.wire().send(increments(amounts))


def increments(amounts: Mapping[str, int]) -> list[Command]:
    return [("HINCRBY", f"{settings.BUS_PREFIX}:counts", name, amount) for name, amount in amounts.items()]


def counts() -> dict[str, int] | None:
    """All counters; None while Redis is away."""
    try:
        values: Any = connection.client().hgetall(f"{settings.BUS_PREFIX}:counts")
    except AWAY:
        return None
    return {name.decode(): int(value) for name, value in values.items()}


def judged(game: str, made: Sequence[datetime], refused: int, moment: datetime) -> dict[str, int]:
    """What moves judged now add: how many, how many of them refused, and how long after they were recorded."""
    added: dict[str, int] = {}
    if made:
        added[f"judged {game}"] = len(made)
    if refused:
        added[f"refused {game}"] = refused
    for at in made:
        took = max(0, round((moment - at).total_seconds() * 1000))
        bucket = next((str(most) for most in BUCKETS_MS if took <= most), "inf")
        added[f"latency {bucket}"] = added.get(f"latency {bucket}", 0) + 1
        added["latency sum"] = added.get("latency sum", 0) + took
    return added


def heartbeat(name: str) -> None:
    """A worker says that it drains the queue of that name."""
    with contextlib.suppress(*AWAY):
        connection.client().set(f"{settings.BUS_PREFIX}:alive:{name}", int(time.time()), ex=ALIVE_SECONDS)


def heartbeats(names: Sequence[str]) -> dict[str, bool]:
    try:
        values: list[Any] = connection.client().mget([f"{settings.BUS_PREFIX}:alive:{name}" for name in names])
    except AWAY:
        return dict.fromkeys(names, False)
    return {name: value is not None for name, value in zip(names, values, strict=True)}
