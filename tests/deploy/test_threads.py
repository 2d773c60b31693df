"""Django behind the event loop: an answer in parts is sent as it is made, and given up when the reader has gone."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Iterator
from typing import Any

from deploy import threads
from deploy.threads import InThreads, Turns

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


class Counted:
    """An application that notes how many of a caller's requests it works on at a time; some it holds."""

    def __init__(self, status: str = "200 OK") -> None:
        self.status = status
        self.lock, self.open = threading.Lock(), Counter[str]()
        self.most: Counter[str] = Counter()
        self.held = threading.Event()

    def __call__(self, environ: dict[str, Any], start: Any) -> list[bytes]:
        caller = environ["REMOTE_ADDR"]
        with self.lock:
            self.open[caller] += 1
            self.most[caller] = max(self.most[caller], self.open[caller])
        if environ["PATH_INFO"] == "/held":
            assert self.held.wait(30)
        with self.lock:
            self.open[caller] -= 1
        start(self.status, [])
        return [b""]


async def answered(app: InThreads, caller: str, path: str = "/") -> int:
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    await app({**SCOPE, "path": path, "client": (caller, 1)}, receive, send)  # type: ignore[arg-type]
    return int(sent[0]["status"])


def test_a_flood_of_one_address_keeps_nobody_elses_request_from_being_worked_on():
    counted = Counted()
    app = InThreads(counted, 100, Turns(2))

    async def all_of_them() -> list[int]:
        flood = [asyncio.ensure_future(answered(app, "192.0.2.1", "/held")) for _ in range(threads.THREADS + 5)]
        await asyncio.sleep(0)
        others = [await answered(app, f"192.0.2.{number + 2}") for number in range(5)]
        counted.held.set()
        return [*others, *await asyncio.gather(*flood)]

    assert asyncio.run(all_of_them()) == [200] * (threads.THREADS + 10)
    assert counted.most["192.0.2.1"] == 2
    assert app.turns._lines == {}


def test_what_is_free_waits_behind_nothing_of_its_address():
    counted = Counted()
    app = InThreads(counted, 100, Turns(2, lambda scope: scope["path"] == "/free"))

    async def all_of_them() -> list[int]:
        flood = [asyncio.ensure_future(answered(app, "192.0.2.1", "/held")) for _ in range(5)]
        await asyncio.sleep(0)
        free = await answered(app, "192.0.2.1", "/free")
        counted.held.set()
        return [free, *await asyncio.gather(*flood)]

    assert asyncio.run(all_of_them()) == [200] * 6


def test_a_refusal_for_too_many_requests_is_kept_back_without_a_thread(monkeypatch):
    kept_back: list[tuple[float, int]] = []

    async def sleep(seconds: float) -> None:
        kept_back.append((seconds, app.busy))

    app = InThreads(Counted("429 Too Many Requests"), 100)
    monkeypatch.setattr(threads.asyncio, "sleep", sleep)
    assert asyncio.run(answered(app, "192.0.2.1")) == 429
    app.wsgi = Counted()
    assert asyncio.run(answered(app, "192.0.2.1")) == 200
    assert kept_back == [(threads.HELD_BACK, 0)]
