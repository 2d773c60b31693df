"""The hub: one pub/sub connection per process, however many streams it serves. All of it runs in one event loop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from django.conf import settings

from services.bus.connection import AWAY, listening_client
from services.bus.frames import FrameMessage, Note, Topic, unpack

logger = logging.getLogger(__name__)
PING_SECONDS = 15


class Signal(Enum):
    """What lies in a subscriber's queue beside messages."""

    RESYNC = "messages may have been missed: read what is stored"
    PING = "nothing has happened for a while: say that we are there"


Message = FrameMessage | Note


@dataclass(eq=False)
class Subscriber:
    queue: asyncio.Queue[Message | Signal] = field(default_factory=lambda: asyncio.Queue(maxsize=32))
    dropped: bool = False
    idle: bool = False  # nothing was offered since the last round of pings
    on_drop: Callable[[], object] = lambda: None

    def offer(self, message: Message | Signal) -> None:
        self.idle = False
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            self.dropped = True
            self.on_drop()


class Hub:
    """Fans messages out to the streams of this process, and to requests that wait for an answer."""

    def __init__(self) -> None:
        self._channels: dict[str, dict[int | None, set[Subscriber]]] = {}  # by channel and eye
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
    async def subscribe(self, *topics: Topic) -> AsyncIterator[Subscriber]:
        """Joined when entered: nothing published on these topics from then on is missed."""
        subscriber = Subscriber()
        for topic in topics:
            self._channels.setdefault(topic.channel, {}).setdefault(topic.eye, set()).add(subscriber)
        try:
            for topic in topics:
                await self._join(topic.channel)
            yield subscriber
        finally:
            for topic in topics:
                await self._leave(topic, subscriber)

    async def _join(self, name: str) -> None:
        async with self._lock:
            if self._pump is None:
                self._pump = asyncio.create_task(self._run())
                self._ticker = asyncio.create_task(self._ping())
            if name not in self._joined:
                self._joined[name] = asyncio.Event()
                if self._pubsub is not None:
                    with contextlib.suppress(*AWAY):
                        await self._pubsub.subscribe(name)
        with contextlib.suppress(TimeoutError):  # Redis is away: the pump joins and resyncs when it is back
            async with asyncio.timeout(1):
                await self._joined[name].wait()

    async def _leave(self, topic: Topic, subscriber: Subscriber) -> None:
        name = topic.channel
        eyes = self._channels[name]
        eyes[topic.eye].discard(subscriber)
        if not eyes[topic.eye]:
            del eyes[topic.eye]
        if eyes:
            return
        async with self._lock:
            if not self._channels.get(name):
                self._channels.pop(name, None)
                self._joined.pop(name, None)
                if self._pubsub is not None:
                    with contextlib.suppress(*AWAY):
                        await self._pubsub.unsubscribe(name)

    async def _ping(self) -> None:
        """Idle streams say that they live, all at once: a timer for every frame of every stream would cost more."""
        while not self.closing.is_set():
            await asyncio.sleep(PING_SECONDS / 2)
            for subscriber in self._everybody():
                if subscriber.idle:
                    subscriber.offer(Signal.PING)
                subscriber.idle = True

    async def _run(self) -> None:
        """The pump: reads for ever, joins everything anew after a cut."""
        while not self.closing.is_set():
            connection = listening_client()
            try:
                async with self._lock:  # two coroutines that connect one pub/sub object would make two connections
                    pubsub = connection.pubsub()
                    await pubsub.subscribe(f"{settings.BUS_PREFIX}:hub", *self._channels)
                    self._pubsub = pubsub
                for subscriber in self._everybody():
                    subscriber.offer(Signal.RESYNC)
                async for item in pubsub.listen():
                    self._relay(item)
            except AWAY as error:
                logger.warning("hub lost its connection: %s", type(error).__name__)
                await asyncio.sleep(0.3)
            finally:
                self._pubsub = None
                with contextlib.suppress(*AWAY):
                    await connection.aclose()

    def _relay(self, item: dict[str, Any]) -> None:
        name = item["channel"].decode()
        if item["type"] == "subscribe" and name in self._joined:
            self._joined[name].set()
        elif item["type"] == "message":
            eyes = self._channels.get(name, {})
            for subscriber in eyes.get(None, ()):
                subscriber.offer(Note(item["data"].decode()))
            if len(eyes) > (None in eyes):
                for eye, message in unpack(item["data"], eyes):
                    for subscriber in eyes[eye]:
                        subscriber.offer(message)

    async def close(self) -> None:
        """Let every stream end, then drop the connection."""
        self.closing.set()
        for subscriber in self._everybody():
            subscriber.offer(Signal.RESYNC)
        for task in (self._pump, self._ticker):
            if task is not None:
                task.cancel()
