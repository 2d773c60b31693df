"""Connections to Redis: one client per process, a line for commands whose answers nobody waits for."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from threading import Lock
from typing import Any

import redis
import redis.asyncio
from django.conf import settings

AWAY = (redis.RedisError, OSError)  # what is raised when Redis does not answer
Command = tuple[str | bytes | int, ...]


def listening_client() -> Any:
    """For a coroutine that only hears."""
    return redis.asyncio.Redis.from_url(
        settings.REDIS_URL, socket_timeout=None, socket_connect_timeout=2, health_check_interval=10
    )


@cache
def client() -> redis.Redis:
    """One client per process, with short timeouts, for commands that do not block; it may be used by many threads."""
    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2, retry=None)


def redis_time() -> float:
    """The clock that windows in Redis go by."""
    seconds, micros = client().time()
    return float(seconds) + micros / 1e6


class Wire:
    """Commands whose answers nobody waits for, on a connection of their own: Redis is asked not to answer.

    Each answer to a poke or a frame was a round trip to wait for, and nothing was done with it.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._line: Any = None
        self._owner = 0  # a forked process must not write on its parent's line

    def send(self, commands: Sequence[Command]) -> None:
        """A line that turns out to be cut is laid anew, once. Raises RedisError or OSError."""
        with self._lock:
            if self._owner != os.getpid():
                self._line, self._owner = None, os.getpid()
            try:
                self._write(commands)
            except (redis.ConnectionError, OSError):
                self._write(commands)

    def _write(self, commands: Sequence[Command]) -> None:
        if self._line is not None and _hung_up(self._line):
            self._drop(self._line)
            self._line = None
        new = self._line is None
        line, self._line = self._line or client().connection_pool.get_connection(), None
        try:
            if new:
                line.send_command("CLIENT", "REPLY", "OFF")
            line.send_packed_command(line.pack_commands(commands))
        except BaseException:  # what was written in half must not be followed by anything
            self._drop(line)
            raise
        self._line = line

    def _drop(self, line: Any) -> None:
        line.disconnect()
        client().connection_pool.release(line)


def _hung_up(line: Any) -> bool:
    """Redis says nothing here, so something to read is the end. On TCP the next write would be lost without a word."""
    try:
        return bool(line.can_read(0))
    except AWAY:
        return True


@cache
def wire() -> Wire:
    return Wire()
