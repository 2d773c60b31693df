"""Pokes to workers and frames to subscribers; sole user of kombu and redis."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import logging
import os
import time
import uuid
from collections.abc import AsyncIterator, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
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


def poke(
    task: str,
    *args: str | int,
    queue: str,
    countdown: float = 0,
    expires: float | None = None,
    counts: Mapping[str, int] | None = None,
) -> None:
    """Tell a worker that there is something to do. Safe to lose: the sweep finds the work again."""
    try:
        if settings.CELERY_BROKER_URL == settings.REDIS_BROKER_URL and not countdown and expires is None:
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
    except (OperationalError, redis.RedisError, OSError) as error:
        logger.warning("poke %s lost: %s", task, type(error).__name__)
        return
    count(counts or {})


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


def game_queue(game: str) -> str:
    return f"game.{game}"


# -- frames out -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Message:
    """A frame on its way to the subscribers of one eye: kept nowhere."""

    seq: int
    over: bool
    body: str
    moves: str | None
    news: str


Messages = Sequence[tuple[int, Message]]  # by eye


def pack(head: str, messages: Messages) -> bytes:
    """All eyes' frames of one moment, to be sent together, behind the head of the log they were drawn at."""
    fields = [head]
    for eye, one in messages:
        fields += (f"{eye} {one.seq} {one.over:d} {one.moves is not None:d}", one.body, one.moves or "", one.news)
    return "\0".join(fields).encode()


def unpack(data: bytes, eyes: Container[int]) -> Iterator[tuple[int, Message]]:
    """The frames of these eyes."""
    fields = data.decode().split("\0")
    for at in range(1, len(fields), 4):
        eye, seq, over, listed = map(int, fields[at].split(" "))
        if eye in eyes:
            yield eye, Message(seq, over == 1, fields[at + 1], fields[at + 2] if listed else None, fields[at + 3])


def channel(match_id: UUID | str) -> str:
    return f"{settings.BUS_PREFIX}:f:{match_id}"


@cache
def client() -> redis.Redis:
    """One client per process, with short timeouts, for commands that do not block; it may be used by many threads."""
    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2, retry=None)


Command = tuple[str | bytes | int, ...]


class Wire:
    """Commands whose answers nobody waits for, on a connection of their own: Redis is told not to answer.

    Waiting for the answers of pokes and frames was a tenth of what a move costs, and nothing was done with them.
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
        new = self._line is None
        line, self._line = self._line or client().connection_pool.get_connection(), None
        try:
            if new:
                line.send_command("CLIENT", "REPLY", "OFF")
            line.send_packed_command(line.pack_commands(commands))
        except BaseException:  # what was written in half must not be followed by anything
            line.disconnect()
            client().connection_pool.release(line)
            raise
        self._line = line


@cache
def wire() -> Wire:
    return Wire()


def publish(match_id: UUID, head: str, messages: Messages, counts: Mapping[str, int]) -> None:
    """Send each eye its frame, and add to the counters. Safe to lose: readers catch up by seq."""
    try:
        wire().send([("PUBLISH", channel(match_id), pack(head, messages)), *_added(counts)])
    except (redis.RedisError, OSError) as error:
        logger.warning("frames of %s not sent: %s", match_id, type(error).__name__)


def queue_depths(names: Sequence[str]) -> dict[str, int]:
    """Waiting pokes by queue, for metrics. Empty when the broker is not Redis or away."""
    prefix = str(settings.CELERY_BROKER_TRANSPORT_OPTIONS.get("global_keyprefix", ""))
    try:
        pipe = client().pipeline(transaction=False)
        for name in names:
            pipe.llen(prefix + name)
        return dict(zip(names, pipe.execute(), strict=True))
    except (redis.RedisError, OSError):
        return {}


def count(amounts: Mapping[str, int]) -> None:
    """Add to the counters of the house. Safe to lose."""
    if amounts:
        with contextlib.suppress(redis.RedisError, OSError):
            wire().send(_added(amounts))


def _added(amounts: Mapping[str, int]) -> list[Command]:
    return [("HINCRBY", f"{settings.BUS_PREFIX}:counts", name, amount) for name, amount in amounts.items()]


def counts() -> dict[str, int]:
    try:
        found: Any = client().hgetall(f"{settings.BUS_PREFIX}:counts")
    except (redis.RedisError, OSError):
        return {}
    return {name.decode(): int(value) for name, value in found.items()}


def hit(key: str, amount: int, seconds: int) -> int | None:
    """Count so many more under a key that is forgotten after so many seconds; None while Redis is away."""
    name = f"{settings.BUS_PREFIX}:hits:{key}"
    try:
        found: Any = client().incrby(name, amount)
        if found == amount:
            client().expire(name, seconds)
        return int(found)
    except (redis.RedisError, OSError):
        return None


def broker_answers() -> bool:
    try:
        return bool(client().ping())
    except (redis.RedisError, OSError):
        return False


def heartbeat(name: str) -> None:
    """A worker says that it drains the queue of that name."""
    with contextlib.suppress(redis.RedisError, OSError):
        client().set(f"{settings.BUS_PREFIX}:alive:{name}", int(time.time()), ex=15)


def heartbeats(names: Sequence[str]) -> dict[str, bool]:
    try:
        found: list[Any] = client().mget([f"{settings.BUS_PREFIX}:alive:{name}" for name in names])
    except (redis.RedisError, OSError):
        return dict.fromkeys(names, False)
    return {name: value is not None for name, value in zip(names, found, strict=True)}


class Waiter:
    """Waits in a thread for the frame of one eye to reach a seq. Join before the command is recorded."""

    def __init__(self, match_id: UUID, eye: int) -> None:
        self._eye = eye
        self._pubsub = client().pubsub(ignore_subscribe_messages=True)  # type: ignore[no-untyped-call]
        self._pubsub.subscribe(channel(match_id))

    def wait(self, past: int, seconds: float) -> Message | None:
        """The first frame whose seq is greater than `past`, or None when time is up."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            found: Any = self._pubsub.get_message(timeout=left)
            if found is not None and found["type"] == "message":
                for _, message in unpack(found["data"], (self._eye,)):
                    if message.seq > past:
                        return message
        return None

    def close(self) -> None:
        with contextlib.suppress(redis.RedisError, OSError):
            self._pubsub.close()


# -- the hub: one pub/sub connection per process ----------------------------------------------------------------------

PING_SECONDS = 15
_heads: dict[str, str] = {}  # by channel: where the log ended when the newest frames of a followed match were drawn


def newest_head(match_id: UUID) -> str | None:
    """What this process heard last of a match that it follows for somebody. The log may have gone on since."""
    return _heads.get(channel(match_id))


class Signal(Enum):
    """What lies in a subscriber's queue beside frames."""

    RESYNC = "frames may have been missed: read the stored one"
    PING = "nothing has happened for a while: say that we are there"


@dataclass(eq=False)
class Subscriber:
    queue: asyncio.Queue[Message | Signal] = field(default_factory=lambda: asyncio.Queue(maxsize=32))
    dropped: bool = False
    idle: bool = False  # nothing was offered since the last round of pings

    def offer(self, message: Message | Signal) -> None:
        self.idle = False
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            self.dropped = True


class Hub:
    """Fans frames out to the streams of this process. All of it runs in one event loop."""

    def __init__(self) -> None:
        self._channels: dict[str, dict[int, set[Subscriber]]] = {}  # by channel and eye
        self._joined: dict[str, asyncio.Event] = {}
        self._pubsub: Any = None
        self._pump: asyncio.Task[None] | None = None
        self._ticker: asyncio.Task[None] | None = None
        self._lock = asyncio.Lock()
        self.closing = asyncio.Event()

    def count(self) -> int:
        return sum(1 for _ in self._everybody())

    def _everybody(self) -> Iterator[Subscriber]:
        for eyes in self._channels.values():
            for subscribers in eyes.values():
                yield from subscribers

    @contextlib.asynccontextmanager
    async def subscribe(self, match_id: UUID | str, eye: int) -> AsyncIterator[Subscriber]:
        """Joined when entered: nothing published from then on is missed."""
        name, subscriber = channel(match_id), Subscriber()
        self._channels.setdefault(name, {}).setdefault(eye, set()).add(subscriber)
        try:
            await self._join(name)
            yield subscriber
        finally:
            await self._leave(name, eye, subscriber)

    async def _join(self, name: str) -> None:
        async with self._lock:
            if self._pump is None:
                self._pump = asyncio.create_task(self._run())
                self._ticker = asyncio.create_task(self._ping())
            if name not in self._joined:
                self._joined[name] = asyncio.Event()
                if self._pubsub is not None:
                    with contextlib.suppress(redis.RedisError, OSError):
                        await self._pubsub.subscribe(name)
        with contextlib.suppress(TimeoutError):  # Redis is away: the pump joins and resyncs when it is back
            async with asyncio.timeout(1):
                await self._joined[name].wait()

    async def _leave(self, name: str, eye: int, subscriber: Subscriber) -> None:
        eyes = self._channels[name]
        eyes[eye].discard(subscriber)
        if not eyes[eye]:
            del eyes[eye]
        if eyes:
            return
        async with self._lock:
            if not self._channels.get(name):
                self._channels.pop(name, None)
                self._joined.pop(name, None)
                _heads.pop(name, None)
                if self._pubsub is not None:
                    with contextlib.suppress(redis.RedisError, OSError):
                        await self._pubsub.unsubscribe(name)

    async def _ping(self) -> None:
        """Idle streams say that they live, all at once: a timer for every frame of every stream would cost more."""
        while not self.closing.is_set():
            await asyncio.sleep(PING_SECONDS / 2)
            for one in self._everybody():
                if one.idle:
                    one.offer(Signal.PING)
                one.idle = True

    async def _run(self) -> None:
        """The pump: reads for ever, joins everything anew after a cut."""
        while not self.closing.is_set():
            connection = redis.asyncio.Redis.from_url(
                settings.REDIS_URL, socket_timeout=None, socket_connect_timeout=2, health_check_interval=10
            )
            try:
                async with self._lock:  # two coroutines that connect one pub/sub object would make two connections
                    pubsub = connection.pubsub()
                    await pubsub.subscribe(f"{settings.BUS_PREFIX}:hub", *self._channels)
                    self._pubsub = pubsub
                for one in self._everybody():
                    one.offer(Signal.RESYNC)
                async for found in pubsub.listen():
                    self._relay(found)
            except (redis.RedisError, OSError) as error:
                logger.warning("hub lost its connection: %s", type(error).__name__)
                await asyncio.sleep(0.3)
            finally:
                self._pubsub = None
                with contextlib.suppress(redis.RedisError, OSError):
                    await connection.aclose()

    def _relay(self, found: dict[str, Any]) -> None:
        name = found["channel"].decode()
        if found["type"] == "subscribe" and name in self._joined:
            self._joined[name].set()
        elif found["type"] == "message":
            eyes = self._channels.get(name, {})
            if eyes:
                _heads[name] = found["data"].split(b"\0", 1)[0].decode()
            for eye, message in unpack(found["data"], eyes):
                for one in eyes[eye]:
                    one.offer(message)

    async def close(self) -> None:
        """Let every stream end, then drop the connection."""
        self.closing.set()
        for one in self._everybody():
            one.offer(Signal.RESYNC)
        for task in (self._pump, self._ticker):
            if task is not None:
                task.cancel()
