"""One stream of everything that concerns an account: where it is asked now, then each thing as it happens.

Like the streams of matches it runs in front of Django; what a channel loses is read from the store.
"""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from gateway import following
from gateway.admission import check_host, stream_slot
from gateway.asgi import EVENT_STREAM, STORE_AWAY, Receive, Scope, Send, ask, headers_of, query_of, refuse
from gateway.readers import account_of, throttle
from services.bus.frames import account_topic
from services.bus.hub import Hub, Signal
from services.bus.presence import mark_here
from services.errors import Refusal
from services.notices.read import NumberedNotice, home_of, last_number, notices_after

PATH: Final = "/api/me/stream"


@dataclass(frozen=True, slots=True)
class Follower:
    """Who follows, and the number of the last notice they have; None: they begin now."""

    account: UUID
    after: int | None


def identify(scope: Scope) -> Follower:
    """Raises Refusal."""
    account = account_of(scope)
    if account is None:
        raise Refusal("not-signed-in")
    throttle(scope, account)
    text = headers_of(scope).get("last-event-id") or query_of(scope).get("after") or ""
    return Follower(account, int(text) if re.fullmatch(r"[0-9]{1,15}", text) else None)


async def serve(hub: Hub, scope: Scope, receive: Receive, send: Send) -> None:
    try:
        check_host(scope)
        follower = await ask(identify, scope)
        with stream_slot(scope, follower.account):
            await following.run(_follow(hub, follower, send), follower.account, receive, send)
    except Refusal as refusal:
        await refuse(scope, send, refusal)
    except STORE_AWAY:
        await refuse(scope, send, Refusal("store-away", wait=2))


async def _follow(hub: Hub, follower: Follower, send: Send) -> None:
    """Join first, then read, then relay: nothing can fall between."""
    await send({"type": "http.response.start", "status": 200, "headers": EVENT_STREAM})
    async with hub.subscribe(account_topic(follower.account)) as subscriber:
        me = asyncio.current_task()
        assert me is not None
        subscriber.on_drop = me.cancel
        writer = _OwnWriter(follower, send)
        await writer.begin()
        while not subscriber.dropped and not hub.closing.is_set():
            if await subscriber.queue.get() is Signal.PING:
                await ask(mark_here, follower.account)
                await writer.write(": ping\n\n")
            else:
                await writer.catch_up()
        await send({"type": "http.response.body", "body": b"", "more_body": False})


class _OwnWriter:
    """Writes notices with rising numbers. Notes on the channel only say that there is something to read."""

    def __init__(self, follower: Follower, send: Send) -> None:
        self.follower, self.send = follower, send
        self.sent: int | None = None

    async def begin(self) -> None:
        try:
            number, home = await ask(beginning, self.follower)
        except STORE_AWAY:
            await self.write(": store away\n\n")
            return
        self.sent = number
        await ask(mark_here, self.follower.account)
        await self.write(home)
        await self.catch_up()

    async def catch_up(self) -> None:
        if self.sent is None:
            await self.begin()
            return
        try:
            notices: list[NumberedNotice] = await ask(notices_after, self.follower.account, self.sent)
        except STORE_AWAY:
            await self.write(": store away\n\n")
            return
        for notice in notices:
            self.sent = notice.number
            await self.write(notice.as_event())

    async def write(self, text: str) -> None:
        await self.send({"type": "http.response.body", "body": text.encode(), "more_body": True})


def beginning(follower: Follower) -> tuple[int, str]:
    """Where the notices go on, and the event that comes first. The number is read before: nothing falls between."""
    last = last_number(follower.account)
    number = last if follower.after is None else min(follower.after, last)
    home = json.dumps(home_of(follower.account), ensure_ascii=False, separators=(",", ":"))
    return number, f"event: home\nid: {number}\ndata: {home}\n\n"
