"""The Celery application: one queue per game, one for opponents, one for audits, one for the house."""

from __future__ import annotations

import logging
import os

from celery import Celery
from celery.signals import beat_embedded_init, task_postrun, task_prerun, worker_process_init
from django.db import InterfaceError, OperationalError, connections
from kombu import Queue

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

from deploy.processes import die_with_parent
from engine.games import GAMES

app = Celery("bazigah")
app.config_from_object("django.conf:settings", namespace="CELERY")
# A poke to judge is only a hint that the sweep gives again, so nobody keeps books of who has taken it: with Redis
# they were a quarter of what the process did.
app.conf.task_queues = [
    *(Queue(name) for name in ("house", "opponents", "audit")),
    *(Queue(f"game.{key}", no_ack=True) for key in sorted(GAMES)),
]
app.set_default()
app.autodiscover_tasks(["services.referee", "services.opponents", "services.clocks", "services.audit"])


def in_a_line(record: logging.LogRecord) -> bool:
    """That a store or the broker is away is told in a line for each task and tick that failed, not in tracebacks."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, (OperationalError, InterfaceError)):
        record.exc_info = None
    elif error and record.msg.startswith("Message Error"):
        record.msg, record.args, record.exc_info = "%s", (error,), None
    return True


for name in ("celery.beat", "celery.app.trace"):
    logging.getLogger(name).addFilter(in_a_line)


@worker_process_init.connect
@beat_embedded_init.connect
def end_with_the_worker(**_: object) -> None:
    """Children of a worker do not outlive it, not even when it is killed in the middle of a task."""
    die_with_parent()


@task_prerun.connect
@task_postrun.connect
def drop_broken_lines(**_: object) -> None:
    """A line that PostgreSQL has cut must not be kept for the next task: a worker holds its own for thousands."""
    for line in connections.all(initialized_only=True):
        if line.errors_occurred and not line.in_atomic_block:
            line.close()
            line.errors_occurred = False
