"""The clocks' task: outages first, then what has run out."""

from __future__ import annotations

from celery import shared_task

from services.bus import counters
from services.clocks.due import due
from services.clocks.follow import handle
from services.log import clock
from services.log.outbox import follow as follow_facts
from services.log.outbox import waiting_counts


@shared_task(name="clocks.tick")
def tick() -> None:
    """No clock expires while an outage waits to be credited."""
    counters.heartbeat("clocks")
    follow_facts("clocks", handle)
    if not waiting_counts().get("clocks", {}).get("waiting"):
        due(clock.now())


@shared_task(name="clocks.follow")
def follow() -> None:
    follow_facts("clocks", handle)
