"""Imports arrive in front of Django: the body is counted chunk by chunk and refused as soon as it is too much.

Django gets the request without its body; what was taken of it goes along as `bazigah.upload`. With `Prefer: wait=N` the
answer is held until the import is read; a coroutine waits, no thread and no connection.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import MutableMapping
from typing import Any, Final
from uuid import UUID

from gateway.asgi import STORE_AWAY, App, Receive, Scope, Send, ask, headers_of, refuse
from gateway.errors import TooLarge, Unreadable, UnsupportedType
from gateway.readers import account_of
from gateway.uploads import Upload
from gateway.waiting import Captured, preferred_wait
from services.errors import Refusal
from services.records.read.imports import import_json

PATH: Final = "/api/imports"
UPLOAD: Final = "bazigah.upload"  # the key in the environment of the request
SLOWEST: Final = 30.0  # seconds between two chunks
LOOK: Final = 0.1  # seconds between two looks at an import that somebody waits for
_CODES: Final = {TooLarge: "too-large", UnsupportedType: "unsupported-type", Unreadable: "unreadable"}


def is_import(scope: Scope) -> bool:
    return bool(scope["type"] == "http" and scope["method"] == "POST" and scope["path"] == PATH)


async def serve(django: App, scope: Scope, receive: Receive, send: Send) -> None:
    try:
        account = await ask(account_of, scope)
        if account is None:
            raise Refusal("not-signed-in")
        upload = await _received(scope, receive)
    except Refusal as refusal:
        await refuse(scope, send, refusal)
        return
    except STORE_AWAY:
        await refuse(scope, send, Refusal("store-away", wait=2))
        return
    if upload is None:  # the caller has gone
        return
    captured = Captured()
    await django(_without_body(scope, upload), _nothing, captured.send)
    if captured.status == 202 and (seconds := preferred_wait(scope)):
        await _hold(account, captured, seconds)
    await captured.release(send)


async def _received(scope: Scope, receive: Receive) -> Upload | None:
    """Raises Refusal as soon as a limit is passed."""
    headers = headers_of(scope)
    try:
        upload = Upload(headers.get("content-type", ""), headers.get("content-encoding", ""))
        while True:
            async with asyncio.timeout(SLOWEST):
                message = await receive()
            if message["type"] != "http.request":
                return None
            if chunk := message.get("body", b""):
                await asyncio.to_thread(upload.feed, chunk)
            if not message.get("more_body"):
                await asyncio.to_thread(upload.finish)
                return upload
    except TimeoutError:
        raise Refusal("unreadable") from None
    except (TooLarge, UnsupportedType, Unreadable) as error:
        raise Refusal(_CODES[type(error)]) from None


def _without_body(scope: Scope, upload: Upload) -> Scope:
    dropped = (b"content-length", b"content-encoding", b"transfer-encoding")
    headers = [pair for pair in scope["headers"] if pair[0].lower() not in dropped]
    return {**scope, "headers": headers, "environ": {UPLOAD: upload}}


async def _nothing() -> MutableMapping[str, Any]:
    return {"type": "http.request", "body": b"", "more_body": False}


async def _hold(account: UUID, captured: Captured, seconds: int) -> None:
    """Until the import is read, or it took too long; then the answer is as it was."""
    job = UUID(json.loads(captured.body)["id"])
    with contextlib.suppress(TimeoutError, Refusal, *STORE_AWAY):
        async with asyncio.timeout(seconds):
            while (state := await ask(import_json, job, account))["status"] != "done":
                await asyncio.sleep(LOOK)
        captured.replace(200, json.dumps(state, ensure_ascii=False).encode())
