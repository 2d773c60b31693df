"""Moves sent with `Prefer: wait=N`: the answer is held until the frame that judges the move is out.

Who waits is a coroutine on the hub: while it waits it holds neither a thread nor a connection to the database.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from collections.abc import MutableMapping
from typing import Any, Final
from uuid import UUID

from gateway import frames
from gateway.asgi import STORE_AWAY, UUID_PATH, App, Receive, Scope, Send, ask, headers_of, language_of
from gateway.readers import account_of
from services.bus.frames import FrameMessage, match_topic
from services.bus.hub import Hub, Signal, Subscriber
from services.errors import Refusal
from services.readers.cards import party_of
from services.readers.history import eye_of
from services.readers.models import GALLERY

PATH: Final = re.compile(rf"/api/matches/{UUID_PATH}/moves")
LONGEST_WAIT: Final = 10
_WAIT: Final = re.compile(r"(?:^|[,;\s])wait\s*=\s*\"?([0-9]{1,9})\"?(?:$|[,;\s])", re.IGNORECASE)


def wanted_wait(scope: Scope) -> int:
    """Seconds; 0 for an ordinary request."""
    if scope["type"] != "http" or scope["method"] != "POST" or not PATH.fullmatch(scope["path"]):
        return 0
    return preferred_wait(scope)


def preferred_wait(scope: Scope) -> int:
    wish = _WAIT.search(headers_of(scope).get("prefer", ""))
    return min(int(wish.group(1)), LONGEST_WAIT) if wish else 0


class Captured:
    """The answer of Django, kept back."""

    def __init__(self) -> None:
        self.messages: list[MutableMapping[str, Any]] = []

    async def send(self, message: MutableMapping[str, Any]) -> None:
        self.messages.append(message)

    @property
    def status(self) -> int:
        return int(self.messages[0]["status"]) if self.messages else 0

    @property
    def body(self) -> bytes:
        return b"".join(message.get("body", b"") for message in self.messages[1:])

    def replace(self, status: int, body: bytes) -> None:
        """Another answer instead, under the same headers."""
        headers = [pair for pair in self.messages[0]["headers"] if pair[0] != b"content-length"]
        headers.append((b"content-length", str(len(body)).encode()))
        self.messages = [
            {"type": "http.response.start", "status": status, "headers": headers},
            {"type": "http.response.body", "body": body},
        ]

    async def release(self, send: Send) -> None:
        for message in self.messages:
            await send(message)


async def hold(hub: Hub, django: App, scope: Scope, receive: Receive, send: Send) -> None:
    """Join first, then let Django record the move, then wait for its frame."""
    path = PATH.fullmatch(scope["path"])
    assert path is not None
    match_id, captured = UUID(path.group(1)), Captured()
    async with hub.subscribe(match_topic(match_id, GALLERY)) as subscriber:
        await django(scope, receive, captured.send)
        text = None
        if captured.status == 202:
            text = await _frame_of(subscriber, scope, match_id, json.loads(captured.body)["seq"])
    if text is None:
        await captured.release(send)
        return
    captured.replace(200, captured.body[:-1] + b',"frame":' + text.encode() + b"}")
    await captured.release(send)


async def _frame_of(subscriber: Subscriber, scope: Scope, match_id: UUID, seq: int) -> str | None:
    """The caller's frame once the move is judged; None when it took too long."""
    with contextlib.suppress(TimeoutError, Refusal, *STORE_AWAY):
        async with asyncio.timeout(wanted_wait(scope)):
            judged, text = await ask(_look, scope, match_id)
            while judged <= seq:
                await _heard(subscriber, seq)
                judged, text = await ask(_look, scope, match_id)
            return str(text)
    return None


async def _heard(subscriber: Subscriber, seq: int) -> None:
    """Until a frame behind `seq` was published, or some may have been missed."""
    while True:
        message = await subscriber.queue.get()
        if message is Signal.RESYNC or (isinstance(message, FrameMessage) and message.seq > seq):
            return


def _look(scope: Scope, match_id: UUID) -> tuple[int, str]:
    """The seq of the caller's present frame, and its text."""
    party = party_of(match_id)
    frame = frames.present(party, eye_of(party.seat_of(account_of(scope))), language_of(scope))
    return frame.seq, frame.text
