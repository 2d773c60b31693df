"""What the coroutines in front of Django share: types of ASGI, headers, asking Django in a thread."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final
from urllib.parse import parse_qs

from asgiref.sync import sync_to_async
from django.db import InterfaceError, OperationalError, connections
from django.http.cookie import parse_cookie

from gateway.middleware import GUARDS, spoken
from gateway.words import LANGUAGES, sentence
from services.errors import Refusal

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

UUID_PATH: Final = r"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"
STORE_AWAY: Final = (OperationalError, InterfaceError)
GUARD_HEADERS: Final = [(name.lower().encode(), value.encode()) for name, value in GUARDS.items()]
EVENT_STREAM: Final = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    *GUARD_HEADERS,
]
_STATUS: Final = {
    "bad-token": 401,
    "not-signed-in": 401,
    "throttled": 429,
    "store-away": 503,
    "too-large": 413,
    "unsupported-type": 415,
    "unreadable": 400,
    "too-many-streams": 429,
    "bad-host": 400,
    "account-closed": 403,
}


def headers_of(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def query_of(scope: Scope) -> dict[str, str]:
    values = parse_qs(scope["query_string"].decode("latin-1"))
    return {name: items[0] for name, items in values.items()}


def language_of(scope: Scope) -> str:
    headers = headers_of(scope)
    chosen = query_of(scope).get("lang") or parse_cookie(headers.get("cookie", "")).get("language", "")
    return chosen if chosen in LANGUAGES else spoken(headers.get("accept-language", ""))


async def ask(function: Callable[..., Any], *args: Any) -> Any:
    """Run a function of Django's in a thread; its connection is given back at once."""

    def run() -> Any:
        try:
            return function(*args)
        finally:
            connections.close_all()

    return await sync_to_async(run, thread_sensitive=False)()


async def until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def refuse(scope: Scope, send: Send, refusal: Refusal) -> None:
    status = _STATUS.get(refusal.code, 404)
    detail = sentence(language_of(scope), refusal.code, {})
    body = json.dumps({"error": refusal.code, "detail": detail}, ensure_ascii=False).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *GUARD_HEADERS]
    if status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    if status in (400, 413, 415):  # of a body that is not read to its end
        headers.append((b"connection", b"close"))
    if "wait" in refusal.params:
        headers.append((b"retry-after", str(refusal.params["wait"]).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
