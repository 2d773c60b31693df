"""The referee's tasks: the matches that wait on its lists, one match at its moment, the tick."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from celery import Task, shared_task
from celery.worker.request import Request

from services.bus import counters, pokes
from services.bus.batches import taking
from services.log import clock
from services.referee.due import due
from services.referee.serve import serve


class UnacknowledgedRequest(Request):
    """Pokes to judge are not acknowledged: the sweep gives them again, and acknowledging cost 25 % of CPU."""

    def acknowledge(self) -> None:
        self.acknowledged = True


class UnacknowledgedTask(Task[Any, Any]):
    Request = "services.referee.tasks:UnacknowledgedRequest"


@shared_task(name="referee.advance", base=UnacknowledgedTask)
def advance(match_id: str) -> None:
    """Safe to run twice or late."""
    serve([UUID(match_id)])


@shared_task(name="referee.drain", base=UnacknowledgedTask, bind=True)
def drain(task: Task[Any, Any]) -> None:
    """Judge what waits for the games of this process, and stay for a moment while more comes."""
    queues = [name for name in task.app.amqp.queues.consume_from if name.startswith(pokes.GAME_QUEUE)]
    with taking(queues) as taker:
        for ids in taker.batches():
            serve([UUID(match_id) for match_id in ids])
    if taker.left_behind:
        pokes.poke("referee.drain", queue=queues[0])


@shared_task(name="referee.tick", base=UnacknowledgedTask)
def tick(game: str) -> None:
    """The sweeper's tick for one game."""
    counters.heartbeat(pokes.game_queue(game))
    due(game, clock.now())
