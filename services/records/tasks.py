"""The tasks of the records."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task

from services.bus import counters, pokes
from services.log import clock
from services.log.outbox import TOGETHER
from services.log.outbox import follow as follow_facts
from services.records.due import due
from services.records.follow import handle
from services.records.packing import pack as pack_on
from services.records.take import take as take_import


@shared_task(name="records.follow")
def follow() -> None:
    follow_facts("records", handle, together=TOGETHER)


@shared_task(name="records.take")
def take(job: str) -> None:
    if take_import(UUID(job)):
        pokes.poke("records.take", job, queue="records")


@shared_task(name="records.pack")
def pack() -> None:
    if pack_on():
        pokes.poke("records.pack", queue="records")


@shared_task(name="records.tick")
def tick() -> None:
    counters.heartbeat("records")
    follow_facts("records", handle, together=TOGETHER)
    due(clock.now())
