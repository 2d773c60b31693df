"""How every stream runs: until its caller is gone, it has ended by itself, or the caller's account was closed."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Coroutine
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from gateway.asgi import STORE_AWAY, Receive, Send, ask, until_gone
from services.people.appeals import closed_lately

LOOK_SECONDS: Final = 3.0
LOOK_BACK: Final = timedelta(minutes=2)  # the store may have been away for a while
logger = logging.getLogger(__name__)


async def run(follow: Coroutine[Any, Any, None], account: UUID | None, receive: Receive, send: Send) -> None:
    """Raises nothing."""
    gone, following = asyncio.create_task(until_gone(receive)), asyncio.create_task(follow)
    closed = closings.until_closed(account)
    try:
        await asyncio.wait({gone, following, closed}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        ended_by_closing = closed.done() and not closed.cancelled()
        for task in (gone, following, closed):
            task.cancel()
        _, ended, _ = await asyncio.gather(gone, following, closed, return_exceptions=True)
        closings.forget(account, closed)
        if isinstance(ended, Exception):
            logger.error("a stream broke", exc_info=ended)
    if ended_by_closing:
        await send({"type": "http.response.body", "body": b"", "more_body": False})


class Closings:
    """Looks every few seconds, as long as anybody with an account follows anything, who was closed meanwhile."""

    def __init__(self) -> None:
        self._waiting: dict[UUID, set[asyncio.Future[None]]] = {}
        self._watch: asyncio.Task[None] | None = None

    def until_closed(self, account: UUID | None) -> asyncio.Future[None]:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        if account is not None:
            self._waiting.setdefault(account, set()).add(future)
            if self._watch is None or self._watch.done() or self._watch.get_loop() is not loop:
                self._watch = loop.create_task(self._look_out())
        return future

    def forget(self, account: UUID | None, future: asyncio.Future[None]) -> None:
        if account is None:
            return
        futures = self._waiting.get(account, set())
        futures.discard(future)
        if not futures:
            self._waiting.pop(account, None)

    async def _look_out(self) -> None:
        while self._waiting:
            await asyncio.sleep(LOOK_SECONDS)
            with contextlib.suppress(*STORE_AWAY):
                closed: set[UUID] = await ask(closed_lately, LOOK_BACK)
                for account in closed & self._waiting.keys():
                    for future in self._waiting[account]:
                        if not future.done():
                            future.set_result(None)


closings: Final = Closings()
