"""PLAN: when a plan is left, what its lines are, and that every answer in its name follows one of them (async.md 4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from engine.core.codec import canonical
from verifier.events import PLAN_PART, WHOLE_MOVE
from verifier.log import Event, mover_text, pub, sealed
from verifier.pauses import PauseChecks
from verifier.watch import Steps, Watch

MOST_LINES: Final = 20
MOST_PLIES: Final = 20
MOST_BYTES: Final = 16 * 1024
Line: TypeAlias = Sequence[Any]  # plies [seat, text]


@dataclass(slots=True)
class Plan:
    """`lines`: what is left of those that were followed so far; None: they are not opened to this reader."""

    seq: int
    lines: list[Line] | None
    over: bool = False
    doubtful: bool = False  # another seat has changed hands: whether that ends the plan is left to the house


class Plans:
    def __init__(self, watch: Watch, pauses: PauseChecks) -> None:
        self.watch, self.course, self.pauses = watch, watch.course, pauses
        self.plans: dict[int, Plan] = {}  # by seat
        self.passed_over: dict[int, tuple[int, str]] = {}  # seq of an answer or expiry -> seat, what its plan said
        self.steps: Steps = {
            "plan.made": self._check_plan,
            "plan.dropped": self._check_dropped,
            "move.made": self._check_move,
            "move.judged": self._judge,
            "time.up": self._end_all,
            "move.undone": self._end_all,
            "clock.expired": self._expire,
            "seat.substituted": self._change,
            "seat.returned": self._change,
        }

    # -- made and dropped
    def _check_plan(self, event: Event, place: int) -> None:
        seat = pub(event)["seat"]
        if seat in self.course.asked:
            self._fault(event, f"seat {seat} makes a plan while it is asked")
        part = self.watch.log.parts.get((event["seq"], str(seat)))
        lines = part["lines"] if part is not None and PLAN_PART.fits(part) else None
        for text in _line_faults(lines, seat, len(self.course.places)) if lines is not None else ():
            self._fault(event, text)
        self.plans[seat] = Plan(event["seq"], lines)

    def _check_dropped(self, event: Event, place: int) -> None:
        plan = self.plans.pop(pub(event)["seat"], None)
        if plan is None or plan.seq != pub(event)["plan"]:
            self._fault(event, "drops a plan that the seat does not have")

    # -- followed
    def _check_move(self, event: Event, place: int) -> None:
        seat = int(mover_text(event))
        plan = self.plans.get(seat)
        if "plan" not in pub(event):
            self._pass_over(event, seat)
        elif plan is None or plan.over or plan.seq != pub(event)["plan"]:
            self._fault(event, f"answers by a plan that is not in force in seat {seat}")
        elif plan.lines is not None:
            text = self.watch.log.move_text(event)
            if text is not None and [seat, text] not in [list(line[0]) for line in plan.lines]:
                self._fault(event, "answers what is in no line of the plan")

    def _expire(self, event: Event, place: int) -> None:
        self._pass_over(event, pub(event)["seat"])

    def _pass_over(self, event: Event, seat: int) -> None:
        """Notes an answer that the plan had and the house did not give; whether the rules allow it is theirs to say."""
        plan = self.plans.get(seat)
        if plan is None or plan.over or plan.doubtful or self.pauses.agreed or seat not in self.course.asked:
            return
        answers = [line[0][1] for line in plan.lines or () if line[0][0] == seat]
        if answers:
            self.passed_over[event["seq"]] = seat, answers[0]

    def _judge(self, event: Event, place: int) -> None:
        content, made = pub(event), self.course.made.get(pub(event)["of"])
        if content["verdict"] == "refused":
            if made is not None and "plan" in pub(made) and content["seat"] in self.plans:
                self.plans[content["seat"]].over = True
            return
        drawn = self._drew(event)
        for seat, plan in self.plans.items():
            own = seat == content["seat"] and made is not None
            text = self.watch.log.move_text(made) if own and made is not None else content["move"]
            if drawn or (not own and "?" in content["move"]):
                plan.over = True
            elif plan.lines is not None and text is not None:
                ply = [content["seat"], text]
                plan.lines = [line[1:] for line in plan.lines if list(line[0]) == ply and len(line) > 1]
                plan.over = plan.over or not plan.lines

    def _drew(self, event: Event) -> bool:
        parts = (pub(event), *(self.watch.log.part(event, audience) for audience in sealed(event)))
        return any(part.get("chance") or part.get("draws") for part in parts)

    # -- over
    def _end_all(self, event: Event, place: int) -> None:
        for plan in self.plans.values():
            plan.over = True

    def _change(self, event: Event, place: int) -> None:
        for seat, plan in self.plans.items():
            plan.over = plan.over or seat == pub(event)["seat"]
            plan.doubtful = True

    def _fault(self, event: Event, text: str) -> None:
        self.watch.fault("PLAN", event, text)


def _line_faults(lines: Sequence[Line], owner: int, seats: int) -> Iterator[str]:
    if not 1 <= len(lines) <= MOST_LINES or not all(1 <= len(line) <= MOST_PLIES for line in lines):
        yield f"a plan has 1 to {MOST_LINES} lines of 1 to {MOST_PLIES} plies"
    if len(canonical(lines)) > MOST_BYTES:
        yield f"a plan has at most {MOST_BYTES} bytes"
    if any(seat >= seats for line in lines for seat, _ in line):
        yield "a plan names a seat that the table has not"
    if any(line[0][0] == owner for line in lines if line):
        yield "a line of a plan begins with a ply of another seat"
    if not all(WHOLE_MOVE.fits(text) for line in lines for seat, text in line if seat == owner):
        yield "the plan's own plies are whole moves"
    if _contradicts(lines, owner):
        yield "a plan has two answers to the same plies"


def _contradicts(lines: Sequence[Line], owner: int) -> bool:
    answers: dict[bytes, str] = {}
    for line in lines:
        for number, (seat, text) in enumerate(line):
            if seat == owner and answers.setdefault(canonical(line[:number]), text) != text:
                return True
    return False
