"""TIMEOUT, SCORE and ASKED: ends that the rules do not bring have a cause directly before them, and winners by it.

async.md section 2. Scores are for the rules to say (`verifier.refold`); here they are taken as recorded.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from verifier.course import EXPIRED, RESIGNED, RULED, moment
from verifier.log import Event, pub
from verifier.watch import Steps, Watch

CAUSES: Final[Mapping[str, tuple[str, ...]]] = {
    "resign": (RESIGNED,),
    "time": (EXPIRED,),
    "forfeit": (EXPIRED, RULED),
    "ruling": (RULED,),
}
ABORTED_BY: Final[Mapping[str, tuple[str, ...]]] = {"no-show": (EXPIRED,), "time": (EXPIRED,)}
AGREEMENT: Final = "agreement"  # checked with the offers


class Outcomes:
    def __init__(self, watch: Watch) -> None:
        self.watch, self.course = watch, watch.course
        self.steps: Steps = {"match.ended": self._check_end, "match.aborted": self._check_abort}

    def _cause(self, place: int) -> str:
        before = self.watch.before(place)
        return str(self.watch.log.events[before]["type"]) if before >= 0 else ""

    def _check_end(self, event: Event, place: int) -> None:
        reason, cause = pub(event)["reason"], self._cause(place)
        if cause in CAUSES.get(reason, ()):
            if cause != RULED:
                self._check_winners(event, self._due(pub(event)))
        elif not self.course.asked or reason == AGREEMENT:
            return
        elif reason not in CAUSES:
            self.watch.fault("ASKED", event, f"the rules end the match ({reason[:40]}) while seats are asked")
        elif reason == "time" and self.course.in_tournament:
            self._check_winners(event, self._least_spent(event))
        else:
            self.watch.fault("TIMEOUT", event, f"nothing directly before it brings about an end by {reason}")

    def _check_abort(self, event: Event, place: int) -> None:
        reason = pub(event)["reason"]
        if event["actor"] == "server" and reason in ABORTED_BY and self._cause(place) not in ABORTED_BY[reason]:
            self.watch.fault("TIMEOUT", event, f"nothing directly before it brings about an abort: {reason}")

    def _check_winners(self, event: Event, due: list[int]) -> None:
        if sorted(pub(event)["winners"]) != due:
            self.watch.fault("SCORE", event, f"the winners are {due}")

    def _due(self, content: Mapping[str, Any]) -> list[int]:
        """The other seat of two; of more those who lead; never one that expired or resigned."""
        others = [seat for seat, place in enumerate(self.course.places) if not place.lost]
        if len(self.course.places) == 2 or not others:
            return others
        best = max(content["scores"][seat] for seat in others)
        return [seat for seat in others if content["scores"][seat] == best]

    def _least_spent(self, event: Event) -> list[int]:
        """tournaments.md 4: at the deadline of a round who used more time loses; equal, or without clocks, a draw."""
        if not self.watch.clocks.seats:
            return list(range(len(self.course.places)))
        spent = [self.watch.clocks.spent(seat, moment(event)) for seat in range(len(self.course.places))]
        return [seat for seat, ms in enumerate(spent) if ms == min(spent)]
