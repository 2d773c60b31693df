"""Ends that the rules know nothing of: what brought them about, and who wins by them.

Causes and winners are looked for in older logs here; where the log says who is asked, `verifier.outcomes` does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from verifier.log import Event, pub

BROUGHT_BY: Final[Mapping[str, tuple[str, ...]]] = {
    "resign": ("seat.resigned",),
    "time": ("clock.expired",),
    "agreement": ("offer.answered",),
    "ruling": ("director.ruled",),
    "forfeit": ("director.ruled", "clock.expired"),
}
LOST: Final = ("seat.resigned", "clock.expired")  # one seat has lost by it, and the match is over
CLOSING: Final = ("offer.made", "offer.answered", "director.ruled", *LOST)
GOING_ON: Final = ("undo", "pause")  # kinds of offers after which the match goes on


class Ends:
    """What a log holds of ends by the house, in order."""

    def __init__(self) -> None:
        self.causes: list[Event] = []
        self.offers: dict[int, int] = {}  # number of an offer to end the match -> the seat that made it

    def take(self, event: Event) -> None:
        kind, content = event["type"], pub(event)
        if kind == "offer.made":
            if content["kind"] not in GOING_ON:
                self.offers[content["offer"]] = content["seat"]
        elif kind != "offer.answered" or self._agreed(content):
            self.causes.append(event)

    def _agreed(self, content: Mapping[str, Any]) -> bool:
        return bool(content["accepted"]) and self.offers.get(content["offer"], content["seat"]) != content["seat"]

    def faults(self, content: Mapping[str, Any], scores: Sequence[int]) -> Iterator[str]:
        """What speaks against the recorded end; `scores`: those of the engine."""
        reason = content["reason"]
        yield from house_faults(content, scores)
        if reason not in BROUGHT_BY:
            return
        if not any(event["type"] in BROUGHT_BY[reason] for event in self.causes):
            yield f"nothing in the log brought about an end by {reason}"
        elif reason in ("resign", "time"):
            yield from self._lost(content, scores)

    def _lost(self, content: Mapping[str, Any], scores: Sequence[int]) -> Iterator[str]:
        """The first resignation or expired clock decides."""
        first = next(event for event in self.causes if event["type"] in LOST)
        if first["type"] not in BROUGHT_BY[content["reason"]]:
            yield f"the match was over by {first['type']} before"
        if sorted(content["winners"]) != (due := _winners(pub(first)["seat"], scores)):
            yield f"seat {pub(first)['seat']} has lost, so the winners are {due}"


def house_faults(content: Mapping[str, Any], scores: Sequence[int]) -> Iterator[str]:
    """Of an end while the match goes on by the rules: the reason is the house's, the scores are the present ones."""
    if content["reason"] not in BROUGHT_BY:
        yield f"the rules know no end here, and {content['reason']} is no reason of the house"
    elif content["scores"] != list(scores):
        yield f"scores by the rules: {list(scores)}"


def _winners(loser: int, scores: Sequence[int]) -> list[int]:
    """The other seat of two; of more, those of the others who were ahead."""
    others = [seat for seat in range(len(scores)) if seat != loser]
    if len(scores) == 2:
        return others
    best = max((scores[seat] for seat in others), default=0)
    return [seat for seat in others if scores[seat] == best]
