"""`python -m deploy.bench.beside COMMIT`: the CPU of a move here and in an older commit, the same load in one run.

Both houses stand at the same time, on this interpreter and these libraries. They are played in by turns, so that a
machine that others use too, or that gets warm, is as slow for one as for the other.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import uvloop

from deploy.bench.scenes import Crowd
from deploy.bench.stack import Stack, running_house, stolen
from deploy.bench.tables import quantile, row, table
from deploy.house import ROOT

SETTLE: float = 20.0  # seconds until a house that was just started rests
AFTER: float = 6.0  # seconds in which what follows moves is worked off, longer than any follower rests; they count


@dataclass(slots=True)
class Side:
    """One of the two houses, and what was measured in it."""

    name: str
    stack: Stack
    crowd: Crowd
    taken: list[float] = field(default_factory=list)
    used: dict[str, float] = field(default_factory=dict)  # CPU seconds by process
    turns: list[float] = field(default_factory=list)  # CPU seconds of a move, by turn

    async def turn(self, seconds: float) -> None:
        before = self.stack.cpu()
        taken = await self.crowd.play(seconds)
        await asyncio.sleep(AFTER)
        after = self.stack.cpu()
        used = {name: after[name] - before.get(name, 0.0) for name in after}
        self.taken += taken
        self.used = {name: self.used.get(name, 0.0) + n for name, n in used.items()}
        self.turns.append(sum(used.values()) / len(taken))


@contextmanager
def checkout(commit: str) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="bazigah-beside-") as parent:
        source = Path(parent) / "source"
        argv = ("git", "worktree", "add", "--detach", "--quiet", str(source), commit)
        subprocess.run(argv, cwd=ROOT, check=True)
        try:
            yield source
        finally:
            subprocess.run(("git", "worktree", "remove", "--force", str(source)), cwd=ROOT, check=True)


async def play(sides: tuple[Side, Side], args: argparse.Namespace) -> None:
    for side in sides:
        await side.crowd.prepare(0.0 if args.openings else args.turns * args.seconds)
        await side.crowd.begin()
    for number in range(args.turns):
        for side in sides if number % 2 == 0 else sides[::-1]:
            await side.turn(args.seconds)
        then, now = (side.turns[-1] * 1e3 for side in sides)
        print(f"  turn {number + 1} of {args.turns}: {then:.2f} and {now:.2f} ms a move, {now / then:.2f}", flush=True)
    for side in sides:
        side.crowd.close()


def show(then: Side, now: Side) -> None:
    names = sorted({*then.used, *now.used})
    rows = [
        (name, *(f"{side.used.get(name, 0.0) / len(side.taken) * 1e3:.2f}" for side in (then, now))) for name in names
    ]
    all_then, all_now = (sum(side.used.values()) / len(side.taken) * 1e3 for side in (then, now))
    rows.append(("all", f"{all_then:.2f}", f"{all_now:.2f}"))
    table("CPU of the server, ms a move", ("process", then.name, now.name), rows)
    ratios = [new / old for old, new in zip(then.turns, now.turns, strict=True)]
    low, middle, high = min(ratios), quantile(ratios, 0.5), max(ratios)
    share = f"{all_now / all_then:.2f} x; by turns {middle:.2f} ({low:.2f} to {high:.2f})"
    print(f"\n  {now.name} beside {then.name}: {share}")
    head = ("submit -> stream, ms", "n", "p50", "p90", "p99", "max", "target")
    table("Latency", head, [row(side.name, side.taken, "") for side in (then, now)])


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("commit", help="what this checkout is compared with")
    parser.add_argument("--matches", type=int, default=50)
    parser.add_argument("--rate", type=float, default=100, help="moves a second in all")
    parser.add_argument("--seconds", type=float, default=10, help="of a turn")
    parser.add_argument("--turns", type=int, default=6, help="of each house")
    parser.add_argument("--openings", action="store_true", help="open matches meanwhile, not all of them before")
    return parser.parse_args()


def main() -> None:
    args = read_options()
    with ExitStack() as stack:
        older = stack.enter_context(checkout(args.commit))
        sides = tuple(
            Side(name, house, Crowd(house.port, args.matches, args.rate))
            for name, source in ((args.commit, older), ("here", ROOT))
            for house in [stack.enter_context(running_house(source=source))]
        )
        load = f"{args.matches} matches, {args.rate:.0f} moves/s, by turns of {args.seconds:.0f} s"
        print(f"Python {sys.version.split()[0]}; {load}")
        time.sleep(SETTLE)
        lost, began = stolen(), time.perf_counter()
        then, now = sides
        uvloop.run(play((then, now), args))
        show(then, now)
        share = (stolen() - lost) / (time.perf_counter() - began)
        print(f"\n  of a core taken meanwhile by other guests of a shared host: {share * 100:.0f} %")


if __name__ == "__main__":
    main()
