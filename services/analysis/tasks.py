"""The tasks of the analysis."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task

from services.analysis.computer import look as look_on
from services.analysis.due import due
from services.analysis.puzzles import search_on
from services.analysis.service import ROW
from services.bus import counters, pokes
from services.log import clock


@shared_task(
    name="analysis.look",
    acks_late=False,
    reject_on_worker_lost=False,
    time_limit=ROW.time_limit + 5,
    soft_time_limit=ROW.time_limit,
)
def look(view: str) -> None:
    if look_on(UUID(view)):
        pokes.poke("analysis.look", view, queue="analysis")


@shared_task(
    name="analysis.puzzles",
    acks_late=False,
    reject_on_worker_lost=False,
    time_limit=ROW.time_limit + 5,
    soft_time_limit=ROW.time_limit,
)
def puzzles() -> None:
    if search_on():
        pokes.poke("analysis.puzzles", queue="analysis")


@shared_task(name="analysis.tick")
def tick() -> None:
    counters.heartbeat("analysis")
    due(clock.now())
