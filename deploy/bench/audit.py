"""Audits stored matches over and over, as `manage.py audit --all` does, until so many events are verified."""

from __future__ import annotations

import json
import multiprocessing
import os
import resource
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import cycle, islice

import django

PROCESSES = 2
BATCH = 20


def _audited(share: int) -> tuple[int, int, int, float, tuple[int, int]]:
    """Matches, events, failures and CPU seconds of one process, and the MiB it held at most early and at the end."""
    from services.management.commands.audit import audit_batch
    from services.matches.models import Match

    ids = cycle(Match.objects.filter(game="zertz", revealed=True).values_list("pk", flat=True).order_by("opened_at"))
    matches = events = failed = early = 0
    began = time.process_time()
    while events < share:
        part = audit_batch(list(islice(ids, BATCH)), bots=True)
        matches, events, failed = matches + part.matches, events + part.events, failed + part.bad
        if not early and events * 5 > share:
            early = _most()
    return matches, events, failed, time.process_time() - began, (early, _most())


def _most() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main(wanted: int) -> None:
    django.setup()
    with ProcessPoolExecutor(PROCESSES, multiprocessing.get_context("fork")) as pool:
        pool.submit(os.getpid).result()
        began = time.perf_counter()
        parts = list(pool.map(_audited, [wanted // PROCESSES] * PROCESSES))
        seconds = time.perf_counter() - began
    matches, events, failed, cpu, mib = (list(column) for column in zip(*parts, strict=True))
    sums = {"matches": sum(matches), "events": sum(events), "failed": sum(failed), "cpu": sum(cpu)}
    most = [max(held[n] for held in mib) for n in (0, 1)]
    print(json.dumps(sums | {"processes": PROCESSES, "seconds": seconds, "mib": most}))


if __name__ == "__main__":
    main(int(sys.argv[1]))
