"""The clocks' task: outages first, then what has run out."""

from __future__ import annotations

from typing import Final

from celery import shared_task

from services.bus import counters
from services.clocks.due import due
from services.clocks.follow import handle
from services.log import clock
from services.log.outbox import follow as follow_facts
from services.log.outbox import waiting_counts

MOST: Final = 2000  # facts of a tick: after an outage there is one for each match with a clock


@shared_task(name="clocks.tick")
def tick() -> None:
    """No clock expires while an outage waits to be credited."""
    counters.heartbeat("clocks")
    follow_facts("clocks", handle, MOST)
    if not waiting_counts().get("clocks", {}).get("waiting"):
        due(clock.now())


@shared_task(name="clocks.follow")
def follow() -> None:
    follow_facts("clocks", handle)
