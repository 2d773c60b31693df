"""The Celery application: queues and routes as the registry of services says."""

from __future__ import annotations

import logging
import os

from celery import Celery
from celery.signals import task_postrun, task_prerun, worker_process_init
from django.db import InterfaceError, OperationalError, connections
from kombu import Queue

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

from deploy.processes import die_with_parent
from engine.games import GAMES
from services.registry import Service, services

app = Celery("bazigah")
app.config_from_object("django.conf:settings", namespace="CELERY")


def queues_of(row: Service) -> list[Queue]:
    """A poke to judge is only a hint that the sweeper gives again, so it is not acknowledged: that cost 25 % of CPU."""
    return [Queue(name, no_ack=row.per_game) for name in row.queues(GAMES)]


app.conf.task_queues = [queue for row in services() for queue in queues_of(row)]
app.conf.task_routes = {task: {"queue": row.queue} for row in services() if not row.per_game for task in row.tasks}
app.set_default()
app.autodiscover_tasks([f"services.{row.name}" for row in services() if row.tasks])


def in_a_line(record: logging.LogRecord) -> bool:
    """A store or a broker that is away is logged in a line for each task that failed, not in tracebacks."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, (OperationalError, InterfaceError)):
        record.exc_info = None
    elif error and record.msg.startswith("Message Error"):
        record.msg, record.args, record.exc_info = "%s", (error,), None
    return True


logging.getLogger("celery.app.trace").addFilter(in_a_line)


@worker_process_init.connect
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
