"""Django behind the event loop: an answer in parts is sent as it is made, and given up when the reader has gone."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

from deploy.threads import InThreads

SCOPE = {
    "type": "http", "method": "GET", "path": "/", "query_string": b"", "http_version": "1.1", "headers": [],
}  # fmt: skip


class Parts:
    """What an application answers: so many parts, each of them noted when it is made."""

    def __init__(self, count: int, in_parts: bool = True) -> None:
        self.in_parts, self.count = in_parts, count
        self.made: list[int] = []
        self.closed = 0

    def __iter__(self) -> Iterator[bytes]:
        for number in range(self.count):
            self.made.append(number)
            yield b"%d" % number

    def close(self) -> None:
        self.closed += 1

    def __call__(self, environ: dict[str, Any], start: Any) -> Parts:
        start("200 OK", [("Content-Type", "text/plain")])
        return self


def asked(parts: Parts, leave_after: int | None = None) -> list[dict[str, Any]]:
    """What is sent; the reader goes away after so many parts."""
    sent: list[dict[str, Any]] = []

    async def call() -> None:
        gone, first = asyncio.Event(), [True]

        async def receive() -> dict[str, Any]:
            if first:
                first.clear()
                return {"type": "http.request", "body": b"", "more_body": False}
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            assert len(parts.made) <= len(sent) or not parts.in_parts, "a part is made once the one before is sent"
            sent.append(message)
            if leave_after is not None and len(sent) == leave_after:
                gone.set()
                await asyncio.sleep(0)

        await InThreads(parts, 100)(dict(SCOPE), receive, send)  # type: ignore[arg-type]
        while not parts.closed:
            await asyncio.sleep(0)

    asyncio.run(call())
    return sent


def test_parts_are_sent_one_by_one_as_they_are_made():
    parts = Parts(5)
    head, *bodies = asked(parts)
    assert (head["status"], head["headers"]) == (200, [(b"content-type", b"text/plain")])
    assert [message["body"] for message in bodies] == [b"0", b"1", b"2", b"3", b"4", b""]
    assert [message.get("more_body", False) for message in bodies] == [True] * 5 + [False]
    assert parts.closed == 1


def test_what_is_no_long_answer_is_sent_whole():
    parts = Parts(5, in_parts=False)
    assert [message.get("body") for message in asked(parts)] == [None, b"01234"]
    assert parts.closed == 1


def test_when_the_reader_has_gone_no_more_is_made():
    parts = Parts(1000)
    asked(parts, leave_after=4)
    assert len(parts.made) < 10
    assert parts.closed == 1
