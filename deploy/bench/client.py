"""A cheap HTTP client: the driver shares the cores with what it measures, so it does as little as it can."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

CHUNK_LIMIT = 1 << 22


class NotAnswered(Exception):
    """An answer that is not the one expected."""


@dataclass(slots=True)
class Line:
    """One kept-alive connection for calls of one account."""

    port: int
    token: str | None = None
    _reader: asyncio.StreamReader | None = None
    _writer: asyncio.StreamWriter | None = None
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def call(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        async with self._lock:
            try:
                status, data = await self._exchange(request(method, path, self.token, body))
            except (asyncio.IncompleteReadError, ConnectionError):  # the server had closed the idle line
                self.close()
                status, data = await self._exchange(request(method, path, self.token, body))
        if status >= 300:
            raise NotAnswered(f"{method} {path}: {status} {data[:300]!r}")
        answer: dict[str, Any] = json.loads(data) if data else {}
        return answer

    async def _exchange(self, sent: bytes) -> tuple[int, bytes]:
        if self._writer is None or self._reader is None or self._writer.is_closing():
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self.port, limit=CHUNK_LIMIT)
        self._writer.write(sent)
        status, headers = await read_head(self._reader)
        return status, await read_body(self._reader, headers)

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
            self._writer = None


def request(
    method: str, path: str, token: str | None, body: dict[str, Any] | None = None, accept: str = "*/*"
) -> bytes:
    data = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", f"Accept: {accept}", f"Content-Length: {len(data)}"]
    if body is not None:
        lines.append("Content-Type: application/json")
    if token is not None:
        lines.append(f"Authorization: Bearer {token}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode() + data


async def read_head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:] if line)}
    return int(head[0].split()[1]), headers


async def read_body(reader: asyncio.StreamReader, headers: dict[str, str]) -> bytes:
    if "chunked" in headers.get("transfer-encoding", ""):
        return b"".join([part async for part in chunks(reader)])
    return await reader.readexactly(int(headers.get("content-length", "0")))


async def chunks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    while size := int(await reader.readuntil(b"\r\n"), 16):
        yield await reader.readexactly(size)
        await reader.readexactly(2)
    await reader.readexactly(2)


cuts = 0  # streams that ended before their match did


async def frames(port: int, match: str, token: str | None) -> AsyncIterator[tuple[int, bytes]]:
    """The frames of a stream as (seq, JSON bytes) until the match is over; a cut stream is taken up again."""
    global cuts
    after = -1
    while True:
        try:
            async for kind, seq, data in _events(port, match, token, after):
                if kind == b"over":
                    return
                if kind == b"frame" and seq > after:
                    after = seq
                    yield seq, data
        except (asyncio.IncompleteReadError, ConnectionError):
            await asyncio.sleep(0.1)
        cuts += 1


async def _events(port: int, match: str, token: str | None, after: int) -> AsyncIterator[tuple[bytes, int, bytes]]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=CHUNK_LIMIT)
    try:
        path = f"/api/matches/{match}/stream" + (f"?after={after}" if after >= 0 else "")
        writer.write(request("GET", path, token, accept="text/event-stream"))
        status, _ = await read_head(reader)
        if status != 200:
            raise NotAnswered(f"stream of {match}: {status}")
        rest = b""
        async for part in chunks(reader):
            *events, rest = (rest + part).split(b"\n\n")
            for event in events:
                yield _parsed(event)
    finally:
        writer.close()


def _parsed(event: bytes) -> tuple[bytes, int, bytes]:
    """Kind, id and data of an event; a comment has no kind."""
    fields = dict(line.split(b": ", 1) for line in event.split(b"\n") if b": " in line)
    return fields.get(b"event", b""), int(fields.get(b"id", b"-1")), fields.get(b"data", b"")
