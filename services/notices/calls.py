"""Calling a server that somebody named: to the very address that was checked, no redirect, bounded in time and size."""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, TypeVar

from services.people.addresses import AddressNotPublic, Destination, destination_of

CONNECT_SECONDS: Final = 5.0
SECONDS: Final = 10.0  # for the rest of a call, all of it
MOST_BYTES: Final = 64 * 1024  # that are read of an answer
AT_ONCE: Final = 16  # servers that are called at the same time
T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class CallAnswer:
    """What came of a call. Status 0: nothing did, and `why` says what happened instead."""

    status: int
    why: str = ""
    retry_after: int = 0  # seconds

    @property
    def good(self) -> bool:
        return 200 <= self.status < 300


def post(url: str, body: bytes, headers: Mapping[str, str], schemes: tuple[str, ...] = ("https", "http")) -> CallAnswer:
    """One POST. Never raises for what the other side does."""
    try:
        return _post(destination_of(url, schemes), body, headers)
    except AddressNotPublic:
        return CallAnswer(0, "its address is not public")
    except (OSError, http.client.HTTPException, ValueError) as error:
        return CallAnswer(0, type(error).__name__)


def _post(where: Destination, body: bytes, headers: Mapping[str, str]) -> CallAnswer:
    """Connected to the address that was checked; the Host header and the certificate are those of the host."""
    line = http.client.HTTPConnection(where.host, where.port)
    line.sock = socket.create_connection((where.ip, where.port), timeout=CONNECT_SECONDS)
    line.sock.settimeout(SECONDS)
    # wrap_socket() takes the descriptor over, so what is hung up on is a second one of the same line.
    watched = line.sock.dup()
    watch = threading.Timer(SECONDS, _hang_up, [watched])
    watch.start()
    try:
        line.sock = _secured(line.sock, where)
        line.request("POST", where.path, body, {"Host": where.host_header, "User-Agent": "Bazigah", **headers})
        answer = line.getresponse()
        with suppress(OSError, http.client.HTTPException):  # its head has said all there is to know
            answer.read(MOST_BYTES)
        return _read(answer)
    finally:
        watch.cancel()
        watched.close()
        line.close()


def _secured(sock: socket.socket, where: Destination) -> socket.socket:
    if where.scheme == "http":
        return sock
    return ssl.create_default_context().wrap_socket(sock, server_hostname=where.host)


def _hang_up(sock: socket.socket) -> None:
    """A server that drips keeps nobody: whoever reads gets an error or the end."""
    with suppress(OSError):
        sock.shutdown(socket.SHUT_RDWR)


def _read(answer: http.client.HTTPResponse) -> CallAnswer:
    after = answer.getheader("Retry-After") or ""
    why = "" if 200 <= answer.status < 300 else f"it answered {answer.status}"
    return CallAnswer(answer.status, why, int(after) if after.isascii() and after.isdigit() and len(after) < 6 else 0)


def for_all(groups: Sequence[T], work: Callable[[T], R]) -> list[R]:
    """Do it for all of them, some at the same time: one that is slow keeps nobody else waiting."""
    if not groups:
        return []
    with ThreadPoolExecutor(min(AT_ONCE, len(groups))) as pool:
        return list(pool.map(work, groups))
