"""SUBST and RETURN: who takes over a seat and why, and who comes back to it (async.md 2)."""

from __future__ import annotations

from collections.abc import Iterator

from verifier.course import EXPIRED, RESIGNED, moment
from verifier.log import Event, pub
from verifier.timeouts import Timeouts
from verifier.timing import SUBSTITUTE
from verifier.watch import Steps, Watch


class Substitutes:
    def __init__(self, watch: Watch, timeouts: Timeouts) -> None:
        self.watch, self.course, self.timeouts = watch, watch.course, timeouts
        self.steps: Steps = {"seat.substituted": self._check_substitute, "seat.returned": self._check_return}

    def _check_substitute(self, event: Event, place: int) -> None:
        by_server = event["actor"] == "server"
        for text in self._server_faults(event, place) if by_server else self._director_faults(event):
            self.watch.fault("SUBST", event, text)
        content = pub(event)
        if "account" in content and content["account"] in [other.account for other in self.course.places]:
            self.watch.fault("SUBST", event, "the newcomer sits at this table already")

    def _server_faults(self, event: Event, place: int) -> Iterator[str]:
        content, seat = pub(event), pub(event)["seat"]
        if not self._caused(event, place) and not self._by_deadline_of_round(event):
            yield f"seat {seat} is taken over, and neither its clock nor its holder gave it up directly before"
        if "bot" not in content:
            yield "the server seats bots alone"
        elif content["bot"] != (wanted := SUBSTITUTE if self.course.clock is None else self.course.clock.substitute):
            yield f"the bot that takes over at this table is {wanted}"

    def _caused(self, event: Event, place: int) -> bool:
        seat = pub(event)["seat"]
        if not self.course.places[seat].person:
            return False
        if self.course.places[seat].lost == EXPIRED:
            return self.timeouts.in_block(place)
        before = self.watch.log.events[self.watch.before(place)]
        return bool(before["type"] == RESIGNED and pub(before)["seat"] == seat)

    def _by_deadline_of_round(self, event: Event) -> bool:
        """tournaments.md 4: with more than two seats the asked seat that used most time goes to a bot."""
        seat, asked = pub(event)["seat"], self.course.people & set(self.course.asked)
        if not self.course.in_tournament or len(self.course.places) < 3 or seat not in asked:
            return False
        spent = {other: self.watch.clocks.spent(other, moment(event)) for other in asked}
        return spent[seat] == max(spent.values())

    def _director_faults(self, event: Event) -> Iterator[str]:
        if not self.course.places[pub(event)["seat"]].ruled:
            yield "a director seats somebody only after a ruling that names the seat"

    def _check_return(self, event: Event, place: int) -> None:
        seat, clock = pub(event)["seat"], self.course.clock
        own = self.course.places[seat]
        if own.person or own.away != EXPIRED:
            self.watch.fault("RETURN", event, "comes back though no expiry has put a bot in its stead")
        elif clock is not None and not clock.returns:
            self.watch.fault("RETURN", event, "nobody returns at this table")
        if self.course.waits(seat):
            self.watch.fault("RETURN", event, "comes back while a move of the bot waits to be judged")
