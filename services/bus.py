"""Pokes to workers and frames to subscribers; sole user of kombu and redis."""

from __future__ import annotations

import base64
import contextlib
import json
import logging
import os
import time
import uuid
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import Any
from uuid import UUID

import redis
import redis.asyncio
from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)
AWAY = (redis.RedisError, OSError)  # what is raised when Redis does not answer


def poke(
    task: str,
    *args: str | int,
    queue: str,
    countdown: float = 0,
    expires: float | None = None,
    counts: Mapping[str, int] | None = None,
) -> None:
    """Tell a worker that there is something to do. Safe to lose: the sweep finds the work again."""
    if countdown and _holds_a_place(queue):
        return
    try:
        if _broker_is_our_redis() and not countdown and expires is None:
            _express(task, list(args), queue, counts or {})
            return
        current_app.send_task(
            task,
            args=list(args),
            queue=queue,
            retry=False,
            ignore_result=True,
            countdown=countdown or None,
            expires=expires,
        )
    except (OperationalError, *AWAY) as error:
        logger.warning("poke %s lost: %s", task, type(error).__name__)
        return
    count(counts or {})


def _broker_is_our_redis() -> bool:
    return bool(settings.CELERY_BROKER_URL == settings.REDIS_BROKER_URL)


def _holds_a_place(queue: str) -> bool:
    """Whether a poke for later would keep others from the worker until then, as RabbitMQ counts it as being worked on.

    What is judged is taken without such books.
    """
    return not settings.CELERY_BROKER_URL.startswith("redis") and not queue.startswith(GAME_QUEUE)


def _express(task: str, args: list[str | int], queue: str, counts: Mapping[str, int]) -> None:
    """A task message as kombu lays it into Redis, together with counters, without waiting for an answer.

    Through Celery's own publisher this cost a third of recording a move: it makes a new client for every message.
    """
    body = base64.b64encode(json.dumps([args, {}, _NOTHING_FOLLOWS]).encode()).decode()
    key, tag = uuid.uuid4(), uuid.uuid4()
    message = _MESSAGE % {"task": task, "key": key, "queue": queue, "tag": tag, "body": body}
    wire().send([("LPUSH", f"{settings.BUS_PREFIX}:{queue}", message), *_added(counts)])


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


GAME_QUEUE = "game."


def game_queue(game: str) -> str:
    return GAME_QUEUE + game


# -- frames out -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Message:
    """A frame on its way to the subscribers of one eye: kept nowhere."""

    seq: int
    after: int  # the seq of the frames before: who has not got those has missed something
    over: bool
    body: str
    moves: str | None
    news: str


Messages = Sequence[tuple[int, Message]]  # by eye


def pack(head: str, messages: Messages) -> bytes:
    """All eyes' frames of one moment, to be sent together, behind the head of the log they were drawn at."""
    fields = [head]
    for eye, one in messages:
        fields.append(f"{eye} {one.seq} {one.after} {one.over:d} {one.moves is not None:d}")
        fields += (one.body, one.moves or "", one.news)
    return "\0".join(fields).encode()


def unpack(data: bytes, eyes: Container[int]) -> Iterator[tuple[int, Message]]:
    """The frames of these eyes."""
    fields = data.decode().split("\0")
    for at in range(1, len(fields), 4):
        eye, seq, after, over, listed = map(int, fields[at].split(" "))
        if eye in eyes:
            moves = fields[at + 2] if listed else None
            yield eye, Message(seq, after, over == 1, fields[at + 1], moves, fields[at + 3])


def channel(match_id: UUID | str) -> str:
    return f"{settings.BUS_PREFIX}:f:{match_id}"


def listening_client() -> Any:
    """For a coroutine that only hears."""
    return redis.asyncio.Redis.from_url(
        settings.REDIS_URL, socket_timeout=None, socket_connect_timeout=2, health_check_interval=10
    )


@cache
def client() -> redis.Redis:
    """One client per process, with short timeouts, for commands that do not block; it may be used by many threads."""
    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2, retry=None)


Command = tuple[str | bytes | int, ...]


class Wire:
    """Commands whose answers nobody waits for, on a connection of their own: Redis is told not to answer.

    Each answer of a poke or a frame was a round trip to wait for, and nothing was done with it.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._line: Any = None
        self._owner = 0  # a forked process must not write on its parent's line

    def send(self, commands: Sequence[Command]) -> None:
        """A line that turns out to be cut is laid anew, once. Raises RedisError or OSError."""
        with self._lock:
            if self._owner != os.getpid():
                self._line, self._owner = None, os.getpid()
            try:
                self._write(commands)
            except (redis.ConnectionError, OSError):
                self._write(commands)

    def _write(self, commands: Sequence[Command]) -> None:
        if self._line is not None and _hung_up(self._line):
            self._drop(self._line)
            self._line = None
        new = self._line is None
        line, self._line = self._line or client().connection_pool.get_connection(), None
        try:
            if new:
                line.send_command("CLIENT", "REPLY", "OFF")
            line.send_packed_command(line.pack_commands(commands))
        except BaseException:  # what was written in half must not be followed by anything
            self._drop(line)
            raise
        self._line = line

    def _drop(self, line: Any) -> None:
        line.disconnect()
        client().connection_pool.release(line)


def _hung_up(line: Any) -> bool:
    """Redis says nothing here, so something to read is the end. On TCP the next write would be lost without a word."""
    try:
        return bool(line.can_read(0))
    except AWAY:
        return True


@cache
def wire() -> Wire:
    return Wire()


def publish(match_id: UUID, head: str, messages: Messages, counts: Mapping[str, int]) -> None:
    """Send each eye its frame, and add to the counters. Safe to lose: readers catch up by seq."""
    try:
        wire().send([("PUBLISH", channel(match_id), pack(head, messages)), *_added(counts)])
    except AWAY as error:
        logger.warning("frames of %s not sent: %s", match_id, type(error).__name__)


def queue_depths(names: Sequence[str]) -> dict[str, int]:
    """Waiting pokes by queue, for metrics. Empty while the broker is away."""
    if not _broker_is_our_redis():
        return _lookout().depths(names)
    prefix = str(settings.CELERY_BROKER_TRANSPORT_OPTIONS.get("global_keyprefix", ""))
    try:
        pipe = client().pipeline(transaction=False)
        for name in names:
            pipe.llen(prefix + name)
        return dict(zip(names, pipe.execute(), strict=True))
    except AWAY:
        return {}


def count(amounts: Mapping[str, int]) -> None:
    """Add to the counters of the house. Safe to lose."""
    if amounts:
        with contextlib.suppress(*AWAY):
            wire().send(_added(amounts))


def _added(amounts: Mapping[str, int]) -> list[Command]:
    return [("HINCRBY", f"{settings.BUS_PREFIX}:counts", name, amount) for name, amount in amounts.items()]


def counts() -> dict[str, int] | None:
    """All counters; None while Redis is away."""
    try:
        found: Any = client().hgetall(f"{settings.BUS_PREFIX}:counts")
    except AWAY:
        return None
    return {name.decode(): int(value) for name, value in found.items()}


def hit(key: str, amount: int, seconds: int) -> int | None:
    """Count so many more under a key that is forgotten after so many seconds; None while Redis is away."""
    name = f"{settings.BUS_PREFIX}:hits:{key}"
    try:
        found: Any = client().incrby(name, amount)
        if found == amount:
            client().expire(name, seconds)
        return int(found)
    except AWAY:
        return None


class Lookout:
    """What a broker other than our Redis says of itself, asked on a line of its own and believed for a few seconds."""

    BELIEVED = 3.0

    def __init__(self) -> None:
        self._lock = Lock()
        self._until = 0.0
        self._found: dict[str, int] | None = None

    def depths(self, names: Sequence[str]) -> dict[str, int]:
        found = self.look() or {}
        return {name: found[name] for name in names if name in found}

    def look(self) -> dict[str, int] | None:
        """Waiting pokes of all queues that exist; None while the broker is away."""
        with self._lock:
            if time.monotonic() > self._until:
                self._found = self._ask()
                self._until = time.monotonic() + self.BELIEVED
            return self._found

    def _ask(self) -> dict[str, int] | None:
        line: Any
        with current_app.connection_for_read() as line:
            try:
                line.default_channel  # noqa: B018 - connects, and gives up as soon as the settings say
                return {
                    name: depth for name in current_app.amqp.queues if (depth := self._depth(line, name)) is not None
                }
            except (OperationalError, *line.connection_errors):
                return None

    def _depth(self, line: Any, name: str) -> int | None:
        try:
            with line.channel() as channel:
                return int(channel.queue_declare(name, passive=True).message_count)
        except line.channel_errors:
            return None


@cache
def _lookout() -> Lookout:
    return Lookout()


def broker_answers() -> bool:
    if not _broker_is_our_redis():
        return _lookout().look() is not None
    try:
        return bool(client().ping())
    except AWAY:
        return False


def heartbeat(name: str) -> None:
    """A worker says that it drains the queue of that name."""
    with contextlib.suppress(*AWAY):
        client().set(f"{settings.BUS_PREFIX}:alive:{name}", int(time.time()), ex=15)


def heartbeats(names: Sequence[str]) -> dict[str, bool]:
    try:
        found: list[Any] = client().mget([f"{settings.BUS_PREFIX}:alive:{name}" for name in names])
    except AWAY:
        return dict.fromkeys(names, False)
    return {name: value is not None for name, value in zip(names, found, strict=True)}


class Waiter:
    """Waits in a thread for the frame of one eye to reach a seq. Join before the command is recorded."""

    NAP = 0.25  # while Redis is away

    def __init__(self, match_id: UUID, eye: int) -> None:
        self._eye = eye
        self._pubsub: Any = client().pubsub(ignore_subscribe_messages=True)  # type: ignore[no-untyped-call]
        try:
            self._pubsub.subscribe(channel(match_id))
        except AWAY:
            self.close()

    def wait(self, past: int, seconds: float) -> bool:
        """Whether a frame with a seq greater than `past` has come. While Redis is away: no, after a nap."""
        end = time.monotonic() + seconds
        try:
            while self._pubsub is not None and (left := end - time.monotonic()) > 0:
                if self._heard(self._pubsub.get_message(timeout=left), past):
                    return True
        except AWAY:
            self.close()
        if self._pubsub is None:
            time.sleep(max(0.0, min(self.NAP, end - time.monotonic())))
        return False

    def _heard(self, found: Any, past: int) -> bool:
        if found is None or found["type"] != "message":
            return False
        return any(message.seq > past for _, message in unpack(found["data"], (self._eye,)))

    def close(self) -> None:
        pubsub, self._pubsub = self._pubsub, None
        if pubsub is not None:
            with contextlib.suppress(*AWAY):
                pubsub.close()
