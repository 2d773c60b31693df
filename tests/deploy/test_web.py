"""Callers who hold a line without a whole request are let go; everybody else is served."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import uvicorn

from deploy.web import MOST_HEAD, SHARE, PatientProtocol

HEAD = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n"
Talk = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[bytes]]


class Quick(PatientProtocol):
    head_seconds = 0.3
    body_seconds = 0.3


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """Answers with how much came; a caller who is gone gets nothing."""
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            return
        size, more = size + len(message["body"]), message["more_body"]
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"6")]})
    await send({"type": "http.response.body", "body": b"%6d" % size})


def said(talk: Talk) -> bytes:
    """What the server says in such a talk, until it closes the line or the talk is over."""

    async def run() -> bytes:
        server = uvicorn.Server(uvicorn.Config(echo, port=0, http=Quick, lifespan="off", log_level="critical"))
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        answer = await asyncio.wait_for(talk(reader, writer), 20)
        writer.close()
        server.should_exit = True
        await serving
        return answer

    return asyncio.run(run())


async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, drop: bytes) -> bytes:
    """A little every now and then, for ever."""

    async def feed() -> None:
        while True:
            writer.write(drop)
            await asyncio.sleep(0.05)

    feeding = asyncio.create_task(feed())
    try:
        return await reader.read()
    finally:
        feeding.cancel()


def test_a_line_without_a_request_is_closed():
    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        return await reader.read()

    assert said(silent).startswith(b"HTTP/1.1 408")


@pytest.mark.parametrize(
    ("first", "drop"), [(b"GET / HTTP/1.1\r\n", b"X-A: b\r\n"), (HEAD % 9999, b" "), (b"", b"\r\n")]
)
def test_a_head_or_a_body_that_drips_is_not_waited_for(first, drop):
    async def slow(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        writer.write(first)
        return await drip(reader, writer, drop)

    assert said(slow).startswith(b"HTTP/1.1 408")


def test_after_an_answer_the_line_is_not_kept_by_blank_lines():
    async def lingering(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        writer.write(HEAD % 2 + b"ab")
        await reader.readuntil(b"     2")
        return await drip(reader, writer, b"\r\n")

    assert said(lingering).startswith(b"HTTP/1.1 408")


def test_a_head_without_an_end_is_refused():
    async def endless(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        writer.write(b"GET / HTTP/1.1\r\n" + b"X-A: " + b"a" * MOST_HEAD)
        return await reader.read()

    assert said(endless).startswith(b"HTTP/1.1 431")


def test_a_long_body_that_goes_on_is_taken_and_so_is_the_next_request_on_the_line():
    async def large(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        writer.write(HEAD % (5 * SHARE))
        for _ in range(5):  # longer in all than a body may take for one share
            writer.write(b"a" * SHARE)
            await writer.drain()
            await asyncio.sleep(0.1)
        first = await reader.readuntil(b"%6d" % (5 * SHARE))
        writer.write(HEAD % 3 + b"abc")
        return first + await reader.readuntil(b"     3")

    assert said(large).count(b"HTTP/1.1 200") == 2
