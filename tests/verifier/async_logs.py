"""The logs of async_vectors.json, and ways to damage one so that its chain, numbers and seals still fit."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from engine.core import chance
from services.log import fair
from tests.verifier.vectors import chained_anew
from verifier.verify import examine

REFERRING = ("of", "to", "plan")  # keys of `pub` that name another event


@cache
def known() -> dict[str, Any]:
    text = (Path(__file__).parent / "async_vectors.json").read_text(encoding="utf-8")
    return {case["name"]: case for case in json.loads(text)["good"]}


def moved(at: str, ms: int) -> str:
    return fair.time_text(datetime.fromisoformat(at) + timedelta(milliseconds=ms))


def findings(export: Any, **more: Any) -> set[tuple[str, int | None]]:
    """Codes and the events that they are about."""
    return {(finding.code, finding.seq) for finding in examine(export, games={}, **more).findings}


class Damaged:
    """A copy of a good log. Events are named by their seq in the good one until `export` numbers them anew."""

    def __init__(self, export: Any) -> None:
        self.source = copy.deepcopy(export)
        self.events: list[dict[str, Any]] = self.source["events"]
        self.parts = {(part["seq"], part["aud"]): part["payload"] for part in self.source["opened"]}
        self.by_seq = {event["seq"]: event for event in self.events}

    def change(self, seq: int, *, actor: str | None = None, later: int = 0, **pub: Any) -> Damaged:
        """Other values in `pub` (None: the key goes), another actor, a time so many milliseconds later."""
        event = self.by_seq[seq]
        event["pub"] = {key: value for key, value in (event["pub"] | pub).items() if value is not None}
        event["actor"] = actor or event["actor"]
        event["at"] = moved(event["at"], later)
        return self

    def clock(self, **fields: Any) -> Damaged:
        return self.change(0, clock=self.by_seq[0]["pub"]["clock"] | fields)

    def part(self, seq: int, audience: str, payload: Any) -> Damaged:
        self.parts[seq, audience] = payload
        self.by_seq[seq]["sealed"][audience] = ""
        return self

    def drop(self, *seqs: int) -> Damaged:
        self.events = [event for event in self.events if event["seq"] not in seqs]
        return self

    def insert(
        self, before: int, kind: str, actor: str, pub: Any, parts: Mapping[str, Any] | None = None, ms: int = 0
    ) -> Damaged:
        """A new event, so many milliseconds before the event of that seq."""
        place = next(n for n, event in enumerate(self.events) if event["seq"] == before)
        seq: Any = -len(self.by_seq)  # of no other event
        event = self.events[place] | {"seq": seq, "type": kind, "actor": actor, "pub": pub, "dp": None, "df": None}
        event["cmd"] = f"new{seq}" if actor.startswith("seat:") else None
        event["at"], event["sealed"] = moved(event["at"], -ms), dict.fromkeys(parts or {}, "")
        self.parts |= {(seq, audience): payload for audience, payload in (parts or {}).items()}
        self.events.insert(place, event)
        self.by_seq[seq] = event
        return self

    def export(self) -> Any:
        """Numbers, seals and the chain made to fit again."""
        new = {event["seq"]: seq for seq, event in enumerate(self.events)}
        seed = bytes.fromhex(self.source["events"][-1]["pub"]["seed"])
        key, opened = chance.seal_key(seed, self.source["match"]), []
        for event in self.events:
            seq = new[event["seq"]]
            for audience in event["sealed"]:
                salt, payload = fair.salt(key, seq, audience), self.parts[event["seq"], audience]
                event["sealed"][audience] = fair.commitment(salt, payload)
                opened.append({"seq": seq, "aud": audience, "salt": salt.hex(), "payload": payload})
            event["pub"] = {
                name: new.get(value, value) if name in REFERRING else value for name, value in event["pub"].items()
            }
        events = [event | {"seq": new[event["seq"]]} for event in self.events]
        return chained_anew(self.source | {"events": events, "opened": opened})


def good(name: str) -> Damaged:
    return Damaged(known()[name]["export"])
