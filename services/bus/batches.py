"""Work that waits on a list of its queue and is taken several pieces at a time.

Whoever takes from a list says so for a moment. While somebody does, what is put there needs no poke: a poke through
Celery costs a worker as much CPU as judging a move.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final

from django.conf import settings

from services.bus import connection
from services.bus.connection import Command

BATCH: Final = 16  # pieces taken at once
PAUSE: Final = 0.05  # seconds for which a taker waits for the next piece
HELD_MS: Final = 80  # for so long nobody is poked: the pause, and what a batch usually takes
TURN: Final = 1.0  # seconds after which a thread of the worker is given back

# The poke goes out only if nobody takes from the list; an empty one is the caller's to send. Says whether nobody does.
_PUT: Final = """
redis.call(ARGV[3], KEYS[1], ARGV[1])
if redis.call('EXISTS', KEYS[2]) == 1 then return 0 end
if ARGV[2] ~= '' then redis.call(ARGV[3], KEYS[3], ARGV[2]) end
return 1
"""


def list_of(queue: str) -> str:
    return f"{settings.BUS_PREFIX}:list:{queue}"


def _held(queue: str) -> str:
    return f"{settings.BUS_PREFIX}:held:{queue}"


def put(queue: str, piece: str, poke: str, first: bool = False) -> Command:
    """The command that puts a piece on the list of its queue and, if nobody takes from it, the poke on the queue."""
    push = "RPUSH" if first else "LPUSH"  # taken from the right, as a worker takes pokes
    keys = (list_of(queue), _held(queue), f"{settings.BUS_PREFIX}:{queue}")
    return ("EVAL", _PUT, 3, *keys, piece, poke, push)


def put_alone(queue: str, piece: str) -> bool:
    """The same where pokes go another way than through Redis: whether one is needed. Raises RedisError or OSError."""
    line: Any = connection.client()
    return bool(line.execute_command(*put(queue, piece, "")))


@dataclass(slots=True)
class Taker:
    """Takes from the lists of some queues until its turn is over or nothing comes."""

    queues: Sequence[str]
    until: float
    waits: bool  # holds the lists; another thread of this process does not at the same time
    left_behind: bool = False  # its turn ended before the lists were empty

    def batches(self) -> Iterator[list[str]]:
        """Each piece once, however often it was put there. Raises RedisError or OSError."""
        while True:
            pieces = self._wait() if self.waits and time.monotonic() < self.until else self._last()
            if not pieces:
                return
            yield list(dict.fromkeys(pieces))

    def _wait(self) -> list[str]:
        """Say that somebody is here, and wait for a moment."""
        pipe = connection.client().pipeline(transaction=False)
        for queue in self.queues:
            pipe.set(_held(queue), 1, px=HELD_MS)
        _take(pipe, "BLMPOP", PAUSE, self.queues)
        return _pieces(pipe.execute()[-1]) or self._last()

    def _last(self) -> list[str]:
        """What was put there while a poke was thought needless. Past the turn it is left to another thread."""
        pipe = connection.client().pipeline(transaction=False)
        if self.waits:
            pipe.delete(*(_held(queue) for queue in self.queues))
            self.waits = False
        if time.monotonic() >= self.until:
            for queue in self.queues:
                pipe.llen(list_of(queue))
            self.left_behind = any(pipe.execute()[-len(self.queues) :])
            return []
        _take(pipe, "LMPOP", None, self.queues)
        return _pieces(pipe.execute()[-1])


def _take(pipe: Any, command: str, pause: float | None, queues: Sequence[str]) -> None:
    names = [list_of(queue) for queue in queues]
    pipe.execute_command(command, *([] if pause is None else [pause]), len(names), *names, "RIGHT", "COUNT", BATCH)


def _pieces(answer: Any) -> list[str]:
    return [piece.decode() for piece in answer[1]] if answer else []


_one_waits = Lock()


@contextmanager
def taking(queues: Sequence[str]) -> Iterator[Taker]:
    """Of the threads of a process one waits for more, the others take what is there."""
    waits = _one_waits.acquire(blocking=False)
    try:
        yield Taker(queues, time.monotonic() + TURN, waits)
    finally:
        if waits:
            _one_waits.release()
