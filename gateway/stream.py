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
from http.cookies import SimpleCookie
from importlib import import_module
from typing import Any
from urllib.parse import parse_qs
from uuid import UUID

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import DatabaseError, InterfaceError, connections
from rest_framework.exceptions import AuthenticationFailed

from gateway import tickets
from gateway.auth import BearerToken
from gateway.cards import visible_match
from gateway.frames import names_for, told
from gateway.middleware import spoken
from gateway.words import LANGUAGES, sentence
from services.bus import Hub, Message, Subscriber
from services.errors import Refusal
from services.history import GALLERY, eye_of, present_frame, present_news
from services.intake import seat_of
from services.store.models import Match

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

PATH = re.compile(r"^/api/matches/([0-9a-fA-F-]{36})/stream$")
PING_SECONDS = 15
logger = logging.getLogger(__name__)
NOT_STARTED = (Match.Status.OPEN, Match.Status.STARTING)
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
        elif scope["type"] == "http" and scope["method"] == "GET" and (found := PATH.match(scope["path"])):
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
    headers = _headers(scope)
    query = {name: values[0] for name, values in parse_qs(scope["query_string"].decode("latin-1")).items()}
    cookies = {name: one.value for name, one in SimpleCookie(headers.get("cookie", "")).items()}
    chosen = query.get("lang") or cookies.get("language", "")
    language = chosen if chosen in LANGUAGES else spoken(headers.get("accept-language", ""))
    try:
        match_id = UUID(match_text)
    except ValueError:
        raise Refusal("not-found") from None
    if "ticket" in query:
        try:
            account = tickets.holder_of(query["ticket"], match_id)
        except tickets.BadTicket:
            raise Refusal("bad-token") from None
        match = Match.objects.get(pk=match_id)
        eye = eye_of(seat_of(match_id, account))
    else:
        account = _account(headers, cookies)
        match, seat = visible_match(match_id, account, query.get("invite", ""))
        eye = eye_of(seat)
    after = _number(headers.get("last-event-id") or query.get("after"))
    return Reader(match, account, eye, language, names_for(match, language), after)


def _seated_anew(reader: Reader) -> Reader:
    match = Match.objects.get(pk=reader.match.id)
    eye = eye_of(seat_of(match.id, reader.account))
    return replace(reader, match=match, eye=eye, names=names_for(match, reader.language))


def _number(text: str | None) -> int | None:
    if text is None or not re.fullmatch(r"-?\d{1,9}", text):
        return None
    return int(text)


def _account(headers: dict[str, str], cookies: dict[str, str]) -> UUID | None:
    bearer = headers.get("authorization", "")
    if bearer:
        kind, _, token = bearer.partition(" ")
        if kind.lower() != "bearer":
            raise Refusal("bad-token")
        try:
            user, _ = BearerToken().authenticate_credentials(token.strip().encode())
        except AuthenticationFailed:
            raise Refusal("bad-token") from None
        return UUID(str(user.pk))
    key = cookies.get(settings.SESSION_COOKIE_NAME)
    if not key:
        return None
    store = import_module(settings.SESSION_ENGINE).SessionStore(key)
    found = store.get("_auth_user_id")
    return UUID(found) if found else None


def _present(reader: Reader, after: int | None) -> tuple[int, bool, str]:
    """The stored frame: its seq, whether the match is over, its text with all news since `after`."""
    frame = present_frame(reader.match.id, reader.eye)
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


# -- the stream -------------------------------------------------------------------------------------------------------


async def _stream(scope: Scope, receive: Receive, send: Send, match_text: str) -> None:
    try:
        reader = await _ask(_identify, scope, match_text)
    except Match.DoesNotExist:
        await _refuse(scope, send, 404, "not-found")
        return
    except Refusal as refusal:
        await _refuse(scope, send, 401 if refusal.code == "bad-token" else 404, refusal.code)
        return
    except (DatabaseError, InterfaceError):
        await _refuse(scope, send, 503, "store-away")
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


async def _refuse(scope: Scope, send: Send, status: int, code: str) -> None:
    language = spoken(_headers(scope).get("accept-language", ""))
    body = json.dumps({"error": code, "detail": sentence(language, code, {})}, ensure_ascii=False).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _follow(reader: Reader, send: Send) -> None:
    """Join first, then read the stored frame, then relay: nothing can fall between."""
    headers = [
        (b"content-type", b"text/event-stream; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"x-accel-buffering", b"no"),
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    if reader.match.status in NOT_STARTED:
        reader = await _when_started(reader, send)
    async with the_hub().subscribe(reader.match.id, reader.eye) as subscriber:
        writer = _Writer(reader, send)
        await writer.catch_up()
        while not writer.over and not subscriber.dropped and not the_hub().closing.is_set():
            await _relay_next(subscriber, writer)
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _when_started(reader: Reader, send: Send) -> Reader:
    """Wait for the start; only then is it known which eye the caller has, since seats may be drawn by lot."""
    async with the_hub().subscribe(reader.match.id, GALLERY) as subscriber:
        while not the_hub().closing.is_set():
            with contextlib.suppress(DatabaseError, InterfaceError):
                reader = await _ask(_seated_anew, reader)
            if reader.match.status not in NOT_STARTED:
                break
            await send({"type": "http.response.body", "body": b": waiting\n\n", "more_body": True})
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(PING_SECONDS):
                    await subscriber.queue.get()
    return reader


async def _relay_next(subscriber: Subscriber, writer: _Writer) -> None:
    try:
        async with asyncio.timeout(PING_SECONDS):
            message = await subscriber.queue.get()
    except TimeoutError:
        await writer.ping()
        return
    if message is None:
        await writer.catch_up()
    else:
        await writer.relay(message)


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
        except (DatabaseError, InterfaceError):
            await self._write(b": store away\n\n")
            return
        if seq > self.sent or self.after is None:
            await self._frame(seq, text)
        if over:
            await self._end()

    async def relay(self, message: Message) -> None:
        if message.seq <= self.sent:
            return
        text = _localised(message, self.reader.match.game, self.reader.language, tuple(self.reader.names))
        await self._frame(message.seq, text)
        if message.over:
            await self._end()

    async def ping(self) -> None:
        await self._write(b": ping\n\n")

    async def _frame(self, seq: int, text: str) -> None:
        self.sent = self.after = seq
        await self._write(f"event: frame\nid: {seq}\ndata: {text}\n\n".encode())

    async def _end(self) -> None:
        self.over = True
        await self._write(b"event: over\ndata: {}\n\n")

    async def _write(self, data: bytes) -> None:
        await self.send({"type": "http.response.body", "body": data, "more_body": True})


_last: dict[tuple[int, str, tuple[str, ...]], tuple[Message, str]] = {}


def _localised(message: Message, game: str, language: str, names: tuple[str, ...]) -> str:
    """The frame's text; a thousand readers of one message share one rendering."""
    key = (id(message), language, names)
    found = _last.get(key)
    if found is not None and found[0] is message:
        return found[1]
    text = told(message.body, message.moves, json.loads(message.news), game, language, names)
    if len(_last) > 64:
        _last.clear()
    _last[key] = (message, text)
    return text
