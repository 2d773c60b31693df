"""JUDGE and MOVE: every recorded move is judged once, as section 3.3 says, and its public text fits the sealed one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from verifier import hashes
from verifier.ends import GOING_ON
from verifier.log import ENDS, Event, Log, mover_text, pub, sealed
from verifier.report import Report
from verifier.undo import UNDONE

TOO_LATE: Final = "too-late"
NO_MOVE_WAITS: Final = ("time.up", UNDONE, *ENDS)


class Judgements:
    """One walk over the log, with what is still to be judged."""

    def __init__(self, log: Log, report: Report) -> None:
        self.log, self.report = log, report
        self.made: dict[int, Event] = {}
        self.waiting: dict[int, None] = {}  # seqs of moves still to be judged, in order
        self.decisions: dict[str, int] = {}
        self.digests: tuple[object, object] = (None, None)
        self.closing: int | None = None  # the event that ended the match although the rules did not
        self.going_on: set[int] = set()  # offers after which the match goes on, if accepted
        self.doubtful: list[Event] = []  # refused as too late although nothing had ended the match

    def check(self) -> None:
        for place, event in enumerate(self.log.events):
            kind, content = event.get("type"), pub(event)
            if kind == "move.made":
                self._recorded(event)
            elif kind == "move.judged":
                self._judged(event, place)
            elif kind in NO_MOVE_WAITS and self.waiting:
                self._fault(event, f"a move is left unjudged before {kind}")
            if kind == "match.ended" and (event.get("dp"), event.get("df")) != self.digests:
                self._fault(event, "the end changes the state")
            if event.get("dp") is not None:
                self.digests = event.get("dp"), event.get("df")
            if kind == "offer.made" and content["kind"] in GOING_ON:
                self.going_on.add(content["offer"])
            if kind in ("clock.expired", "seat.resigned", "director.ruled") or self._ended_by(content):
                self.closing = self.closing or place
            elif self.log.in_course and (kind == "seat.substituted" or content.get("idle")):
                self.closing = None  # the match goes on
        if not self.log.bundle and self.waiting:
            self.report.add("JUDGE", None, "a recorded move was never judged")

    def conclude(self, late: Sequence[int]) -> None:
        """`late`: refusals that the rules of the game give as too late themselves. All others had no ground."""
        for event in self.doubtful:
            if event.get("seq") not in late:
                self._fault(event, "refused as too late although nothing had ended the match")

    def _ended_by(self, content: Mapping[str, Any]) -> bool:
        return content.get("accepted") is True and content["offer"] not in self.going_on

    def _fault(self, event: Event, text: str) -> None:
        self.report.add("JUDGE", event.get("seq"), text)

    def _recorded(self, event: Event) -> None:
        seat, number = mover_text(event), pub(event)["decision"]
        if number <= self.decisions.get(seat, 0):
            self._fault(event, f"decision {number} of seat {seat} comes again or too late")
        self.decisions[seat] = number
        self.made[event["seq"]] = event
        self.waiting[event["seq"]] = None

    def _judged(self, event: Event, place: int) -> None:
        content = pub(event)
        made = self.made.get(content["of"])
        if made is None:
            self._fault(event, "judges what is no move recorded before")
            return
        if content["of"] not in self.waiting:
            self._fault(event, "a move is judged twice")
        elif content["of"] != next(iter(self.waiting)):
            self._fault(event, "an earlier move still waits")
        self.waiting.pop(content["of"], None)
        if str(content["seat"]) != mover_text(made):
            self._fault(event, "the judgement names another seat")
        if content["verdict"] == "stands":
            self._stands(event, made)
        else:
            self._refused(event, made, place)

    def _stands(self, event: Event, made: Event) -> None:
        content, text = pub(event), self.log.move_text(made)
        if content["code"] is not None:
            self._fault(event, "a move that stands has no code")
        if text is not None and not hashes.could_be(content["move"], text):
            self.report.add("MOVE", event.get("seq"), "the public text does not fit the sealed move")

    def _refused(self, event: Event, made: Event, place: int) -> None:
        content = pub(event)
        if not content["code"]:
            self._fault(event, "a refusal has a code")
        if content["move"] != "?" or content["chance"] or "shown" in content or sealed(event):
            self._fault(event, "a refusal tells and draws nothing")
        if (event.get("dp"), event.get("df")) != self.digests:
            self._fault(event, "a refusal changes the state")
        if content["code"] == TOO_LATE and not self._was_late(made, place):
            self.doubtful.append(event)

    def _was_late(self, made: Event, place: int) -> bool:
        """Recorded after what ended the match, or the match was aborted; only such refusals and the end follow."""
        following = self.log.events[place + 1 :]
        end = next((event for event in following if event.get("type") in ENDS), None)
        for event in following:
            if event is end:
                break
            if event.get("type") != "move.made" and pub(event).get("code") != TOO_LATE:
                return False
        if end is not None and end.get("type") == "match.aborted":
            return True
        return self.closing is not None and self.closing < self.log.events.index(made)
