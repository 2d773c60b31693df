"""What is played during a measurement: duels over HTTP, watched by streams, timed from submit to arrival."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
import uuid
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast

from deploy.bench.client import Line, frames, request

GAME = "zertz"
ASKED = re.compile(rb'"decision": ?\d')
PATIENCE = 60.0
LENGTH = 35  # moves of a usual match played at random


@dataclass(slots=True)
class Seat:
    """One player: a line to call on and the newest frame of the stream."""

    line: Line
    seq: int = -1
    frame: bytes = b""
    at: float = 0.0
    over: bool = False
    task: asyncio.Task[None] | None = None
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    async def listen(self, match: str) -> None:
        async for seq, data in frames(self.line.port, match, self.line.token):
            self.seq, self.frame, self.at = seq, data, time.perf_counter()
            self.changed.set()
        self.over = True
        self.changed.set()

    async def until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not (holds() or self.over):
                self.changed.clear()
                await self.changed.wait()


class Watcher(asyncio.Protocol):
    """A gallery stream that only notes when frames come."""

    def __init__(self, match: str) -> None:
        self.match = match
        self.arrivals: list[float] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        cast(asyncio.Transport, transport).write(
            request("GET", f"/api/matches/{self.match}/stream", None, accept="text/event-stream")
        )

    def data_received(self, data: bytes) -> None:
        if b"event: frame" in data:
            self.arrivals.append(time.perf_counter())


async def watch(port: int, match: str) -> tuple[asyncio.Transport, Watcher]:
    return await asyncio.get_running_loop().create_connection(lambda: Watcher(match), "127.0.0.1", port)


async def guest(port: int) -> Line:
    line = Line(port)
    line.token = (await line.call("POST", "/api/guests", {}))["token"]
    return line


class Duel:
    """A match of two guests who play at random from the list in their frames."""

    def __init__(self, lines: tuple[Line, Line], luck: random.Random) -> None:
        self.lines, self.luck = lines, luck
        self.seats: tuple[Seat, Seat] = (Seat(lines[0]), Seat(lines[1]))
        self.match = ""

    async def open(self) -> None:
        table = await self.lines[0].call("POST", "/api/tables", {"game": GAME, "seats": 2})
        self.match = table["id"]
        await self.lines[1].call("POST", f"/api/tables/{self.match}/seats", {})
        for seat in self.seats:
            seat.task = asyncio.create_task(seat.listen(self.match))
        for seat in self.seats:
            await seat.until(lambda seat=seat: seat.seq >= 0)  # type: ignore[misc]

    @property
    def over(self) -> bool:
        return any(seat.over for seat in self.seats) or not any(ASKED.search(seat.frame) for seat in self.seats)

    async def move(self) -> float:
        """One move; the seconds from its submit to its frame on the other seat's stream."""
        mover, other = self.seats if ASKED.search(self.seats[0].frame) else self.seats[::-1]
        frame = json.loads(mover.frame)
        seen = (mover.seq, other.seq)
        body = {
            "decision": frame["decision"],
            "move": self.luck.choice(frame["moves"]),
            "command_id": str(uuid.uuid4()),
        }
        began = time.perf_counter()
        await mover.line.call("POST", f"/api/matches/{self.match}/moves", body)
        await other.until(lambda: other.seq > seen[1])
        taken = other.at - began
        await mover.until(lambda: mover.seq > seen[0])
        return taken

    def close(self) -> None:
        for seat in self.seats:
            if seat.task is not None:
                seat.task.cancel()


async def lone(port: int, moves: int) -> list[float]:
    """One match after the other, move upon move, nothing else going on."""
    lines = (await guest(port), await guest(port))
    taken: list[float] = []
    luck = random.Random(1)
    while len(taken) < moves:
        duel = Duel(lines, luck)
        await duel.open()
        while not duel.over and len(taken) < moves:
            taken.append(await duel.move())
        duel.close()
    return taken


class Crowd:
    """So many matches at once, so many moves a second in all, one extra watcher each; new matches follow ended ones."""

    def __init__(self, port: int, matches: int, rate: float) -> None:
        self.port, self.matches = port, matches
        self.every = matches / rate
        self.slots: list[Slot] = []

    @property
    def length(self) -> float:
        """Seconds that a usual match takes."""
        return LENGTH * self.every

    async def prepare(self, seconds: float = 0.0) -> None:
        """Seat everybody. The matches that so many seconds need are opened, and watched, now, else as they come."""
        ahead = 2 + int(seconds / self.length) if seconds else 0
        for n in range(self.matches):
            self.slots.append(Slot(self.port, (await guest(self.port), await guest(self.port)), random.Random(n)))
        for slot in self.slots:
            await slot.prepare(ahead)

    async def begin(self) -> None:
        """The matches begin one after another, so that they are in different stages. This is not to be measured."""
        await self._play(self.length, self.length)

    async def play(self, seconds: float) -> list[float]:
        """For each move the seconds from its submit to its frame on the other seat's stream."""
        return await self._play(self.every, seconds)

    async def _play(self, spread: float, seconds: float) -> list[float]:
        taken: list[float] = []
        start = time.perf_counter()
        places = enumerate(self.slots)
        await asyncio.gather(
            *(slot.play(start + spread * n / self.matches, self.every, start + seconds, taken) for n, slot in places)
        )
        return taken

    def close(self) -> None:
        for slot in self.slots:
            slot.close()


async def crowd(
    port: int, matches: int, rate: float, seconds: float, measured: Callable[[], None], openings: bool
) -> list[float]:
    """One stretch of a crowd, `measured` before and after it."""
    many = Crowd(port, matches, rate)
    await many.prepare(0.0 if openings else seconds)
    await many.begin()
    measured()
    taken = await many.play(seconds)
    measured()
    many.close()
    return taken


class Slot:
    """Two players who play one match after the other, a move every so often, each match with a watcher."""

    def __init__(self, port: int, lines: tuple[Line, Line], luck: random.Random) -> None:
        self.port, self.lines, self.luck = port, lines, luck
        self.opened: deque[tuple[Duel, asyncio.Transport]] = deque()

    async def prepare(self, count: int) -> None:
        for _ in range(count):
            duel = Duel(self.lines, self.luck)
            await duel.open()
            self.opened.append((duel, (await watch(self.port, duel.match))[0]))

    async def play(self, due: float, every: float, end: float, taken: list[float]) -> None:
        while due < end:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            if self.opened and self.opened[0][0].over:
                self.leave()
            if not self.opened:
                await self.prepare(1)
            taken.append(await self.opened[0][0].move())
            due += every * self.luck.uniform(0.5, 1.5)

    def leave(self) -> None:
        duel, transport = self.opened.popleft()
        duel.close()
        transport.close()

    def close(self) -> None:
        while self.opened:
            self.leave()


async def gallery(port: int, streams: int, moves: int, pause: float) -> list[float]:
    """So many streams on one match: from submit to arrival, for every stream and every move."""
    duel = Duel((await guest(port), await guest(port)), random.Random(2))
    await duel.open()
    watchers: list[tuple[asyncio.Transport, Watcher]] = []
    for _ in range(0, streams, 50):
        watchers += await asyncio.gather(*(watch(port, duel.match) for _ in range(50)))
    await _settle(lambda: all(watcher.arrivals for _, watcher in watchers))
    taken: list[float] = []
    for _ in range(moves):
        counts = [len(watcher.arrivals) for _, watcher in watchers]
        began = time.perf_counter()
        await duel.move()
        await _settle(lambda: all(len(w.arrivals) > n for (_, w), n in zip(watchers, counts, strict=True)))  # noqa: B023
        taken += [w.arrivals[n] - began for (_, w), n in zip(watchers, counts, strict=True) if len(w.arrivals) > n]
        await asyncio.sleep(pause)
    for transport, _ in watchers:
        transport.close()
    duel.close()
    return taken


async def _settle(done: Callable[[], bool]) -> None:
    until = time.perf_counter() + PATIENCE
    while not done() and time.perf_counter() < until:
        await asyncio.sleep(0.02)
