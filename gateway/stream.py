"""Subscriptions: a bare ASGI coroutine in front of Django. The frame now, then each new frame of that eye.

Django is asked once, in a thread that is given back at once: who is it, which eye, what is the present frame.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from functools import partial
from typing import Final
from uuid import UUID

from gateway import following, frames, imports, my_stream, tournament_stream, waiting
from gateway.admission import check_host, stream_slot
from gateway.asgi import EVENT_STREAM, STORE_AWAY, UUID_PATH, App, Receive, Scope, Send, ask, refuse
from gateway.frames import FrameText
from gateway.readers import Reader, identify, seated_anew
from services.bus.frames import FrameMessage, Note, match_topic, phrase_topic
from services.bus.hub import Hub, Signal, Subscriber
from services.errors import Refusal
from services.matches.models import Match
from services.people.seen import mark_seen
from services.readers.history import NOT_STARTED
from services.readers.models import GALLERY
from services.readers.public import is_delayed, seconds_to_next

PATH: Final = re.compile(rf"/api/matches/{UUID_PATH}/stream")
hub: Hub | None = None


def the_hub() -> Hub:
    global hub
    if hub is None:
        hub = Hub()
    return hub


def streams_open() -> int:
    return hub.count() if hub is not None else 0


def front(django: App) -> App:
    """Streams and waiting moves are served here, everything else by Django; on shutdown streams are closed first."""

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await _lifespan(receive, send)
        elif scope["type"] == "http" and scope["method"] == "GET" and (path := PATH.fullmatch(scope["path"])):
            await _stream(scope, receive, send, UUID(path.group(1)))
        elif scope["type"] == "http" and scope["method"] == "GET" and scope["path"] == my_stream.PATH:
            await my_stream.serve(the_hub(), scope, receive, send)
        elif imports.is_import(scope):
            await imports.serve(django, scope, receive, send)
        elif tournament := _tournament_of(scope):
            await tournament_stream.serve(the_hub(), scope, receive, send, tournament)
        elif waiting.wanted_wait(scope):
            await waiting.hold(the_hub(), django, scope, receive, send)
        else:
            await django(scope, receive, send)

    return application


def _tournament_of(scope: Scope) -> UUID | None:
    """Whose stream is asked for."""
    if scope["type"] != "http" or scope["method"] != "GET":
        return None
    path = tournament_stream.PATH.fullmatch(scope["path"])
    return None if path is None else UUID(path.group(1))


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


async def _stream(scope: Scope, receive: Receive, send: Send, match_id: UUID) -> None:
    try:
        check_host(scope)
        reader = await ask(identify, scope, match_id)
        with stream_slot(scope, reader.account):
            await following.run(_follow(reader, send), reader.account, receive, send)
    except Refusal as refusal:
        await refuse(scope, send, refusal)
    except STORE_AWAY:
        await refuse(scope, send, Refusal("store-away", wait=2))


async def _follow(reader: Reader, send: Send) -> None:
    """Join first, then read the stored frame, then relay: nothing can fall between."""
    await send({"type": "http.response.start", "status": 200, "headers": EVENT_STREAM})
    if reader.eye == GALLERY and is_delayed(reader.party.match):
        await _follow_late(reader, send)
        return
    if reader.party.match.status in NOT_STARTED:
        reader = await _when_started(reader, send)
    match, writer = reader.party.match, _Writer(reader, send)
    if match.status == Match.Status.ABORTED and match.started_at is None:  # nothing will ever be seen of it
        await writer.end()
        return
    async with the_hub().subscribe(match_topic(match.id, reader.eye), phrase_topic(match.id)) as subscriber:
        # A reader that does not take what is written holds this coroutine: it must be let go from outside.
        me = asyncio.current_task()
        assert me is not None
        subscriber.on_drop = me.cancel
        await writer.catch_up()
        while not writer.over and not subscriber.dropped and not the_hub().closing.is_set():
            await _relay_next(subscriber, writer)
        await writer.close()


async def _follow_late(reader: Reader, send: Send) -> None:
    """For somebody who is behind: the frame past the delay, whenever there is a newer one."""
    writer = _Writer(reader, send)
    async with the_hub().subscribe(match_topic(reader.party.match.id, GALLERY)) as subscriber:
        me = asyncio.current_task()
        assert me is not None
        subscriber.on_drop = me.cancel
        while not writer.over and not subscriber.dropped and not the_hub().closing.is_set():
            with contextlib.suppress(*STORE_AWAY):
                writer.reader = await ask(seated_anew, writer.reader)
            await writer.catch_up()
            if not writer.over:
                await _until_newer(writer, subscriber)
        await writer.close()


async def _until_newer(writer: _Writer, subscriber: Subscriber) -> None:
    """Until the next event is past the delay, or something new happens."""
    seconds = None
    with contextlib.suppress(*STORE_AWAY):
        seconds = await ask(seconds_to_next, writer.reader.party.match)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while await subscriber.queue.get() is Signal.PING:
                await writer.ping()


async def _when_started(reader: Reader, send: Send) -> Reader:
    """Wait for the start; only then is it known which eye the caller has, since seats may be drawn by lot."""
    async with the_hub().subscribe(match_topic(reader.party.match.id, GALLERY)) as subscriber:
        while not the_hub().closing.is_set():
            with contextlib.suppress(*STORE_AWAY):
                reader = await ask(seated_anew, reader)
            if reader.party.match.status not in NOT_STARTED:
                break
            await send({"type": "http.response.body", "body": b": waiting\n\n", "more_body": True})
            await subscriber.queue.get()
    return reader


async def _relay_next(subscriber: Subscriber, writer: _Writer) -> None:
    message = await subscriber.queue.get()
    if message is Signal.PING:
        await writer.ping()
    elif isinstance(message, FrameMessage):
        await writer.relay(message)
    elif isinstance(message, Note):
        await writer.phrase(message.text)
    else:
        await writer.catch_up()


class _Writer:
    """Writes frames with rising seq; keeps how far the reader has come."""

    def __init__(self, reader: Reader, send: Send) -> None:
        self.reader, self.send = reader, send
        self.sent = -1 if reader.after is None else reader.after
        self.after = reader.after
        self.over = False

    async def catch_up(self) -> None:
        reader = self.reader
        try:
            frame: FrameText = await ask(frames.present, reader.party, reader.eye, reader.language, self.after)
        except Refusal:  # the match has not started: its first frame comes by the channel
            await self._write(b": waiting\n\n")
            return
        except STORE_AWAY:
            await self._write(b": store away\n\n")
            return
        if frame.seq > self.sent or self.after is None:
            await self._frame(frame.seq, frame.text)
        if frame.over:
            await self._over()

    async def relay(self, message: FrameMessage) -> None:
        if message.after > self.sent:  # the frame before did not come this way
            await self.catch_up()
            return
        if message.seq > self.sent:
            reader = self.reader
            await self._frame(
                message.seq, frames.relayed(message, reader.party.match.game, reader.language, reader.names)
            )
        if message.over:
            await self._over()

    async def phrase(self, text: str) -> None:
        """What a seat said: no frame, and nothing that is kept."""
        await self._write(f"event: phrase\ndata: {text}\n\n".encode())

    async def ping(self) -> None:
        await self._write(b": ping\n\n")

    async def _frame(self, seq: int, text: str) -> None:
        self.sent = self.after = seq
        await self._write(f"event: frame\nid: {seq}\ndata: {text}\n\n".encode())
        if self.reader.browser and self.reader.eye != GALLERY:
            await self._note_look(text)

    async def _note_look(self, text: str) -> None:
        """Whoever gets a question in front of their eyes is not called back for it by other channels."""
        account = self.reader.account
        if account is None or '"decision":null' in text:
            return
        with contextlib.suppress(*STORE_AWAY):
            await ask(partial(mark_seen, account, self.reader.party.match.id, watched=True))

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
