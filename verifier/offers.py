"""OFFER: numbers, kinds, who offers and who answers, when an offer lapses and what one that stands leads to.

async.md section 3.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from verifier.log import Event, mover_text, pub, seat_text
from verifier.watch import Steps, Watch

KINDS: Final = ("draw", "undo", "pause", "abort")
SHORT: Final = 2  # an abort is offered while a seat has fewer moves that stood
STEPS_TAKEN: Final = ("time.up", "move.undone", "seat.substituted", "seat.returned")  # all offers lapse with these


@dataclass(slots=True)
class Offer:
    number: int
    seat: int
    kind: str
    to: int | None
    accepted: set[int] = field(default_factory=set)


class Offers:
    def __init__(self, watch: Watch) -> None:
        self.watch, self.course = watch, watch.course
        self.count = 0
        self.open: dict[int, Offer] = {}  # by number
        self.made: set[tuple[int, str]] = set()  # seat and kind, until a move of that seat stands
        self.stood: dict[int, Offer] = {}  # place of the event by which an offer stood
        self.standing: dict[int, int] = {}  # seq of a judgement in force by which a move stood -> its seat
        self.steps: Steps = {
            "offer.made": self._check_offer,
            "offer.answered": self._check_answer,
            "move.made": self._move,
            "move.judged": self._judge,
            "match.ended": self._check_end,
            "match.aborted": self._check_end,
            **dict.fromkeys(STEPS_TAKEN, self._lapse),
        }

    def stood_at(self, place: int) -> str | None:
        """The kind of the offer that stood by that event."""
        return self.stood[place].kind if place in self.stood else None

    # -- made
    def _check_offer(self, event: Event, place: int) -> None:
        content = pub(event)
        offer = Offer(content["offer"], content["seat"], content["kind"], content.get("to"))
        for text in (*self._speaker_faults(event), *self._offer_faults(offer)):
            self._fault(event, text)
        self.count += 1
        self.made.add((offer.seat, offer.kind))
        self.open[offer.number] = offer
        if not self.course.people - {offer.seat}:
            self._stand(offer, event, place)

    def _speaker_faults(self, event: Event) -> Iterator[str]:
        seat = pub(event)["seat"]
        if seat_text(event) != str(seat):
            yield f"seat {seat} did not write this"
        if seat not in self.course.people:
            yield "bots of the house neither offer nor answer"

    def _offer_faults(self, offer: Offer) -> Iterator[str]:
        if offer.number != self.count + 1:
            yield f"the next offer has the number {self.count + 1}"
        if self.course.waiting:
            yield "offered while a move waits to be judged"
        if any(other.seat == offer.seat for other in self.open.values()):
            yield f"seat {offer.seat} has an offer open"
        if (offer.seat, offer.kind) in self.made:
            yield f"offered again before a move of seat {offer.seat} has stood"
        if offer.kind not in KINDS:
            yield f"no kind of offer: {offer.kind[:40]}"
        elif (offer.to is not None) != (offer.kind == "undo"):
            yield "an offer to undo, and no other, says what to go back to"
        elif not self._allowed(offer.kind):
            yield f"an offer of this kind is not allowed here: {offer.kind}"

    def _allowed(self, kind: str) -> bool:
        opening, clock = self.watch.log.opening, self.course.clock
        seats = range(len(self.course.places))
        if kind == "draw":
            return len(seats) == len(self.course.people) == 2
        if kind == "undo":
            return not self.course.in_tournament and not opening.get("rated", False)
        if kind == "pause":
            return clock is not None and clock.long
        moves = list(self.standing.values())
        return any(moves.count(seat) < SHORT for seat in seats)

    # -- answered
    def _check_answer(self, event: Event, place: int) -> None:
        content, offer = pub(event), self.open.get(pub(event)["offer"])
        for text in self._speaker_faults(event):
            self._fault(event, text)
        if self.course.waiting:
            self._fault(event, "answered while a move waits to be judged")
        if offer is None:
            self._fault(event, "answers an offer that is not open")
            return
        if content["seat"] == offer.seat or content["seat"] in offer.accepted:
            self._fault(event, "an offer is answered once by each of the others")
            return
        offer.accepted.add(content["seat"])
        if not content["accepted"]:
            del self.open[offer.number]
        elif self.course.people - {offer.seat} <= offer.accepted:
            self._stand(offer, event, place)

    def _stand(self, offer: Offer, event: Event, place: int) -> None:
        self.open.pop(offer.number, None)
        self.stood[place] = offer
        follows = {
            "draw": lambda: self.watch.follows(place, "match.ended", reason="agreement"),
            "undo": lambda: self.watch.follows(place, "move.undone", offer=offer.number, to=offer.to),
            "pause": lambda: self.watch.follows(place, "clock.paused", reason="agreement"),
            "abort": lambda: self.watch.follows(place, "match.aborted", reason="agreement"),
        }.get(offer.kind)
        if follows is not None and not follows():
            self._fault(event, f"the offer stands, and what it leads to does not follow directly: {offer.kind}")

    def _check_end(self, event: Event, place: int) -> None:
        if pub(event)["reason"] != "agreement" or event["actor"] != "server" or not self.course.asked:
            return
        ended = event["type"] == "match.ended"
        if self.stood_at(self.watch.before(place)) != ("draw" if ended else "abort"):
            self._fault(event, "an end by agreement follows the offer that stands")
        elif ended and sorted(pub(event)["winners"]) != list(range(len(self.course.places))):
            self.watch.fault("SCORE", event, "by agreement all win")

    # -- lapsed
    def _move(self, event: Event, place: int) -> None:
        seat = int(mover_text(event))
        self.open = {number: offer for number, offer in self.open.items() if offer.seat != seat}

    def _judge(self, event: Event, place: int) -> None:
        content = pub(event)
        if content["verdict"] == "stands":
            self.open.clear()
            self.made = {(seat, kind) for seat, kind in self.made if seat != content["seat"]}
            self.standing[event["seq"]] = content["seat"]

    def _lapse(self, event: Event, place: int) -> None:
        self.open.clear()
        if event["type"] == "move.undone":
            self.standing = {seq: seat for seq, seat in self.standing.items() if seq <= pub(event)["to"]}

    def _fault(self, event: Event, text: str) -> None:
        self.watch.fault("OFFER", event, text)
