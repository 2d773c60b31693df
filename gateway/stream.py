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
from gateway.cards import party_of, visible_party
from gateway.frames import told
from gateway.middleware import spoken
from gateway.words import LANGUAGES, render_news, sentence
from services.bus import Hub, Message, Signal, Subscriber
from services.errors import Refusal
from services.history import GALLERY, NOT_STARTED, eye_of, present_frame, present_news
from services.projections.frames import compact, frame_json
from services.store.models import Match

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

PATH = re.compile(r"^/api/matches/([0-9a-fA-F-]{36})/stream$")
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
        party = party_of(match_id)
    else:
        account = _account(headers, cookies)
        party, _ = visible_party(match_id, account, query.get("invite", ""))
    after = _number(headers.get("last-event-id") or query.get("after"))
    eye = eye_of(party.seat_of(account))
    return Reader(party.match, account, eye, language, party.seat_names(language), after)


def _seated_anew(reader: Reader) -> Reader:
    party = party_of(reader.match.id)
    eye = eye_of(party.seat_of(reader.account))
    return replace(reader, match=party.match, eye=eye, names=party.seat_names(reader.language))


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


# -- the stream -------------------------------------------------------------------------------------------------------


async def _stream(scope: Scope, receive: Receive, send: Send, match_text: str) -> None:
    try:
        reader = await _ask(_identify, scope, match_text)
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


@lru_cache(64)
def _localised(message: Message, game: str, language: str, names: tuple[str, ...]) -> str:
    """The frame's text; a thousand readers of one message share one rendering."""
    return frame_json(message.body, message.moves, _news(message.news, game, language, names))


@lru_cache(64)
def _news(news: str, game: str, language: str, names: tuple[str, ...]) -> str:
    """Where all eyes read the same news, they are put into words once."""
    return compact(render_news(language, game, json.loads(news), names))
