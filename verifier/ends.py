"""Ends that the rules know nothing of: what brought them about, and who wins by them."""

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


class Ends:
    """What a log tells of ends by the house, in order."""

    def __init__(self) -> None:
        self.found: list[Event] = []
        self.offers: dict[int, int] = {}  # number of an offer -> the seat that made it

    def take(self, event: Event) -> None:
        kind, told = event["type"], pub(event)
        if kind == "offer.made":
            self.offers[told["offer"]] = told["seat"]
        elif kind != "offer.answered" or self._agreed(told):
            self.found.append(event)

    def _agreed(self, told: Mapping[str, Any]) -> bool:
        return bool(told["accepted"]) and self.offers.get(told["offer"], told["seat"]) != told["seat"]

    def faults(self, told: Mapping[str, Any], scores: Sequence[int]) -> Iterator[str]:
        """What speaks against the end that is told; `scores`: those of the engine."""
        reason = told["reason"]
        if reason not in BROUGHT_BY:
            yield f"the rules know no end here, and {reason} is no reason of the house"
            return
        if told["scores"] != list(scores):
            yield f"scores by the rules: {list(scores)}"
        if not any(event["type"] in BROUGHT_BY[reason] for event in self.found):
            yield f"nothing in the log brought about an end by {reason}"
        elif reason in ("resign", "time"):
            yield from self._lost(told, scores)

    def _lost(self, told: Mapping[str, Any], scores: Sequence[int]) -> Iterator[str]:
        """The first resignation or expired clock decides."""
        first = next(event for event in self.found if event["type"] in LOST)
        if first["type"] not in BROUGHT_BY[told["reason"]]:
            yield f"the match was over by {first['type']} before"
        if sorted(told["winners"]) != (due := _winners(pub(first)["seat"], scores)):
            yield f"seat {pub(first)['seat']} has lost, so the winners are {due}"


def _winners(loser: int, scores: Sequence[int]) -> list[int]:
    """The other seat of two; of more, those of the others who were ahead."""
    others = [seat for seat in range(len(scores)) if seat != loser]
    if len(scores) == 2:
        return others
    best = max((scores[seat] for seat in others), default=0)
    return [seat for seat in others if scores[seat] == best]
