"""Exports of tournaments for tests: the vectors, events of the pure core with a chain, and hands that damage them."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from engine.core.chance import seed_commit
from tests.pairings.logs import SEED, Log, vector
from verifier import hashes
from verifier.report import Report
from verifier.tournaments import examine_tournament

Export = dict[str, Any]
Change = Callable[[list[dict[str, Any]]], object]
ACTORS = {
    "tournament.opened": "director:d1",
    "entry.refused": "director:d1",
    "ruling.made": "director:d1",
    "entry.made": "acct:{account}",
}
BY_HOLDER = ("entry.withdrawn", "bye.requested", "arena.ready", "arena.left")


def export_of(events: list[dict[str, Any]]) -> Export:
    match = events[0]["match"]
    body = {"match": match, "size": len(events), "head": events[-1]["hash"]}
    return {
        "format": "fair1/export",
        "match": match,
        "events": events,
        "opened": [],
        "receipt": {"body": body, "key": None, "sig": None},
    }


def export_of_vector(name: str) -> Export:
    good = copy.deepcopy(vector(name))
    export = export_of(good["events"])
    if "exports" in good:
        export["exports"] = good["exports"]
    if "previous" in good:
        export["previous"] = export_of_vector(good["previous"])
    return export


def chained(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same events numbered, linked and hashed anew, as a dishonest house would write them."""
    before = "0" * 64
    for seq, event in enumerate(events):
        event["seq"], event["prev"] = seq, before
        before = event["hash"] = hashes.hash_of(event)
    return events


def export_of_log(log: Log) -> Export:
    """A log of the pure core as an export: an actor for each type, a seed commitment, a chain."""
    events: list[Any] = []
    holders: dict[int, str] = {}
    for recorded in log.events:
        kind, content = recorded.event.type, recorded.event.pub()
        if kind == "entry.made":
            holders[content["entry"]] = content["account"]
        if kind == "ruling.made" and content["ruling"] == "substitute":
            holders[content["entry"]] = content["account"]
        actor = ACTORS.get(kind, "server")
        if kind in BY_HOLDER:
            actor = f"acct:{holders[content['entry']]}"
        actor = actor.format(**content) if kind == "entry.made" else actor
        if kind == "tournament.opened":
            content = {**content, "seed_commit": seed_commit(log.tournament, SEED), "directors": ["d1"]}
        events.append(
            {
                "v": 1, "match": log.tournament, "seq": 0, "type": kind, "actor": actor,
                "cmd": None if actor == "server" else f"c{len(events)}", "at": recorded.at, "pub": content,
                "sealed": {}, "dp": None, "df": None, "prev": "", "hash": "",
            }
        )  # fmt: skip
    return export_of(chained(copy.deepcopy(events)))


def damaged(name: str, change: Change) -> Export:
    """A vector with its events changed by hand, hashed anew: only the rules can tell."""
    export = export_of_vector(name)
    change(export["events"])
    return {**export, **export_of(chained(export["events"]))}


def report_of(export: Export) -> Report:
    return examine_tournament(export, games={})


def lines(export: Export) -> list[str]:
    return [f"{finding.code} {finding.seq}" for finding in report_of(export).findings]


def places_of(events: list[dict[str, Any]], kind: str) -> list[int]:
    return [seq for seq, event in enumerate(events) if event["type"] == kind]
