"""The hub: one pub/sub connection per process, however many streams it serves. All of it runs in one event loop."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Any
from uuid import UUID

from django.conf import settings

from services.bus import AWAY, Message, channel, listening_client, unpack

logger = logging.getLogger(__name__)
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
    on_drop: Callable[[], object] = lambda: None

    def offer(self, message: Message | Signal) -> None:
        self.idle = False
        try:
            self.queue.put_nowait(message)
        except asyncio.QueueFull:
            self.dropped = True
            self.on_drop()


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
                    with contextlib.suppress(*AWAY):
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
                    with contextlib.suppress(*AWAY):
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
            connection = listening_client()
            try:
                async with self._lock:  # two coroutines that connect one pub/sub object would make two connections
                    pubsub = connection.pubsub()
                    await pubsub.subscribe(f"{settings.BUS_PREFIX}:hub", *self._channels)
                    self._pubsub = pubsub
                for one in self._everybody():
                    one.offer(Signal.RESYNC)
                async for found in pubsub.listen():
                    self._relay(found)
            except AWAY as error:
                logger.warning("hub lost its connection: %s", type(error).__name__)
                await asyncio.sleep(0.3)
            finally:
                self._pubsub = None
                with contextlib.suppress(*AWAY):
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
