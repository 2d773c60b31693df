"""Subscriptions: a bare ASGI coroutine in front of Django. The frame now, then each new frame of that eye.

Django is asked once, in a thread that is given back at once: who is it, which eye, what is the present frame.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import re
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import import_module
from typing import Any
from urllib.parse import parse_qs
from uuid import UUID

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import InterfaceError, OperationalError, connections
from django.http.cookie import parse_cookie
from rest_framework.exceptions import AuthenticationFailed

from gateway import tickets
from gateway.auth import BearerToken
from gateway.cards import party_of, visible_party
from gateway.frames import told
from gateway.middleware import GUARDS, SESSION_KEY, spoken
from gateway.throttles import Everybody
from gateway.words import LANGUAGES, render_news, sentence
from services.bus import Message
from services.errors import Refusal
from services.history import GALLERY, NOT_STARTED, eye_of, present_frame, present_news
from services.hub import Hub, Signal, Subscriber
from services.projections.frames import compact, frame_json
from services.store.models import Match

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

PATH = re.compile(r"/api/matches/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/stream")
AWAY = (OperationalError, InterfaceError)
logger = logging.getLogger(__name__)
hub: Hub | None = None


def the_hub() -> Hub:
    global hub
    if hub is None:
        hub = Hub()
    return hub


def streams_open() -> int:
    return hub.count() if hub is not None else 0


def front(django: App) -> App:
    """Streams are served here, everything else by Django; on shutdown the streams are closed first."""

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await _lifespan(receive, send)
        elif scope["type"] == "http" and scope["method"] == "GET" and (found := PATH.fullmatch(scope["path"])):
            await _stream(scope, receive, send, found.group(1))
        else:
            await django(scope, receive, send)

    return application


async def _lifespan(receive: Receive, send: Send) -> None:
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            the_hub()
            await send({"type": "lifespan.startup.complete"})
        else:
            await the_hub().close()
            await send({"type": "lifespan.shutdown.complete"})
            return


@dataclass(frozen=True, slots=True)
class Reader:
    """Who follows which eye of which match, in which language, since when."""

    match: Match
    account: UUID | None
    eye: int
    language: str
    names: list[str]
    after: int | None


# -- asking Django, in a thread ---------------------------------------------------------------------------------------


def _headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def _identify(scope: Scope, match_text: str) -> Reader:
    """Resolve the caller: ticket, bearer header or session cookie; raises Refusal."""
    headers, query = _headers(scope), _query(scope)
    cookies = parse_cookie(headers.get("cookie", ""))
    match_id = UUID(match_text)
    if "ticket" in query:
        try:
            account = tickets.holder_of(query["ticket"], match_id)
        except tickets.BadTicket:
            raise Refusal("bad-token") from None
        _throttle(scope, account)
        party = party_of(match_id)
    else:
        account = _account(headers, cookies)
        _throttle(scope, account)
        party, _ = visible_party(match_id, account, query.get("invite", ""))
    after, language = _number(headers.get("last-event-id") or query.get("after")), _language(scope)
    eye = eye_of(party.seat_of(account))
    return Reader(party.match, account, eye, language, party.seat_names(language), after)


def _query(scope: Scope) -> dict[str, str]:
    found = parse_qs(scope["query_string"].decode("latin-1"))
    return {name: values[0] for name, values in found.items()}


def _language(scope: Scope) -> str:
    headers = _headers(scope)
    chosen = _query(scope).get("lang") or parse_cookie(headers.get("cookie", "")).get("language", "")
    return chosen if chosen in LANGUAGES else spoken(headers.get("accept-language", ""))


def _throttle(scope: Scope, account: UUID | None) -> None:
    throttle = Everybody()
    if not throttle.allow(str(account or (scope.get("client") or ("",))[0])):
        raise Refusal("throttled", wait=max(1, round(throttle.wait())))


def _seated_anew(reader: Reader) -> Reader:
    party = party_of(reader.match.id)
    eye = eye_of(party.seat_of(reader.account))
    return replace(reader, match=party.match, eye=eye, names=party.seat_names(reader.language))


def _number(text: str | None) -> int | None:
    if text is None or not re.fullmatch(r"-?\d{1,9}", text):
        return None
    return int(text)


def _account(headers: dict[str, str], cookies: dict[str, str]) -> UUID | None:
    kind, _, token = headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        try:
            user, _ = BearerToken().authenticate_credentials(token.strip().encode())
        except AuthenticationFailed:
            raise Refusal("bad-token") from None
        return UUID(str(user.pk))
    key = cookies.get(settings.SESSION_COOKIE_NAME, "")
    if not SESSION_KEY.fullmatch(key):
        return None
    store = import_module(settings.SESSION_ENGINE).SessionStore(key)
    found = store.get("_auth_user_id")
    return UUID(found) if found else None


def _present(reader: Reader, after: int | None) -> tuple[int, bool, str]:
    """The stored frame: its seq, whether the match is over, its text with all news since `after`."""
    frame = present_frame(reader.match, reader.eye)
    news = present_news(frame, after)
    over = json.loads(frame.body)["winners"] is not None
    return frame.seq, over, told(frame.body, frame.moves, news, reader.match.game, reader.language, reader.names)


async def _ask(function: Callable[..., Any], *args: Any) -> Any:
    def run() -> Any:
        try:
            return function(*args)
        finally:
            connections.close_all()

    return await sync_to_async(run, thread_sensitive=False)()


_GUARDS = [(name.lower().encode(), value.encode()) for name, value in GUARDS.items()]

# -- the stream -------------------------------------------------------------------------------------------------------


async def _stream(scope: Scope, receive: Receive, send: Send, match_text: str) -> None:
    try:
        reader = await _ask(_identify, scope, match_text)
    except Refusal as refusal:
        await _refuse(scope, send, _STATUS.get(refusal.code, 404), refusal)
        return
    except AWAY:
        await _refuse(scope, send, 503, Refusal("store-away", wait=2))
        return
    gone = asyncio.create_task(_until_gone(receive))
    follow = asyncio.create_task(_follow(reader, send))
    try:
        await asyncio.wait({gone, follow}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (gone, follow):
            task.cancel()
        _, ended = await asyncio.gather(gone, follow, return_exceptions=True)
        if isinstance(ended, Exception):
            logger.error("a stream of %s broke", match_text, exc_info=ended)


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


_STATUS = {"bad-token": 401, "throttled": 429}


async def _refuse(scope: Scope, send: Send, status: int, refusal: Refusal) -> None:
    detail = sentence(_language(scope), refusal.code, {})
    body = json.dumps({"error": refusal.code, "detail": detail}, ensure_ascii=False).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *_GUARDS]
    if status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    if "wait" in refusal.params:
        headers.append((b"retry-after", str(refusal.params["wait"]).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _follow(reader: Reader, send: Send) -> None:
    """Join first, then read the stored frame, then relay: nothing can fall between."""
    headers = [
        (b"content-type", b"text/event-stream; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"x-accel-buffering", b"no"),
        *_GUARDS,
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    if reader.match.status in NOT_STARTED:
        reader = await _when_started(reader, send)
    writer = _Writer(reader, send)
    if reader.match.status == Match.Status.ABORTED:  # nothing will ever be seen of it
        await writer.end()
        return
    async with the_hub().subscribe(reader.match.id, reader.eye) as subscriber:
        # A reader that does not take what is written holds this coroutine: it must be let go from outside.
        me = asyncio.current_task()
        assert me is not None
        subscriber.on_drop = me.cancel
        await writer.catch_up()
        while not writer.over and not subscriber.dropped and not the_hub().closing.is_set():
            await _relay_next(subscriber, writer)
        await writer.close()


async def _when_started(reader: Reader, send: Send) -> Reader:
    """Wait for the start; only then is it known which eye the caller has, since seats may be drawn by lot."""
    async with the_hub().subscribe(reader.match.id, GALLERY) as subscriber:
        while not the_hub().closing.is_set():
            with contextlib.suppress(*AWAY):
                reader = await _ask(_seated_anew, reader)
            if reader.match.status not in NOT_STARTED:
                break
            await send({"type": "http.response.body", "body": b": waiting\n\n", "more_body": True})
            await subscriber.queue.get()
    return reader


async def _relay_next(subscriber: Subscriber, writer: _Writer) -> None:
    found = await subscriber.queue.get()
    if found is Signal.PING:
        await writer.ping()
    elif found is Signal.RESYNC:
        await writer.catch_up()
    else:
        await writer.relay(found)


class _Writer:
    """Writes frames with rising seq; remembers how far the reader has come."""

    def __init__(self, reader: Reader, send: Send) -> None:
        self.reader, self.send = reader, send
        self.sent = -1 if reader.after is None else reader.after
        self.after = reader.after
        self.over = False

    async def catch_up(self) -> None:
        try:
            seq, over, text = await _ask(_present, self.reader, self.after)
        except Refusal:  # the match has not started: its first frame comes by the channel
            await self._write(b": waiting\n\n")
            return
        except AWAY:
            await self._write(b": store away\n\n")
            return
        if seq > self.sent or self.after is None:
            await self._frame(seq, text)
        if over:
            await self._over()

    async def relay(self, message: Message) -> None:
        if message.after > self.sent:  # the frame before did not come this way
            await self.catch_up()
            return
        if message.seq > self.sent:
            text = _localised(message, self.reader.match.game, self.reader.language, tuple(self.reader.names))
            await self._frame(message.seq, text)
        if message.over:
            await self._over()

    async def ping(self) -> None:
        await self._write(b": ping\n\n")

    async def _frame(self, seq: int, text: str) -> None:
        self.sent = self.after = seq
        await self._write(f"event: frame\nid: {seq}\ndata: {text}\n\n".encode())

    async def end(self) -> None:
        await self._over()
        await self.close()

    async def close(self) -> None:
        await self.send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _over(self) -> None:
        self.over = True
        await self._write(b"event: over\ndata: {}\n\n")

    async def _write(self, data: bytes) -> None:
        await self.send({"type": "http.response.body", "body": data, "more_body": True})


@lru_cache(64)
def _localised(message: Message, game: str, language: str, names: tuple[str, ...]) -> str:
    """The frame's text; a thousand readers of one message share one rendering."""
    return frame_json(message.body, message.moves, _news(message.news, game, language, names))


@lru_cache(64)
def _news(news: str, game: str, language: str, names: tuple[str, ...]) -> str:
    """Where all eyes read the same news, they are put into words once."""
    return compact(render_news(language, game, json.loads(news), names))
