"""ASKED: who is asked after each step, as far as a log without its rules can be held to it (async.md 1)."""

from __future__ import annotations

from typing import Any

from verifier.log import Event, mover_text, pub
from verifier.watch import Steps, Watch


class Asked:
    def __init__(self, watch: Watch) -> None:
        self.watch, self.course = watch, watch.course
        self.after: dict[int, Any] = {}  # seq of a step -> asked
        self.steps: Steps = {
            "match.started": self._check_form,
            "move.judged": self._check_judgement,
            "time.up": self._check_form,
            "move.undone": self._check_undo,
        }

    def _check_form(self, event: Event, place: int) -> None:
        asked = pub(event).get("asked")
        self.after[event["seq"]] = asked
        seats = len(pub(event)["seats"]) if event["type"] == "match.started" else len(self.course.places)
        if asked is None:
            self._fault(event, "does not say who is asked")
        elif asked != sorted(set(asked)) or not set(asked) <= set(range(seats)):
            self._fault(event, "asked names seats of the table, each once, in rising order")

    def _check_judgement(self, event: Event, place: int) -> None:
        self._check_form(event, place)
        content, made = pub(event), self.course.made.get(pub(event)["of"])
        if content["verdict"] == "refused":
            if content.get("asked") != self.course.asked:
                self._fault(event, "a refusal changes who is asked")
        elif made is not None and int(mover_text(made)) not in self.course.asked:
            self._fault(event, f"a move of seat {mover_text(made)} stands, which was not asked")

    def _check_undo(self, event: Event, place: int) -> None:
        self._check_form(event, place)
        target = pub(event)["to"]
        if target in self.after and pub(event).get("asked") != self.after[target]:
            self._fault(event, f"asked is not what it was after event {target}")

    def _fault(self, event: Event, text: str) -> None:
        self.watch.fault("ASKED", event, text)
