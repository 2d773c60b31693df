"""REROLL and CHANCE: every pick has the next index, follows from the seed, and goes once to the eye it is for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.core import chance
from verifier.events import MOST_PICKS
from verifier.log import Event, Log, pub, sealed
from verifier.order import SEATING
from verifier.report import Report

Record = Mapping[str, Any]
DRAWING: Final = ("match.started", "move.judged", "time.up")
PICK: Final = 100  # what a pick costs, as if so many items more lay in the bag
MOST_WORK: Final = 20_000_000  # over all picks: some hundred times what a long match needs


class Chance:
    """One walk over the log, with the next index of each label and all outcomes so far."""

    def __init__(self, log: Log, report: Report) -> None:
        self.log, self.report = log, report
        self.next: dict[str, int] = {}
        self.known: dict[tuple[str, int], str] = {}
        self.work = 0
        self.moves: dict[int, str | None] = {}  # seq of a recorded move -> its text, if opened

    def check(self) -> None:
        stood = {pub(event).get("of") for event in self.log.events if pub(event).get("verdict") == "stands"}
        for event in self.log.events:
            if event.get("type") == "move.made" and event["seq"] in stood:
                self.moves[event["seq"]] = self.log.move_text(event)
            if event.get("type") in DRAWING:
                self._check_event(event)

    def _check_event(self, event: Event) -> None:
        lists = {"pub": list(pub(event).get("chance", []))}
        for audience in sealed(event):
            lists[audience] = list(self.log.part(event, audience).get("chance", []))
        if self.log.keys is None:
            self._check_seen(event, lists)
        else:
            self._check_drawn(event, lists)
        for eye in lists:
            part = pub(event) if eye == "pub" else self.log.part(event, eye)
            for entry in part.get("shown", []):
                self._check_shown(event, entry)

    # -- with the seed: everything follows
    def _check_drawn(self, event: Event, lists: Mapping[str, list[Record]]) -> None:
        wanted: dict[str, list[Record]] = {eye: [] for eye in lists}
        for place, question in enumerate(self.log.part(event, "end").get("draws", [])):
            if question["label"] == SEATING:
                self._check_seating(event, question, place)
            for record in self._outcomes(event, question):
                self.known[record["label"], record["n"]] = record["out"]
                wanted.setdefault(question["eye"], []).append(record)
        for eye in sorted(set(wanted) | set(lists)):
            if lists.get(eye, []) != wanted.get(eye, []):
                self._compare(event, eye, lists.get(eye, []), wanted.get(eye, []))

    def _outcomes(self, event: Event, question: Record) -> list[Record]:
        label, first, count = question["label"], question["n"], question["count"]
        if first != self.next.get(label, 0):
            self.report.add(
                "REROLL", event["seq"], f"{label} goes on with index {first}, not {self.next.get(label, 0)}"
            )
        self.next[label] = first + count
        if count > min(MOST_PICKS, sum(n for _, n in question["bag"])):
            self.report.add("CHANCE", event["seq"], f"{label}: more picks than the bag holds")
            return []
        self.work += count * (PICK + len(question["bag"]))
        if self.work > MOST_WORK:
            raise ValueError("more draws than can be checked")
        assert self.log.keys is not None
        out = chance.draw(self.log.keys.chance, label, first, [(item, n) for item, n in question["bag"]], count)
        return [{"label": label, "n": first + i, "out": item} for i, item in enumerate(out)]

    def _check_seating(self, event: Event, question: Record, place: int) -> None:
        seats = self.log.opening["seats"]
        lot = {"bag": [[str(seat), 1] for seat in range(seats)], "count": seats, "eye": "pub"}
        if event["type"] != "match.started" or place or any(question[name] != lot[name] for name in lot):
            self.report.add("CHANCE", event["seq"], "the seats are drawn otherwise than by the lot for seats")

    def _compare(self, event: Event, eye: str, recorded: list[Record], wanted: list[Record]) -> None:
        if _indices(recorded) == _indices(wanted):
            self.report.add("CHANCE", event["seq"], f"an outcome for {eye} does not follow from the seed")
        else:
            self.report.add("CHANCE", event["seq"], f"outcomes for {eye} are not those that were asked for")

    # -- without the seed: what this reader sees must at least never come twice or go back
    def _check_seen(self, event: Event, lists: Mapping[str, list[Record]]) -> None:
        for records in lists.values():
            for record in records:
                label, n = record["label"], record["n"]
                if n < 0 or (label, n) in self.known:
                    self.report.add("REROLL", event["seq"], f"{label} {n} was drawn before")
                self.known[label, n] = record["out"]
            for label in {record["label"] for record in records}:
                indices = [record["n"] for record in records if record["label"] == label]
                if indices != sorted(indices) or indices[0] < self.next.get(label, 0):
                    self.report.add("REROLL", event["seq"], f"the indices of {label} go back")
        for record in (record for records in lists.values() for record in records):
            self.next[record["label"]] = max(self.next.get(record["label"], 0), record["n"] + 1)

    # -- shown later
    def _check_shown(self, event: Event, entry: Record) -> None:
        if "of" in entry:
            if entry["of"] not in self.moves:
                self.report.add("MOVE", event["seq"], f"shows a move {entry['of']} that does not stand")
            elif self.moves[entry["of"]] not in (None, entry["move"]):
                self.report.add("MOVE", event["seq"], f"move {entry['of']} is shown differently")
            return
        place = entry["label"], entry["n"]
        if self.known.setdefault(place, entry["out"]) != entry["out"]:
            self.report.add("CHANCE", event["seq"], f"{place[0]} {place[1]} is shown differently")
        elif self.log.keys is not None and place[1] >= self.next.get(place[0], 0):
            self.report.add("CHANCE", event["seq"], f"{place[0]} {place[1]} is shown but was never drawn")


def _indices(records: list[Record]) -> list[tuple[str, int]]:
    return [(record["label"], record["n"]) for record in records]


def check(log: Log, report: Report) -> None:
    Chance(log, report).check()
