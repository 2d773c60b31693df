"""The stream of a tournament: its card on joining, then every event of its log, once and in order.

Like the other streams it runs in front of Django; notes on the channel only say that there is something to read.
"""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

import services.tournaments.read as tournaments
from gateway import following, tickets
from gateway.admission import check_host, stream_slot
from gateway.api.tournaments import card_json
from gateway.asgi import (
    EVENT_STREAM,
    STORE_AWAY,
    UUID_PATH,
    Receive,
    Scope,
    Send,
    ask,
    headers_of,
    language_of,
    query_of,
    refuse,
)
from gateway.readers import account_of, refuse_closed, throttle
from services.bus.frames import tournament_topic
from services.bus.hub import Hub, Signal
from services.errors import Refusal

PATH: Final = re.compile(rf"/api/tournaments/{UUID_PATH}/stream")


@dataclass(frozen=True, slots=True)
class Watcher:
    """Who follows which tournament, and the seq of the last event they have; None: they begin now."""

    tournament: UUID
    account: UUID | None
    language: str
    after: int | None


def identify(scope: Scope, tournament: UUID) -> Watcher:
    """Raises Refusal."""
    query = query_of(scope)
    if "ticket" in query:
        try:
            account = tickets.holder_of(query["ticket"], tournament)
        except tickets.BadTicket:
            raise Refusal("bad-token") from None
        refuse_closed(account)
    else:
        account = account_of(scope)
    throttle(scope, account)
    tournaments.load(tournament)
    text = headers_of(scope).get("last-event-id") or query.get("after") or ""
    return Watcher(tournament, account, language_of(scope), int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else None)


async def serve(hub: Hub, scope: Scope, receive: Receive, send: Send, tournament: UUID) -> None:
    try:
        check_host(scope)
        watcher = await ask(identify, scope, tournament)
        with stream_slot(scope, watcher.account):
            await following.run(_follow(hub, watcher, send), watcher.account, receive, send)
    except Refusal as refusal:
        await refuse(scope, send, refusal)
    except STORE_AWAY:
        await refuse(scope, send, Refusal("store-away", wait=2))


async def _follow(hub: Hub, watcher: Watcher, send: Send) -> None:
    """Join first, then read, then relay: nothing can fall between."""
    await send({"type": "http.response.start", "status": 200, "headers": EVENT_STREAM})
    async with hub.subscribe(tournament_topic(watcher.tournament)) as subscriber:
        me = asyncio.current_task()
        assert me is not None
        subscriber.on_drop = me.cancel
        writer = _TournamentWriter(watcher, send)
        await writer.catch_up()
        while not writer.over and not subscriber.dropped and not hub.closing.is_set():
            if await subscriber.queue.get() is Signal.PING:
                await writer.write(": ping\n\n")
            else:
                await writer.catch_up()
        await send({"type": "http.response.body", "body": b"", "more_body": False})


class _TournamentWriter:
    """Writes events with rising seq; `sent` is the last one the reader has."""

    def __init__(self, watcher: Watcher, send: Send) -> None:
        self.watcher, self.send = watcher, send
        self.sent = watcher.after
        self.over = False

    async def catch_up(self) -> None:
        try:
            if self.sent is None:
                await self._begin()
            while not self.over and await self._page():
                pass
        except STORE_AWAY:
            await self.write(": store away\n\n")

    async def _begin(self) -> None:
        seq, revealed, text = await ask(beginning, self.watcher)
        self.sent = seq
        await self.write(f"event: card\nid: {seq}\ndata: {text}\n\n")
        if revealed:
            await self._end()

    async def _page(self) -> bool:
        """Whether there was something to write."""
        events: list[dict[str, Any]] = await ask(tournaments.envelopes_after, self.watcher.tournament, self.sent)
        for event in events:
            self.sent = event["seq"]
            await self.write(f"event: log\nid: {event['seq']}\ndata: {compact(event)}\n\n")
            if event["type"] == tournaments.REVEALED:
                await self._end()
        if not events and self.watcher.after is not None and await ask(_is_revealed, self.watcher.tournament):
            await self._end()
        return bool(events)

    async def _end(self) -> None:
        self.over = True
        await self.write("event: over\ndata: {}\n\n")

    async def write(self, text: str) -> None:
        await self.send({"type": "http.response.body", "body": text.encode(), "more_body": True})


def beginning(watcher: Watcher) -> tuple[int, bool, str]:
    loaded = tournaments.load(watcher.tournament)
    return loaded.head.seq, loaded.state.revealed, compact(card_json(loaded, watcher.language))


def _is_revealed(tournament: UUID) -> bool:
    return tournaments.load(tournament).state.revealed


def compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
