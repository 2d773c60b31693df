"""The lobby's task: seeks that have come to fit, and those whose time is over."""

from __future__ import annotations

from celery import shared_task

from services.bus import counters
from services.lobby.due import due
from services.log import clock


@shared_task(name="lobby.tick")
def tick() -> None:
    counters.heartbeat("lobby")
    due(clock.now())
