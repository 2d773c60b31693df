"""Looking back: a long match played by guests, then single steps and stretches of it, timed."""

from __future__ import annotations

import asyncio
import json
import random
import time
import uuid
from typing import Any

from deploy.bench.client import Line, NotAnswered
from deploy.bench.scenes import guest

GAME, SEATS = "potion_explosion", 4
PATIENCE = 2000


async def played(port: int, moves: int, luck: random.Random) -> tuple[Line, str, int]:
    """A match of so many moves; its id and its last seq."""
    lines = [await guest(port) for _ in range(SEATS)]
    table = await lines[0].call("POST", "/api/tables", {"game": GAME, "seats": SEATS})
    match = str(table["id"])
    for line in lines[1:]:
        await line.call("POST", f"/api/tables/{match}/seats", {})
    seq = -1
    for _ in range(moves):
        asked = await _asked(lines, match, seq)
        if asked is None:
            break
        line, frame = asked
        body = {"decision": frame["decision"], "move": luck.choice(frame["moves"]), "command_id": str(uuid.uuid4())}
        seq = (await line.call("POST", f"/api/matches/{match}/moves", body))["seq"]
    return lines[0], match, seq


async def _asked(lines: list[Line], match: str, after: int) -> tuple[Line, dict[str, Any]] | None:
    """Who is asked once the event `after` is judged; nobody: the match is over."""
    for _ in range(PATIENCE):
        for line in lines:
            try:
                frame = await line.call("GET", f"/api/matches/{match}/frame")
            except NotAnswered:  # not started yet
                break
            if frame["winners"] is not None:
                return None
            if frame["moves"] and frame["seq"] > after:
                return line, frame
        await asyncio.sleep(0.01)
    raise TimeoutError("nobody is asked")


async def film(port: int, moves: int, looks: int) -> tuple[str, int, list[float], list[float]]:
    """The match and its events; the seconds of single steps at random seqs, and of stretches of 200."""
    luck = random.Random(7)
    line, match, last = await played(port, moves, luck)
    steps, stretches = [], []
    for _ in range(looks):
        steps.append(await _timed(line, f"/api/matches/{match}/frames/{luck.randrange(SEATS + 2, last)}?eye=gallery"))
    for first in range(0, last, 100):
        stretches.append(await _timed(line, f"/api/matches/{match}/frames?from={first}&eye=gallery"))
    return match, last + 1, steps, stretches


async def _timed(line: Line, path: str) -> float:
    began = time.perf_counter()
    answer = await line.call("GET", path)
    taken = time.perf_counter() - began
    assert json.dumps(answer)
    return taken
