"""Django in a fixed pool of threads: one hop a request, instead of an event loop and a new thread for each.

All of Django here is synchronous, so it is served as WSGI; only streams are asynchronous, and they never come here.
"""

from __future__ import annotations

import asyncio
import io
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, MutableMapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Any

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Environ = dict[str, Any]
Plain = tuple[int, list[tuple[bytes, bytes]], bytes]  # status, headers, body
Job = tuple[asyncio.AbstractEventLoop, "asyncio.Future[Any]", Callable[[], Any]]

THREADS = 40  # most wait for the database
TOO_MANY = 429
HELD_BACK = 0.25  # seconds for which a 429 is kept back: who pays no heed to it asks four times a second on each line


@dataclass(frozen=True, slots=True)
class Answer:
    """What the application has answered; `result` is what is left of it where it sends its parts as they are made."""

    status: int
    headers: list[tuple[bytes, bytes]]
    content: bytes
    result: Any = None

    def close(self) -> None:
        if hasattr(self.result, "close"):
            self.result.close()


class Turns:
    """At most so many requests of a caller are worked on at a time; its others wait in line, without a thread.

    What is `free` does not stand in line.
    """

    def __init__(self, most: int, free: Callable[[Scope], bool] = lambda scope: False) -> None:
        self.most, self.free = most, free
        self._lines: dict[str, asyncio.Semaphore] = {}
        self._asking: Counter[str] = Counter()

    @asynccontextmanager
    async def of(self, scope: Scope) -> AsyncIterator[None]:
        if self.free(scope):
            yield
            return
        caller = (scope.get("client") or ("",))[0]
        line = self._lines.setdefault(caller, asyncio.Semaphore(self.most))
        self._asking[caller] += 1
        try:
            async with line:
                yield
        finally:
            self._asking[caller] -= 1
            if not self._asking[caller]:
                del self._lines[caller], self._asking[caller]


class InThreads:
    """An ASGI application around a WSGI one. Bodies are cut one byte behind `most`: the application refuses them.

    `lean` is asked first, in the same thread: what it answers does not come to the application.
    """

    def __init__(
        self,
        wsgi: Callable[..., Iterable[bytes]],
        most: int,
        turns: Turns | None = None,
        lean: Callable[[Scope, bytes], Plain | None] = lambda scope, body: None,
    ) -> None:
        self.wsgi, self.most, self.turns, self.lean = wsgi, most, turns or Turns(THREADS), lean
        self.waiting: SimpleQueue[Job] = SimpleQueue()
        self.busy = self.started = 0  # touched by the event loop alone

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = await self._body(receive)
        if body is None:
            return
        async with self.turns.of(scope):
            answer = await self._do(partial(self._run, scope, body))
        if answer.status == TOO_MANY:
            await asyncio.sleep(HELD_BACK)
        await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        if answer.result is None:
            await send({"type": "http.response.body", "body": answer.content})
        else:
            await self._send_parts(answer, receive, send)

    async def _send_parts(self, answer: Answer, receive: Receive, send: Send) -> None:
        """No thread waits for a slow reader: each part is made when the one before is on its way."""
        gone = asyncio.ensure_future(_disconnected(receive))
        parts = iter(answer.result)
        try:
            while not gone.done() and (part := await self._do(partial(next, parts, None))) is not None:
                await send({"type": "http.response.body", "body": part, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            gone.cancel()
            self._put(answer.close)

    async def _do(self, work: Callable[[], Any]) -> Any:
        return await self._put(work)

    def _put(self, work: Callable[[], Any]) -> asyncio.Future[Any]:
        self.busy += 1
        if self.busy > self.started and self.started < THREADS:
            self.started += 1
            Thread(target=self._work, name=f"django-{self.started}", daemon=True).start()
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        self.waiting.put((loop, future, work))
        return future

    def _work(self) -> None:
        while True:
            loop, future, work = self.waiting.get()
            answer: Any
            try:
                answer = work()
            except BaseException as error:
                answer = error
            loop.call_soon_threadsafe(self._done, future, answer)

    def _done(self, future: asyncio.Future[Any], answer: Any) -> None:
        self.busy -= 1
        if future.cancelled():  # the caller has gone
            if isinstance(answer, Answer):
                self._put(answer.close)
        elif isinstance(answer, BaseException):
            future.set_exception(answer)
        else:
            future.set_result(answer)

    async def _body(self, receive: Receive) -> bytes | None:
        """The whole body, cut behind the limit; None: the caller has gone."""
        body = b""
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return None
            body += bytes(message.get("body", b""))
            if not message.get("more_body") or len(body) > self.most:
                return body[: self.most + 1]

    def _run(self, scope: Scope, body: bytes) -> Answer:
        plain = self.lean(scope, body)
        return self._run_wsgi(scope, body) if plain is None else Answer(*plain)

    def _run_wsgi(self, scope: Scope, body: bytes) -> Answer:
        head: list[Any] = []
        result = self.wsgi(environ_of(scope, body), lambda status, headers, error=None: head.extend((status, headers)))
        in_parts = getattr(result, "in_parts", False)
        try:
            content = b"" if in_parts else b"".join(result)
        finally:
            if not in_parts and hasattr(result, "close"):
                result.close()
        status, headers = head
        named = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        return Answer(int(status.split(" ", 1)[0]), named, content, result if in_parts else None)


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def environ_of(scope: Scope, body: bytes) -> Environ:
    """A request as PEP 3333 spells it."""
    server = scope.get("server") or ("localhost", 80)
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": (scope.get("client") or ("",))[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        **scope.get("environ", {}),  # what the front has made of the request already
    }
    for name, value in scope["headers"]:
        key, text = name.decode("latin-1").upper().replace("-", "_"), value.decode("latin-1")
        if key not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            key = f"HTTP_{key}"
        environ[key] = f"{environ[key]}{';' if key == 'HTTP_COOKIE' else ','}{text}" if key in environ else text
    environ["CONTENT_LENGTH"] = _length(environ.get("CONTENT_LENGTH"), body)
    return environ


def _length(declared: str | None, body: bytes) -> str:
    """What the caller announced, so that too much is refused; what came, where nothing was announced."""
    return declared if declared is not None and declared.isdigit() and int(declared) > len(body) else str(len(body))
