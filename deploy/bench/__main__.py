"""`python -m deploy.bench`: a house of its own is started, driven over HTTP and measured; tables are printed."""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field

import uvloop

from deploy.bench import browser, client, engine, film, floods, history, lobby, scenes, tournaments
from deploy.bench.stack import Stack, running_house, stolen
from deploy.bench.tables import quantile, row, table
from deploy.house import ROOT

PARTS = (
    "engine", "days", "pairing", "latency", "statements", "audit", "film", "tournaments", "rush", "verifier",
    "search", "import", "proofs", "lobby", "floods",
)  # fmt: skip
AFTER = ("audit", "verifier", "search")  # these need a match that is over
BRACKETS = ("BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT", "RELEASE", "SET", "SHOW")


@dataclass(slots=True)
class Cost:
    """Many matches at once, and what they cost."""

    taken: list[float]
    cpu: list[dict[str, float]] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    stolen: list[float] = field(default_factory=list)

    @property
    def seconds(self) -> float:
        return self.times[1] - self.times[0]

    @property
    def rate(self) -> float:
        return len(self.taken) / self.seconds


def crowd(stack: Stack, args: argparse.Namespace, openings: bool) -> Cost:
    counted = Cost([])

    def measured() -> None:
        counted.cpu.append(stack.cpu())
        counted.times.append(time.perf_counter())
        counted.stolen.append(stolen())

    counted.taken = uvloop.run(
        scenes.crowd(stack.port, args.matches, args.rate, args.seconds, measured, openings=openings)
    )
    return counted


def latency(stack: Stack, args: argparse.Namespace) -> None:
    rows = [row("a lone match", uvloop.run(scenes.lone(stack.port, args.moves)), "p50 15")]
    many = crowd(stack, args, openings=False)
    rows.append(row(f"{args.matches} matches, {many.rate:.0f} moves/s, a watcher each", many.taken, "p50 30, p99 150"))
    more = crowd(stack, args, openings=True)
    rows.append(row(f"the same at {more.rate:.0f} moves/s, opening new ones", more.taken, ""))
    streams = uvloop.run(scenes.gallery(stack.port, args.streams, 20, 0.3))
    rows.append(row(f"{args.streams} streams on one match", streams, "p99 250"))
    head = ("submit -> stream, ms", "n", "p50", "p90", "p99", "max", "target")
    table("Latency", head, rows)
    print(f"  streams cut before their match was over: {client.cuts}")
    lost = ", ".join(f"{(each.stolen[1] - each.stolen[0]) / each.seconds * 100:.0f} %" for each in (many, more))
    print(f"  of a core taken meanwhile by other guests of a shared host: {lost}")
    for name, measured in (("many matches", many), ("many matches, with openings", more)):
        _cpu(name, measured)


def _cpu(name: str, crowd: Cost) -> None:
    before, after = crowd.cpu
    moves = len(crowd.taken)
    used = {name: after[name] - before.get(name, 0.0) for name in after}
    rows = [(name, f"{n / moves * 1e3:.2f}", f"{n / crowd.seconds * 100:.0f}") for name, n in sorted(used.items())]
    total = sum(used.values())
    rows.append(("all", f"{total / moves * 1e3:.2f}", f"{total / crowd.seconds * 100:.0f}"))
    table(f"CPU of the server, {name}, {moves} moves", ("process", "ms per move", "% of a core"), rows)


def statements(stack: Stack, moves: int) -> None:
    """Counted in the database's own log, the idle house's statements (the sweep) taken off."""
    import psycopg

    url = json.loads(stack.house.environment.read_text())["DATABASE_URL"]
    with psycopg.connect(url, autocommit=True) as line:
        line.execute("ALTER SYSTEM SET log_statement = 'all'")
        line.execute("SELECT pg_reload_conf()")
        time.sleep(1)
        marks = [stack.statements()]
        began = time.perf_counter()
        time.sleep(6)
        idle = time.perf_counter() - began
        marks.append(stack.statements())
        began = time.perf_counter()
        uvloop.run(scenes.lone(stack.port, moves))
        time.sleep(0.5)
        busy = time.perf_counter() - began
        marks.append(stack.statements())
        line.execute("ALTER SYSTEM RESET ALL")
        line.execute("SELECT pg_reload_conf()")
    resting, working = marks[1] - marks[0], marks[2] - marks[1]
    _statement_table({key: n - resting[key] * busy / idle for key, n in working.items()}, moves)


def _statement_table(counts: dict[str, float], moves: int) -> None:
    rows = []
    for name in sorted({key.split(" ")[0] for key in counts}):
        kinds = {key.split(" ")[1]: n for key, n in counts.items() if key.split(" ")[0] == name}
        work = sum(n for kind, n in kinds.items() if kind not in BRACKETS)
        rest = sum(kinds.values()) - work
        mix = ", ".join(f"{kind} {n / moves:.1f}" for kind, n in sorted(kinds.items()) if n / moves >= 0.05)
        rows.append((name, f"{work / moves:.1f}", f"{rest / moves:.1f}", mix))
    title = f"SQL statements per move, {moves} moves of a lone match with opening and streams (budget: web 6, games 10)"
    table(title, ("process", "statements", "brackets", "of which"), rows)


def looking_back(stack: Stack, moves: int) -> None:
    match, events, steps, stretches = uvloop.run(film.film(stack.port, moves, 300))
    head = ("GET, ms", "n", "p50", "p90", "p99", "max", "target")
    rows = [row(f"a step at any seq of {events} events", steps, "p95 50"), row("a stretch of 200 steps", stretches, "")]
    table("Looking back", head, rows)
    print(f"  p95 of a step: {quantile(steps, 0.95) * 1e3:.1f} ms")
    _dragging(stack, match, events)


def _dragging(stack: Stack, match: str, events: int) -> None:
    if not browser.has_chromium():
        print("  no Chromium here: dragging is not measured")
        return
    rows = [
        (name, str(run.steps), f"{run.painted:.0f}", f"{run.shown:.0f}", "100")
        for name, run in zip(("first", "again"), browser.drag(stack.port, match), strict=True)
    ]
    head = (
        f"{browser.STEPS} places of {events} events, ms",
        "steps shown",
        "gap between frames",
        "between steps",
        "most",
    )
    table("Dragging through a match in Chromium", head, rows)


def pairing() -> None:
    """Each size in a process of its own: CPU a round, and the most memory."""
    rows = []
    for entrants, rounds, target in ((300, 9, "60 s, 512 MB"), (1000, 10, "120 s, 512 MB")):
        measured = json.loads(tournaments.run("pair", entrants, rounds))
        cpu = measured["cpu"]
        engines, worst = ", ".join(measured["engines"]), max(cpu)
        rows.append((f"{entrants} entrants, {engines}", str(len(cpu)), f"{worst:.1f}", f"{measured['mb']:.0f}", target))
    table("Pairing a Swiss", ("", "rounds", "worst CPU s", "MB", "target"), rows)


def tournament_rows(stack: Stack, args: argparse.Namespace) -> None:
    opened = json.loads(tournaments.run("open", 220, stack=stack))
    text = f"{opened['batch']} in one go: {opened['statements']} statements"
    table("Opening matches with all seats", ("", "CPU ms a match", "target"), [(text, f"{opened['ms']:.1f}", "15")])
    swiss = tournaments.run("store", 1000, 10, stack=stack)
    tournaments.until_followed(stack)
    rows = []
    pages = (("page of the standings", f"/tournaments/{swiss}/standings"), ("page", f"/tournaments/{swiss}"))
    for name, path in (*pages, ("standings by API", f"/api/tournaments/{swiss}/standings")):
        looks = tournaments.look(stack, swiss, path)
        rows += [
            row(f"{name}, {when}", taken, "300")
            for when, taken in (("first", looks.first), ("after a new event", looks.anew), ("again", looks.again))
        ]
    table(
        "A Swiss of 1,000 after ten rounds, 5,000 matches", ("GET, ms", "n", "p50", "p90", "p99", "max", "target"), rows
    )
    rush_rows(stack, args)


def lobby_rows(stack: Stack) -> None:
    spent = sorted(lobby.run(20, stack))
    cells = (f"{lobby.SEEKS} open seeks, the youngest fits", str(len(spent)), f"{quantile(spent, 0.5):.1f}")
    head = ("pairing a seek, CPU ms", "n", "p50", "max", "target")
    table("The lobby", head, [(*cells, f"{spent[-1]:.1f}", "50")])


def rush_rows(stack: Stack, args: argparse.Namespace) -> None:
    """The same moves before and while an all-play-all opens its matches."""
    before = crowd(stack, args, openings=False)
    rush, busy = tournaments.prepare_rush(stack), Cost([])
    threads: list[threading.Thread] = []

    def measured() -> None:
        busy.times.append(time.perf_counter())
        if not threads:
            threads.append(rush.start())

    busy.taken = uvloop.run(scenes.crowd(stack.port, args.matches, args.rate, args.seconds, measured, openings=False))
    threads[0].join()
    rows = [row("before", before.taken, ""), row(f"while {rush.matches} matches start", busy.taken, "p99 2 x before")]
    head = ("submit -> stream, ms", "n", "p50", "p90", "p99", "max", "target")
    table(f"{args.matches} matches, {before.rate:.0f} moves/s", head, rows)
    print(f"  all {rush.matches} were open after {rush.seconds:.1f} s; measured for {busy.seconds:.0f} s")


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=50)
    parser.add_argument("--rate", type=float, default=100, help="moves a second in all")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--moves", type=int, default=200, help="of the lone match")
    parser.add_argument("--streams", type=int, default=1000)
    parser.add_argument("--audit", type=int, default=100_000, help="events to audit")
    parser.add_argument("--film", type=int, default=480, help="moves of the match that is looked back on")
    parser.add_argument("--search", type=int, default=100_000, help="finished matches to search in")
    parser.add_argument("--records", type=int, default=6000, help="records to import")
    parser.add_argument("--positions", type=int, default=3_000_000, help="visited positions")
    parser.add_argument("--leaves", type=int, default=1_000_000, help="of the checkpoint log")
    parser.add_argument("--only", choices=PARTS, help="one part alone")
    return parser.parse_args()


def main() -> None:
    args = read_options()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 8192)), hard))
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before the start")
    if args.only in (None, "engine"):
        head = ("engine, one core", "legal moves", "list, ms", "plies", "refold, ms", "playouts/s")
        table("Engine", head, engine.rows())
    if args.only in (None, "days"):
        subprocess.run([sys.executable, "-m", "deploy.bench.correspondence"], cwd=ROOT, check=True)
    if args.only in (None, "pairing"):
        pairing()
    if args.only in (None, "floods"):
        with running_house(limits={}) as stack:
            floods.measure(stack)
    if args.only in ("engine", "days", "pairing", "floods"):
        return
    with running_house() as stack:
        if args.only in AFTER:
            uvloop.run(scenes.lone(stack.port, args.moves))
        if args.only in (None, "latency"):
            latency(stack, args)
        if args.only in (None, "statements"):
            statements(stack, 100)
        if args.only in (None, "film"):
            looking_back(stack, args.film)
        if args.only in (None, "tournaments"):
            tournament_rows(stack, args)
        if args.only in (None, "rush"):
            rush_rows(stack, args)
        if args.only in (None, "lobby"):
            lobby_rows(stack)
        if args.only in (None, "audit"):
            history.audit(stack, args.audit)
        what_is_over(stack, args)


def what_is_over(stack: Stack, args: argparse.Namespace) -> None:
    """Last, since the tables are filled with what nobody has played."""
    if args.only in (None, "verifier"):
        history.verifier(stack)
    if args.only in (None, "search"):
        history.search(stack, args.search)
    if args.only in (None, "import"):
        history.imports(stack, args.records, args.positions)
    if args.only in (None, "proofs"):
        history.proofs(stack, args.leaves)


if __name__ == "__main__":
    main()
