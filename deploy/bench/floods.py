"""What a flood of one account costs the others: the answers that bystanders wait for, idle and beside each flood.

The flood asks over eight connections, each again as soon as it is answered, and pays no heed to 429. It is a process of
its own with an address of its own; bystanders have other addresses.
"""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
import time
from collections import Counter
from typing import Final

import uvloop

from deploy.bench.client import CHUNK_LIMIT, read_body, read_head, request
from deploy.bench.film import played
from deploy.bench.stack import Stack
from deploy.bench.tables import quantile, table
from deploy.house import ROOT

CONNECTIONS: Final = 8
BYSTANDERS: Final = 4
PAUSE: Final = 0.1  # seconds between an answer and the next question of a bystander
MOVES: Final = 120


async def _asked(
    port: int, source: str, token: str | None, paths: list[str], until: float, pause: float
) -> tuple[list[float], Counter[int]]:
    """One connection's answers: how long each took, and their statuses."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=CHUNK_LIMIT, local_addr=(source, 0))
    taken, statuses, number = [], Counter[int](), 0
    while time.monotonic() < until:
        began = time.perf_counter()
        writer.write(request("GET", paths[number % len(paths)], token))
        status, headers = await read_head(reader)
        await read_body(reader, headers)
        taken.append(time.perf_counter() - began)
        statuses[status] += 1
        number += 1
        if headers.get("connection") == "close":
            writer.close()
            reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=CHUNK_LIMIT, local_addr=(source, 0))
        if pause:
            await asyncio.sleep(pause)
    writer.close()
    return taken, statuses


async def _crowd(
    port: int, sources: list[str], token: str | None, paths: list[str], seconds: float, pause: float
) -> tuple[list[float], Counter[int]]:
    until = time.monotonic() + seconds
    asking = (_asked(port, source, token, paths, until, pause) for source in sources)
    taken, statuses = zip(*await asyncio.gather(*asking), strict=True)
    return [each for line in taken for each in line], sum(statuses, Counter())


def bystanders(port: int, match: str, seconds: float) -> list[float]:
    """The page of a running match and its frame, by people of other addresses."""
    sources = [f"127.0.0.{number + 10}" for number in range(BYSTANDERS)]
    paths = [f"/matches/{match}", f"/api/matches/{match}/frame"]
    taken, statuses = uvloop.run(_crowd(port, sources, None, paths, seconds, PAUSE))
    if set(statuses) != {200}:
        raise SystemExit(f"bystanders were answered {dict(statuses)}")
    return taken


def measure(stack: Stack, seconds: float = 8.0) -> None:
    line, match, last = uvloop.run(_match(stack.port))
    floods = {
        "exports": [f"/api/matches/{match}/export"],
        "pages": [f"/matches/{match}"],
        "past pages": [f"/matches/{match}?seq={seq}" for seq in range(8, last)],
        "past frames": [f"/api/matches/{match}/frames/{seq}" for seq in range(8, last)],
        "/metrics": ["/metrics"],
    }
    idle = bystanders(stack.port, match, seconds)
    rows = [_row("idle", idle, "", "")]
    for number, (name, paths) in enumerate(floods.items()):
        source = f"127.0.1.{number + 1}"  # each flood has the budgets of an address to itself
        argv = [sys.executable, "-m", "deploy.bench.floods", str(stack.port), source, line, str(seconds + 1), *paths]
        flood = subprocess.Popen(argv, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        time.sleep(0.5)  # it starts
        beside = bystanders(stack.port, match, seconds)
        answered = json.loads(flood.communicate()[0])
        rows.append(_row(name, beside, ", ".join(f"{n} x {status}" for status, n in answered.items()), "2 x idle"))
    title = f"Bystanders beside a flood of one account, {CONNECTIONS} connections, {seconds:.0f} s each"
    table(title, ("GET, ms", "n", "p50", "p95", "max", "answers to the flood", "target p95"), rows)


async def _match(port: int) -> tuple[str, str, int]:
    line, match, last = await played(port, MOVES, random.Random(7))
    assert line.token is not None
    return line.token, match, last


def _row(name: str, taken: list[float], answered: str, target: str) -> tuple[str, ...]:
    marks = (f"{quantile(taken, share) * 1e3:.1f}" for share in (0.5, 0.95))
    return (name, str(len(taken)), *marks, f"{max(taken) * 1e3:.1f}", answered, target)


def main() -> None:
    port, source, token, seconds, *paths = sys.argv[1:]
    _, statuses = uvloop.run(_crowd(int(port), [source] * CONNECTIONS, token, paths, float(seconds), 0.0))
    print(json.dumps(statuses))


if __name__ == "__main__":
    main()
