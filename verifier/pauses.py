"""PAUSE and CREDIT: who stopped a clock, who let it run again, and who gave time (async.md 1 and 2)."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.log import Event, mover_text, pub, seat_text
from verifier.offers import Offers
from verifier.watch import Steps, Watch

VACATION, AGREEMENT, DIRECTOR = "vacation", "agreement", "director"


class PauseChecks:
    def __init__(self, watch: Watch, offers: Offers) -> None:
        self.watch, self.course, self.offers = watch, watch.course, offers
        self.open: set[tuple[int, str]] = set()  # seat and reason
        self.steps: Steps = {
            "clock.paused": self._check_pause,
            "clock.resumed": self._check_resume,
            "clock.credited": self._check_credit,
            "move.made": self._check_move,
            "seat.substituted": self._check_newcomer,
        }

    @property
    def agreed(self) -> bool:
        """Whether a pause by agreement is on."""
        return any(reason == AGREEMENT for _, reason in self.open)

    def _check_pause(self, event: Event, place: int) -> None:
        content = pub(event)
        for text in (*self._author_faults(event), *self._begin_faults(event, place)):
            self._fault(event, text)
        for seat in content["seats"]:
            if (seat, content["reason"]) in self.open:
                self._fault(event, f"seat {seat} is paused already ({content['reason']})")
            self.open.add((seat, content["reason"]))

    def _check_resume(self, event: Event, place: int) -> None:
        content = pub(event)
        for text in (*self._author_faults(event), *self._end_faults(event, place)):
            self._fault(event, text)
        for seat in content["seats"]:
            if (seat, content["reason"]) not in self.open:
                self._fault(event, f"seat {seat} was not paused ({content['reason']})")
            self.open.discard((seat, content["reason"]))

    def _author_faults(self, event: Event) -> Iterator[str]:
        """Of both: a vacation by the server or the seat itself, a director's pause by directors alone."""
        content, role = pub(event), event["actor"].partition(":")[0]
        reason, seats = content["reason"], content["seats"]
        everybody = list(range(len(self.course.places)))
        if not set(seats) <= set(everybody):
            yield "names a seat that the table has not"
        if (role == DIRECTOR) != (reason == DIRECTOR):
            yield f"a pause by {reason} is not for {event['actor']} to write"
        if reason == VACATION and role == "seat" and seats != [int(seat_text(event))]:
            yield "a seat goes on vacation for itself alone"
        if reason == AGREEMENT and role == "seat" and int(seat_text(event)) not in self.course.people:
            yield "a bot ends no pause"
        if reason == AGREEMENT and sorted(seats) != everybody:
            yield "a pause by agreement is for all seats"

    def _begin_faults(self, event: Event, place: int) -> Iterator[str]:
        reason, clock = pub(event)["reason"], self.course.clock
        if reason == VACATION:
            if clock is None or not clock.vacation:
                yield "the clock of this table allows no vacation"
            if not set(pub(event)["seats"]) <= self.course.people:
                yield "a bot has no vacation"
        elif reason == AGREEMENT:
            if event["actor"] != "server":
                yield "a pause by agreement is written by the server"
            if self.offers.stood_at(self.watch.before(place)) != "pause":
                yield "a pause by agreement follows the offer that stands"

    def _end_faults(self, event: Event, place: int) -> Iterator[str]:
        if pub(event)["reason"] == AGREEMENT and event["actor"] == "server":
            follower = self.watch.follower(place)
            if not (follower is None and self.watch.log.bundle) and not (follower and _by_person(follower)):
                yield "the server ends a pause by agreement for the first move of a person alone, directly before it"

    def _check_move(self, event: Event, place: int) -> None:
        if not self.agreed or event["actor"] == "server":
            return
        if _by_person(event):
            self._fault(event, "the first move ends a pause by agreement, and clock.resumed is not directly before it")
        else:
            self._fault(event, f"seat {mover_text(event)}: bots and plans do not move in a pause by agreement")

    def _check_newcomer(self, event: Event, place: int) -> None:
        if "account" in pub(event) and (pub(event)["seat"], VACATION) in self.open:
            self._fault(event, "the vacation of the old holder is not over")

    def _check_credit(self, event: Event, place: int) -> None:
        content = pub(event)
        own = self.watch.clocks.seats[content["seat"]] if self.watch.clocks.seats else None
        if own is None:
            self.watch.fault("CREDIT", event, "time for a clock that there is not")
        elif content["ms"] <= 0:
            self.watch.fault("CREDIT", event, "a credit gives something")
        elif not self.course.places[content["seat"]].person:
            self.watch.fault("CREDIT", event, "a bot has no clock")
        elif content.get("reason") == "outage" and event["actor"] == "server" and own.stint is None:
            self.watch.fault("CREDIT", event, "after an outage the server credits the clocks that run")

    def _fault(self, event: Event, text: str) -> None:
        self.watch.fault("PAUSE", event, text)


def _by_person(event: Event) -> bool:
    """A move that a person sent; a plan's answer has no command."""
    return event["type"] == "move.made" and event["actor"].startswith("seat:") and "plan" not in pub(event)
