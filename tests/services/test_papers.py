"""What follows from the code is current: the table of services, AsyncAPI, the catalogue of events, containers."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from celery import Task

from deploy import papers
from deploy.celery import app
from deploy.worker import asked_for, processes
from engine.games import GAMES
from services.registry import services


@pytest.mark.parametrize("path", sorted(path.relative_to(papers.ROOT).as_posix() for path in papers.papers()))
def test_a_paper_is_as_the_code_says(path):
    written = (papers.ROOT / path).read_text(encoding="utf-8")
    assert written == papers.papers()[papers.ROOT / path], "run make papers"


def test_every_queue_is_drained_by_exactly_one_process_of_either_run():
    queues = sorted(queue for row in services() for queue in row.queues(GAMES))
    for per_game in (False, True):
        drained = [
            queue for process in processes(per_game) for part in process.parts for queue in asked_for(part).queues
        ]
        assert sorted(drained) == queues


def test_celery_knows_the_queues_and_routes_of_the_registry():
    assert set(app.amqp.queues) >= {queue for row in services() for queue in row.queues(GAMES)}
    assert app.conf.task_routes["auditor.check"] == {"queue": "auditor"}


def test_every_task_of_a_row_exists_and_every_task_is_in_a_row():
    app.loader.import_default_modules()
    ours = {name for name in app.tasks if not name.startswith(("celery.", "tests."))}
    assert ours == {task for row in services() for task in row.tasks}


def test_nothing_over_forty_seconds_is_acknowledged_late():
    assert [row.name for row in services() if row.time_limit > 40 and not row.long] == []


def seconds_of(task: Task[Any, Any]) -> int:
    """For how long it may run: until the softer of its limits, which comes so long before the harder."""
    pause = app.conf.task_time_limit - app.conf.task_soft_time_limit
    soft = task.soft_time_limit or app.conf.task_soft_time_limit
    hard = task.time_limit or app.conf.task_time_limit
    return max(soft, hard - pause)


def test_a_task_that_may_run_for_over_forty_seconds_is_acknowledged_early_and_every_other_late():
    """Whatever its row says: the broker gives a task again that is not acknowledged for so long."""
    app.loader.import_default_modules()
    tasks = [app.tasks[name] for row in services() for name in row.tasks]
    limits = {task.name: seconds_of(task) for task in tasks}
    assert limits["tournaments.pair"] > 40 >= limits["tournaments.advance"]
    wrong = [
        task.name
        for task in tasks
        for late in (task.acks_late, task.reject_on_worker_lost)
        if late is not (limits[task.name] <= 40)
    ]
    assert wrong == []


def test_the_description_of_messages_refers_only_to_what_it_holds():
    document = yaml.safe_load((papers.ROOT / "docs/asyncapi.yaml").read_text(encoding="utf-8"))
    messages = document["components"]["messages"]
    for channel in document["channels"].values():
        assert {message["$ref"].rsplit("/", 1)[1] for message in channel["messages"].values()} <= set(messages)
    for operation in document["operations"].values():
        assert operation["channel"]["$ref"].rsplit("/", 1)[1] in document["channels"]
