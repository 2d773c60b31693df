"""UNDO: an undo was asked for by a seat whose own move it takes back, and by nobody's leave but that of all others.

async.md section 3; what must not be taken back whoever agrees is checked by `verifier.undo`.
"""

from __future__ import annotations

from collections.abc import Iterator

from verifier.log import Event, mover_text, pub
from verifier.offers import Offers
from verifier.undo import reveals
from verifier.watch import Steps, Watch


class Grants:
    def __init__(self, watch: Watch, offers: Offers) -> None:
        self.watch, self.course, self.offers = watch, watch.course, offers
        self.in_force: list[int] = []  # seqs of the steps whose states are in force
        self.learned: set[int] = set()  # those of them by which somebody learned something, or a timer ran out
        self.stood: dict[int, Event] = {}  # seq of a judgement -> the move that stood by it
        self.steps: Steps = {
            "match.started": self._step,
            "move.judged": self._judge,
            "time.up": self._step,
            "offer.made": self._check_offer,
            "move.undone": self._check_undo,
        }

    def _step(self, event: Event, place: int) -> None:
        self.in_force.append(event["seq"])
        if event["type"] == "time.up" or reveals(self.watch.log, event):
            self.learned.add(event["seq"])

    def _judge(self, event: Event, place: int) -> None:
        self._step(event, place)
        made = self.course.made.get(pub(event)["of"])
        if pub(event)["verdict"] == "stands" and made is not None:
            self.stood[event["seq"]] = made

    def _check_offer(self, event: Event, place: int) -> None:
        """One that the house should not have let pass, granted or not."""
        content = pub(event)
        if content["kind"] == "undo" and "to" in content:
            for text in self._faults(content["seat"], content["to"]):
                self._fault(event, text)
            if any(seq > content["to"] for seq in self.learned.intersection(self.in_force)):
                self._fault(event, "somebody has learned something since")

    def _check_undo(self, event: Event, place: int) -> None:
        content = pub(event)
        offer = self.offers.stood.get(self.watch.before(place))
        if offer is None or (offer.kind, offer.number, offer.to) != ("undo", content["offer"], content["to"]):
            self._fault(event, "follows no offer to undo that stands, or goes back to something else")
        asker = self.course.offers.get(content["offer"])
        if asker is not None and content["to"] in self.in_force:
            for text in self._faults(asker, content["to"]):
                self._fault(event, text)
        self.in_force = [*(seq for seq in self.in_force if seq <= content["to"]), event["seq"]]

    def _faults(self, asker: int, target: int) -> Iterator[str]:
        if target not in self.in_force:
            yield "goes back to what is no state in force"
            return
        taken_back = [self.stood[seq] for seq in self.in_force if seq > target and seq in self.stood]
        if not any(int(mover_text(made)) == asker and made["actor"] != "server" for made in taken_back):
            yield f"takes back no move of seat {asker}, which asked for it"
        for made in taken_back:
            if made["actor"].startswith("seat:") and int(mover_text(made)) != asker:
                yield f"takes back move {made['seq']} of another person"

    def _fault(self, event: Event, text: str) -> None:
        self.watch.fault("UNDO", event, text)
