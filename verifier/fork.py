"""FORK: a match that begins inside another one, held against the export of that one. Needs no engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from engine.core.chance import keyed_hash
from engine.core.codec import NotCanonical, canonical
from verifier import hashes
from verifier.log import Event, Log, pub
from verifier.report import Report

SAME: Final = ("game", "rules_version", "options", "seats")
Reader = Callable[[Path], tuple[dict[str, Any], list[Any]]]


def check_file(export: Mapping[str, Any], path: Path | None, report: Report, read: Reader) -> None:
    """With the file of its source a fork is checked whole; without it the report says so."""
    is_fork = "from" in Log(export, bundle=True).opening
    if path is None:
        if is_fork:
            report.note("a fork: what it begins with is checked with --source FILE")
        return
    source, _ = read(path)
    report.run("the source of the fork", lambda: check(export, source, report))


def check(export: Mapping[str, Any], source: Mapping[str, Any], report: Report) -> None:
    fork, origin = Log(export, bundle=True), Log(source, bundle=False)
    origin_said = fork.opening.get("from")
    if not isinstance(origin_said, dict):
        report.add("FORK", 0, "this is no fork")
        return
    for fault in _faults(fork, origin, origin_said):
        report.add("FORK", 0, fault)
    step = _step(origin, origin_said["seq"])
    if step is not None and fork.started is not None and fork.started.get("dp") != step.get("dp"):
        report.add("FORK", fork.started.get("seq"), "it does not begin with the public state of the source")


def _faults(fork: Log, origin: Log, origin_said: Mapping[str, Any]) -> list[str]:
    faults = []
    if origin_said["match"] != origin.match:
        faults.append("the source is another match")
    if origin.revealed is None or origin.revealed["at"] > fork.events[0]["at"]:
        faults.append("the source was not over")
    faults += [f"{name} is not that of the source" for name in SAME if fork.opening[name] != origin.opening[name]]
    step = _step(origin, origin_said["seq"])
    if step is None:
        return [*faults, f"event {origin_said['seq']} of the source is no step"]
    if not _fits(origin, step, origin_said["state"]):
        faults.append("the state is not that of the source")
    if origin_said["ms"] != ply_time(origin, step):
        faults.append(f"the time of the last ply is {ply_time(origin, step)} ms")
    return faults


def _step(origin: Log, seq: int) -> Event | None:
    event = next((event for event in origin.events if event.get("seq") == seq), None)
    if event is None or event.get("dp") is None or pub(event).get("verdict") == "refused":
        return None
    return event


def _fits(origin: Log, step: Event, state: Any) -> bool:
    if origin.keys is None:
        return False
    try:
        digest = keyed_hash(origin.keys.state, "fair1/state-full", canonical(state)).hex()
    except (NotCanonical, RecursionError):
        return False
    return bool(digest == step.get("df"))


def ply_time(origin: Log, step: Event) -> int:
    """The time of the last ply at a step (fairness.md 3.5); of a source that is a fork itself, on top of its own."""
    assert origin.started is not None
    first = origin.opening.get("from", {}).get("ms", 0)
    times = {origin.started["seq"]: first}
    by_seq = {event["seq"]: event for event in origin.events}
    last: int = first
    for event in origin.events:
        said = pub(event)
        if event["type"] == "move.judged" and said["verdict"] == "stands":
            last = first + hashes.milliseconds(origin.started["at"], by_seq[said["of"]]["at"])
        elif event["type"] == "time.up":
            last = first + hashes.milliseconds(origin.started["at"], event["at"])
        elif event["type"] == "move.undone":
            last = times[said["to"]]
        times[event["seq"]] = last
        if event["seq"] == step["seq"]:
            break
    return last
