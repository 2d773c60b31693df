"""What the house tells about itself: accepted moves, audits, unrevealed matches, aborted tables, outages."""

from __future__ import annotations

from dataclasses import asdict

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from services.bus import AWAY
from services.status import Status, count_all

KEPT_SECONDS = 20


def status(request: HttpRequest) -> HttpResponse:
    found = _counted()
    seconds = found.longest_outage_ms // 1000
    rows = [(name, value) for name, value in asdict(found).items() if name != "longest_outage_ms"]
    return render(request, "house/status.html", {"rows": rows, "seconds": seconds})


def _counted() -> Status:
    """Counting walks over the log, so it is done at most every few seconds; without Redis, each time."""
    try:
        found = cache.get("status")
        if found is None:
            found = count_all()
            cache.set("status", found, KEPT_SECONDS)
    except AWAY:
        return count_all()
    return found
