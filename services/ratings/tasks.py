"""The tasks of the ratings."""

from __future__ import annotations

from celery import shared_task

from services.bus import counters
from services.log import clock
from services.log.outbox import TOGETHER
from services.log.outbox import follow as follow_facts
from services.ratings.due import due
from services.ratings.follow import handle


@shared_task(name="ratings.follow")
def follow() -> None:
    follow_facts("ratings", handle, together=TOGETHER)


@shared_task(name="ratings.tick")
def tick() -> None:
    counters.heartbeat("ratings")
    follow_facts("ratings", handle, together=TOGETHER)
    due(clock.now())
