"""Pokes: messages to a worker that there is something to do. Safe to lose or repeat."""

from __future__ import annotations

import base64
import json
import logging
import math
import uuid
from collections.abc import Iterable, Mapping

from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError

from services.bus import batches, connection
from services.bus.counters import count, increments
from services.facts import Fact
from services.registry import followers_of

logger = logging.getLogger(__name__)
GAME_QUEUE = "game."


def game_queue(game: str) -> str:
    return GAME_QUEUE + game


def poke(
    task: str,
    *args: str | int,
    queue: str,
    countdown: float = 0,
    expires: float | None = None,
    counts: Mapping[str, int] | None = None,
    first: bool = False,
    batch: bool = False,
    rest: float = 0,
) -> None:
    """Tell a worker that there is something to do. Safe to lose: the sweep finds the work again.

    `first`: before everything else that waits there, where the broker is our Redis. `batch`: the one argument waits on
    a list, from which the service's task `drain` takes many at a time. `rest`: for so many seconds after such a poke
    no other goes out for the task; what comes meanwhile is handled at its next tick.
    """
    if countdown and _holds_a_place(queue):
        return
    try:
        if batch:
            _batched(task, str(args[0]), queue, counts or {}, first)
            return
        if broker_is_our_redis() and not countdown and expires is None:
            _express(task, list(args), queue, counts or {}, first, rest)
            return
        if not rest or may_repeat(task, seconds=math.ceil(rest)):
            _send(task, list(args), queue, countdown or None, expires)
    except (OperationalError, *connection.AWAY) as error:
        logger.warning("poke %s lost: %s", task, type(error).__name__)
        return
    count(counts or {})


def _send(task: str, args: list[str | int], queue: str, countdown: float | None, expires: float | None) -> None:
    current_app.send_task(
        task, args=args, queue=queue, retry=False, ignore_result=True, countdown=countdown, expires=expires
    )


def call_referee(match_id: uuid.UUID, game: str, counts: Mapping[str, int] | None = None) -> None:
    """Tell the referee of a game that a match waits for it."""
    poke("referee.advance", str(match_id), queue=game_queue(game), counts=counts, batch=True)


def wake(facts: Iterable[Fact]) -> None:
    """Followers hear of facts at once, or, of many that come one upon the other, at their next tick."""
    for row in dict.fromkeys(row for fact in facts for row in followers_of(type(fact))):
        poke(f"{row.name}.follow", queue=row.queue, rest=row.rest)


def may_repeat(*work: str | int, seconds: int) -> bool:
    """Whether that work was not poked for within so many seconds. While Redis is away a poke would be lost anyway."""
    key = f"{settings.BUS_PREFIX}:poked:{':'.join(map(str, work))}"
    try:
        return bool(connection.client().set(key, 1, nx=True, ex=seconds))
    except connection.AWAY:
        return False


def broker_is_our_redis() -> bool:
    return bool(settings.CELERY_BROKER_URL == settings.REDIS_BROKER_URL)


def _holds_a_place(queue: str) -> bool:
    """Whether a poke for later would keep others from the worker until then, as RabbitMQ counts it as being worked on.

    What is judged is taken without acknowledgement and does not count.
    """
    return not settings.CELERY_BROKER_URL.startswith("redis") and not queue.startswith(GAME_QUEUE)


_RESTED = "if redis.call('SET', KEYS[1], 1, 'NX', 'PX', ARGV[2]) then redis.call(ARGV[3], KEYS[2], ARGV[1]) end"


def _express(task: str, args: list[str | int], queue: str, counts: Mapping[str, int], first: bool, rest: float) -> None:
    """A task message as kombu lays it into Redis, together with counters, without waiting for an answer.

    Through Celery's own publisher this cost a third of recording a move: it makes a new client for every message.
    """
    message = _message(task, args, queue)
    push = "RPUSH" if first else "LPUSH"  # a worker takes from the right
    name = f"{settings.BUS_PREFIX}:{queue}"
    command: connection.Command = (push, name, message)
    if rest:
        command = ("EVAL", _RESTED, 2, f"{settings.BUS_PREFIX}:poked:{task}", name, message, int(rest * 1000), push)
    connection.wire().send([command, *increments(counts)])


def _batched(task: str, piece: str, queue: str, counts: Mapping[str, int], first: bool) -> None:
    drain = task.partition(".")[0] + ".drain"
    if broker_is_our_redis():
        message = _message(drain, [], queue)
        connection.wire().send([batches.put(queue, piece, message, first), *increments(counts)])
        return
    if batches.put_alone(queue, piece):
        current_app.send_task(drain, queue=queue, retry=False, ignore_result=True)
    count(counts)


def _message(task: str, args: list[str | int], queue: str) -> str:
    body = base64.b64encode(json.dumps([args, {}, _NOTHING_FOLLOWS]).encode()).decode()
    return _MESSAGE % {"task": task, "key": uuid.uuid4(), "queue": queue, "tag": uuid.uuid4(), "body": body}


_NOTHING_FOLLOWS = {"callbacks": None, "errbacks": None, "chain": None, "chord": None}
_MESSAGE = json.dumps(
    {
        "body": "%(body)s",
        "content-encoding": "utf-8",
        "content-type": "application/json",
        "headers": {
            "lang": "py", "task": "%(task)s", "id": "%(key)s", "root_id": "%(key)s", "parent_id": None, "group": None,
            "group_index": None, "retries": 0, "timelimit": [None, None], "eta": None, "expires": None, "shadow": None,
            "ignore_result": True, "argsrepr": "", "kwargsrepr": "{}", "origin": "bus", "stamps": {},
            "stamped_headers": None, "replaced_task_nesting": 0,
        },
        "properties": {
            "correlation_id": "%(key)s", "reply_to": "", "delivery_mode": 2, "priority": 0, "body_encoding": "base64",
            "delivery_info": {"exchange": "", "routing_key": "%(queue)s"}, "delivery_tag": "%(tag)s",
        },
    }
)  # fmt: skip
