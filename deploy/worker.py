"""`python -m deploy.worker NAME…`: one process that runs services, `referee:zertz` the referee of one game alone."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deploy.memory import set_memory_aside
from engine.games import GAMES
from services.registry import GAME_QUEUE, Service, service_of, services

if TYPE_CHECKING:
    from celery.worker import WorkController


@dataclass(frozen=True, slots=True)
class Process:
    """A process of the house: its name, and the services (or parts of one) that run in it."""

    name: str
    parts: tuple[str, ...]
    nice: int = 0

    @property
    def role(self) -> str:
        """By which the database knows it: the service's name, or one of the whole group."""
        return f"group_{self.name}" if len(self.parts) > 1 else self.parts[0].partition(":")[0]


def processes(per_game: bool) -> list[Process]:
    """All worker processes: by groups of rows, or one for each row and game."""
    if per_game:
        return [Process(part.replace(":", "-"), (part,), row.nice) for row in services() for part in parts_of(row)]
    groups: dict[str, list[Service]] = {}
    for row in services():
        groups.setdefault(row.group, []).append(row)
    return [
        Process(group, tuple(row.name for row in rows), max(row.nice for row in rows)) for group, rows in groups.items()
    ]


def parts_of(row: Service) -> list[str]:
    return [f"{row.name}:{game}" for game in sorted(GAMES)] if row.per_game else [row.name]


@dataclass(frozen=True, slots=True)
class Asked:
    row: Service
    queues: tuple[str, ...]


def asked_for(part: str) -> Asked:
    """Raises LookupError."""
    name, _, game = part.partition(":")
    row = service_of(name)
    if not game:
        return Asked(row, tuple(row.queues(GAMES)))
    if not row.per_game or game not in GAMES:
        raise LookupError(f"{name} has no part {game}")
    return Asked(row, (GAME_QUEUE + game,))


def run(parts: Sequence[str]) -> int:
    asked = [asked_for(part) for part in parts]
    if not asked:
        raise LookupError(f"name a service: {', '.join(row.name for row in services())}")
    if any(not wanted.queues for wanted in asked):
        if len(asked) > 1:
            raise LookupError("a service without a queue runs by itself")
        return _run_schedule()
    rows = [wanted.row for wanted in asked]
    queues = [queue for wanted in asked for queue in wanted.queues]
    pool, workers = rows[0].pool, max(row.workers for row in rows)
    name = rows[0].group if len(rows) > 1 else parts[0].replace(":", "-")
    worker = make_worker(name, queues, pool, workers)
    set_memory_aside()
    worker.start()
    return 0


def make_worker(name: str, queues: Sequence[str], pool: str, workers: int) -> WorkController:
    """Not by Celery's command line, which brings an editor for terminals, nor with Django's checks, which read every
    page: `deploy.migrate` has checked. Both took half of the time in which a worker starts. Whether a service is alive
    is asked of its ticks (`services/bus/counters.py`): nobody reads Celery's own heartbeats."""
    os.environ["CELERY_SKIP_CHECKS"] = "true"
    from deploy.celery import app

    worker: WorkController = app.Worker(
        hostname=f"{name}@",  # of this machine
        queues=list(queues),
        pool=pool,
        concurrency=workers,
        quiet=True,
        without_gossip=True,
        without_mingle=True,
        without_heartbeat=True,
        loglevel="WARNING",
    )
    return worker


def _alive(parts: Sequence[str]) -> bool:
    """Whether these services have answered a tick lately: for the health check of a container."""
    import django

    django.setup()
    from services.bus.counters import heartbeats

    asked = [asked_for(part) for part in parts]
    return all(heartbeats([queue for wanted in asked for queue in wanted.queues or (wanted.row.name,)]).values())


def _run_schedule() -> int:
    import django

    django.setup()
    import deploy.celery  # noqa: F401 - ticks are sent through this application
    from services.sweeper.loop import run as run_loop

    run_loop()
    return 0


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    words = sys.argv[1:]
    try:
        if words[:1] == ["--alive"]:
            return 0 if _alive(words[1:]) else 1
        return run(words)
    except LookupError as problem:
        print(problem, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
