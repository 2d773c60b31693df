"""The tasks of the lobby."""

from __future__ import annotations

from celery import shared_task

from services.bus import counters
from services.lobby.due import due
from services.lobby.follow import handle
from services.log import clock
from services.log.outbox import follow as follow_facts


@shared_task(name="lobby.follow")
def follow() -> None:
    follow_facts("lobby", handle)


@shared_task(name="lobby.tick")
def tick() -> None:
    counters.heartbeat("lobby")
    follow_facts("lobby", handle)
    due(clock.now())
