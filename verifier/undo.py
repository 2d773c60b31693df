"""UNDO: an undo goes back to a state in force, with its digests, and takes back nothing that anybody has learned.

async.md section 3. Who asked for it and who agreed is checked by `verifier.grants`, for logs that say who is asked.
"""

from __future__ import annotations

from typing import Final

from verifier.log import Event, Log, pub, sealed
from verifier.report import Report

UNDONE: Final = "move.undone"
STEPS: Final = ("match.started", "move.judged", "time.up", UNDONE)  # events after which a state is in force
LEARNED: Final = ("chance", "draws", "shown", "told")


class Undos:
    """One walk over the log, with the events whose states are in force."""

    def __init__(self, log: Log, report: Report) -> None:
        self.log, self.report = log, report
        self.in_force: dict[int, Event] = {}  # by seq, rising

    def check(self) -> None:
        for event in self.log.events:
            if event.get("type") == UNDONE:
                self._check_undo(event)
            if event.get("type") in STEPS:
                self.in_force[event["seq"]] = event

    def _check_undo(self, event: Event) -> None:
        target = self.in_force.get(pub(event)["to"])
        if target is None:
            self._fault(event, "goes back to what is no state in force")
            return
        if (event.get("dp"), event.get("df")) != (target.get("dp"), target.get("df")):
            self._fault(event, "the digests are not those of the event it goes back to")
        taken_back = [seq for seq in self.in_force if seq > target["seq"]]
        for step in map(self.in_force.pop, taken_back):
            if step["type"] == "time.up":
                self._fault(event, f"takes back event {step['seq']}, by which a timer had run out")
            elif reveals(self.log, step):
                self._fault(event, f"takes back event {step['seq']}, by which something was drawn or shown")

    def _fault(self, event: Event, text: str) -> None:
        self.report.add("UNDO", event.get("seq"), text)


def reveals(log: Log, step: Event) -> bool:
    """Whether anybody learned something by it, as far as its parts are opened."""
    parts = (pub(step), *(log.part(step, audience) for audience in sealed(step)))
    return any(part.get(name) for part in parts for name in LEARNED)


def check(log: Log, report: Report) -> None:
    Undos(log, report).check()
