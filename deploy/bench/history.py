"""What is over, measured: search, import, positions, proofs, the audit, the verifier of the browser."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import quote

import uvloop

from deploy.bench import browser, records, tree
from deploy.bench.client import Line
from deploy.bench.stack import Stack
from deploy.bench.tables import quantile, row, table
from deploy.house import ROOT

VERIFIER = ROOT / "gateway" / "static" / "house" / "verify" / "verifier.js"
HEAD = ("GET, ms", "n", "p50", "p90", "p99", "max", "target")


def _run(stack: Stack, *argv: str) -> str:
    """A command beside the house, on its stores."""
    env = os.environ | json.loads(stack.house.environment.read_text())
    done = subprocess.run([sys.executable, *argv], cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout


async def _timed(port: int, paths: Iterable[str]) -> list[float]:
    line, taken = Line(port), []
    for path in paths:
        began = time.perf_counter()
        await line.call("GET", path)
        taken.append(time.perf_counter() - began)
    line.close()
    return taken


def search(stack: Stack, matches: int) -> None:
    people = json.loads(_run(stack, "-m", "deploy.bench.records", "matches", str(matches)))
    rows, all_taken = [], []
    for kind, paths in records.searches(people).items():
        taken = uvloop.run(_timed(stack.port, paths))
        all_taken += taken
        rows.append(row(kind, taken, "p95 200"))
    table(f"Search over {matches} finished matches", HEAD, rows)
    print(f"  p95 of all: {quantile(all_taken, 0.95) * 1e3:.1f} ms")


def imports(stack: Stack, count: int, positions: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "records.jsonl"
        _run(stack, "-m", "deploy.bench.records", "file", str(file), str(count))
        began = time.perf_counter()
        said = _run(stack, "manage.py", "import_records", str(file)).strip()
        seconds = time.perf_counter() - began
        line = (said, f"{seconds:.1f}", f"{count / seconds:.0f}", "300")
        table("Import of ZERTZ matches, positions and all", ("outcome", "s", "matches/s", "target"), [line])
        asked = json.loads(_run(stack, "-m", "deploy.bench.records", "positions", str(positions), str(file)))
    explored = uvloop.run(_timed(stack.port, (f"/api/explore?position={quote(text)}" for text in asked)))
    visited = uvloop.run(
        _timed(stack.port, (f"/api/matches?source=records&limit=1&position={quote(text)}" for text in asked))
    )
    rows = [row("explorer", explored, "p95 20"), row("search by position", visited, "p95 20")]
    table(f"A position among {positions / 1e6:.1f} million", HEAD, rows)


def proofs(stack: Stack, leaves: int) -> None:
    size = int(_run(stack, "-m", "deploy.bench.tree", str(leaves)))
    taken = uvloop.run(_timed(stack.port, tree.proofs(size, 100)))
    table(f"Consistency proofs over {size} leaves", HEAD, [row("a proof", taken, "p95 50")])


def audit(stack: Stack, wanted: int) -> None:
    sums = json.loads(_run(stack, "-m", "deploy.bench.audit", str(wanted)))
    head = (
        "processes",
        "matches",
        "events",
        "s",
        "events/s",
        "of a CPU second",
        "failed",
        "MiB early",
        "MiB late",
        "target",
    )
    counted = [str(sums[name]) for name in ("processes", "matches", "events")]
    line = (*counted, f"{sums['seconds']:.1f}", f"{sums['events'] / sums['seconds']:.0f}")
    line += (f"{sums['events'] / sums['cpu']:.0f}", str(sums["failed"]))
    table("Audit of the ZERTZ matches played here, again and again", head, [(*line, *map(str, sums["mib"]), "20000/s")])


_TIMED = """
const {readFileSync} = await import("node:fs");
const [code, log] = process.argv.slice(-2);
const {verifyText} = await import("data:text/javascript;base64," + readFileSync(code).toString("base64"));
const text = readFileSync(log, "utf8");
let events = 0;
await verifyText(text);
const began = performance.now();
while (performance.now() - began < 4000) {
  const verdict = await verifyText(text);
  if (verdict.findings.length) throw new Error(JSON.stringify(verdict.findings));
  events += verdict.events;
}
console.log((events / (performance.now() - began)) * 1000);
"""


def verifier(stack: Stack) -> None:
    """The module that the page loads, in Node and in Chromium."""
    export = uvloop.run(_export(stack.port))
    rates = {"Node": _in_node(export)}
    rates["Chromium"] = browser.verify(stack.port, export) if browser.has_chromium() else None
    rows = [(name, "not here" if rate is None else f"{rate:.0f}", "2000") for name, rate in rates.items()]
    table("The verifier of the browser, one core", ("", "events/s", "target"), rows)


def _in_node(export: bytes) -> float | None:
    node = shutil.which("node")
    if node is None:
        return None
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        file.write(export)
        file.flush()
        argv = [node, "--input-type=module", "-e", _TIMED, "--", str(VERIFIER), file.name]
        return float(subprocess.run(argv, stdout=subprocess.PIPE, text=True, check=True).stdout)


async def _export(port: int) -> bytes:
    line = Line(port)
    while not (matches := (await line.call("GET", "/api/matches?limit=1"))["results"]):
        await asyncio.sleep(0.2)  # the index follows
    match = matches[0]["id"]
    return json.dumps(await Line(port).call("GET", f"/api/matches/{match}/export")).encode()
