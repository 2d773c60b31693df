"""`python -m deploy.web --host HOST --port PORT`: the web server. Who holds a line without a request is let go.

uvicorn itself waits for ever for the end of a request's head or body.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Sequence
from typing import Any, Final

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST_HEAD: Final = 64 * 1024  # bytes of a request's first line and headers
SWITCH: Final = 0.001  # seconds: after each answer of the database a request waits for the others that compute
SHARE: Final = 64 * 1024  # bytes of a body that renew its time: a long one only has to go on


class PatientProtocol(HttpToolsProtocol):
    """A head has `head_seconds`, a body `body_seconds` for each share of it. Streams have no body and no limit."""

    head_seconds = 10.0
    body_seconds = 30.0
    _limit: asyncio.TimerHandle | None = None
    _reading = ""  # "head" or "body" while a request comes in
    _came = 0  # bytes of what is being read

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._begin("head", self.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self._end()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self._reading and self._is_idle():  # before a request's first letter this is the only sign of it
            self._begin("head", self.head_seconds)
        super().data_received(data)
        if self._reading == "head":
            self._came += len(data)
            if self._came > MOST_HEAD:
                self._refuse(b"431 Request Header Fields Too Large")

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._reading != "head":
            self._begin("head", self.head_seconds)

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self._begin("body", self.body_seconds)

    def on_body(self, body: bytes) -> None:
        super().on_body(body)
        self._came += len(body)
        if self._came >= SHARE:
            self._begin("body", self.body_seconds)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._end()

    def _is_idle(self) -> bool:
        cycle: Any = self.cycle  # None before the first request, whatever its type says
        return cycle is None or bool(cycle.response_complete)

    def _begin(self, what: str, seconds: float) -> None:
        self._end()
        self._reading = what
        self._limit = self.loop.call_later(seconds, self._too_slow)

    def _end(self) -> None:
        if self._limit is not None:
            self._limit.cancel()
        self._limit, self._reading, self._came = None, "", 0

    def _too_slow(self) -> None:
        if self._reading == "body" and self.flow.read_paused:  # it is us who do not read
            self._begin("body", self.body_seconds)
        else:
            self._refuse(b"408 Request Timeout")

    def _refuse(self, status: bytes) -> None:
        self._end()
        if self.transport.is_closing():
            return
        if self._is_idle() or not self.cycle.response_started:
            self.transport.write(b"HTTP/1.1 " + status + b"\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
        self.transport.close()


def main(words: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m deploy.web")
    parser.add_argument("--host", required=True)
    parser.add_argument("--port", required=True, type=int)
    asked = parser.parse_args(words)
    sys.setswitchinterval(SWITCH)
    uvicorn.run(
        "deploy.asgi:application",
        host=asked.host,
        port=asked.port,
        loop="uvloop",
        http=PatientProtocol,
        timeout_graceful_shutdown=2,  # open streams would hold a stopping server for ever
        access_log=False,
        log_level="warning",
    )


if __name__ == "__main__":
    main(sys.argv[1:])
