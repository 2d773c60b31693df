"""What the house tells about itself: accepted moves, audits, unrevealed matches, aborted tables, outages."""

from __future__ import annotations

from dataclasses import asdict

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from engine.games import GAMES
from gateway.health import alive
from services.bus.connection import AWAY
from services.readers.status import Status, count_all
from services.registry import services
from services.sweeper.read import longest_outage_ms

KEPT_SECONDS = 20


def status(request: HttpRequest) -> HttpResponse:
    rows = list(asdict(_counted()).items())
    context = {"rows": rows, "seconds": longest_outage_ms() // 1000, "services": _services()}
    return render(request, "house/status.html", context)


def _services() -> list[dict[str, object]]:
    """Every service, and whether all of it answers; one per game counts as one."""
    answers = alive(services())
    return [
        {"name": row.name, "alive": all(answers[name] for name in row.queues(GAMES) or [row.name])}
        for row in services()
    ]


def _counted() -> Status:
    """Counting walks over the log, so it is done at most every few seconds; without Redis, each time."""
    try:
        status: Status | None = cache.get("status")
        if status is None:
            status = count_all()
            cache.set("status", status, KEPT_SECONDS)
    except AWAY:
        return count_all()
    return status
