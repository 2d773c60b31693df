"""Imports arrive in front of Django: the body is counted chunk by chunk and refused as soon as it is too much.

Before anything of it is read it is counted among the caller's imports; few are held at once. Django gets the request
without its body; what was taken of it goes along as `bazigah.upload`. With `Prefer: wait=N` the answer is held until
the import is read; a coroutine waits, no thread and no connection.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import Counter
from collections.abc import Callable, Iterator, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final
from uuid import UUID

from gateway.asgi import STORE_AWAY, App, Receive, Scope, Send, ask, headers_of, refuse
from gateway.errors import TooLarge, Unreadable, UnsupportedType
from gateway.readers import account_of
from gateway.throttles import ImportBytes, Imports
from gateway.uploads import Upload
from gateway.waiting import Captured, preferred_wait
from services.errors import Refusal
from services.records.read.imports import import_json

PATH: Final = "/api/imports"
UPLOAD: Final = "bazigah.upload"  # the key in the environment of the request
SLOWEST: Final = 30.0  # seconds between two chunks
LONGEST: Final = 300.0  # seconds for a whole body
MOST_OF_ACCOUNT: Final = 2  # bodies held at once: each is up to 8 MiB
MOST_OF_ADDRESS: Final = 4
MOST_HELD: Final = 16  # by this process
AGAIN: Final = 5  # seconds after which somebody who was turned away may ask again
LOOK: Final = 0.1  # seconds between two looks at an import that somebody waits for
_CODES: Final[dict[type[Exception], str]] = {
    TooLarge: "too-large",
    UnsupportedType: "unsupported-type",
    Unreadable: "unreadable",
}


# Of their own: what unpacks and looks keeps a thread busy, and streams use those of the event loop.
_THREADS: Final = ThreadPoolExecutor(2, thread_name_prefix="imports")


async def _in_thread(work: Callable[..., Any], *args: Any) -> None:
    await asyncio.get_running_loop().run_in_executor(_THREADS, partial(work, *args))


def is_import(scope: Scope) -> bool:
    return bool(scope["type"] == "http" and scope["method"] == "POST" and scope["path"] == PATH)


async def serve(django: App, scope: Scope, receive: Receive, send: Send) -> None:
    try:
        account = await ask(account_of, scope)
        if account is None:
            raise Refusal("not-signed-in")
        await _in_thread(_count, account)
        with _place(str(account), (scope.get("client") or ("",))[0]):
            upload = await _received(scope, receive, account)
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


def _count(account: UUID) -> None:
    """Among the imports of a minute. Raises Refusal, also if all bytes of the hour are spent."""
    for budget in (Imports(), ImportBytes()):
        if not budget.allow(str(account)):
            raise Refusal("throttled", wait=max(1, round(budget.wait())))


_held: Final[Counter[str]] = Counter()  # bodies that arrive, by account and by address; touched by the event loop alone


@contextlib.contextmanager
def _place(account: str, address: str) -> Iterator[None]:
    """Among the bodies that are held at once. Raises Refusal."""
    limits = {f"account {account}": MOST_OF_ACCOUNT, f"address {address}": MOST_OF_ADDRESS, "all": MOST_HELD}
    if any(_held[name] >= most for name, most in limits.items()):
        raise Refusal("throttled", wait=AGAIN)
    _held.update(limits.keys())
    try:
        yield
    finally:
        _held.subtract(limits.keys())
        for name in limits:
            if not _held[name]:
                del _held[name]


async def _received(scope: Scope, receive: Receive, account: UUID) -> Upload | None:
    """Raises Refusal as soon as a limit is passed."""
    headers, upload = headers_of(scope), None
    try:
        upload = Upload(headers.get("content-type", ""), headers.get("content-encoding", ""))
        async with asyncio.timeout(LONGEST):
            return await _filled(upload, receive)
    except (TimeoutError, TooLarge, UnsupportedType, Unreadable) as error:
        await _in_thread(_spend_bytes, account, 0 if upload is None else upload.sent)
        raise Refusal(_CODES.get(type(error), "unreadable")) from None


def _spend_bytes(account: UUID, amount: int) -> None:
    """Of a body that is refused; the view counts one that is taken. More than is left spends all that is left."""
    budget, step = ImportBytes(), amount
    while amount and step:
        step = min(step, amount)
        if budget.allow(str(account), step):
            amount -= step
        else:
            step //= 2


async def _filled(upload: Upload, receive: Receive) -> Upload | None:
    while True:
        async with asyncio.timeout(SLOWEST):
            message = await receive()
        if message["type"] != "http.request":
            return None
        if chunk := message.get("body", b""):
            await _in_thread(upload.feed, chunk)
        if not message.get("more_body"):
            await _in_thread(upload.finish)
            return upload


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
