"""CLOCK, and the conduct of a match by async.md: one walk over the log, each event seen by the checks it concerns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping

from verifier import timing
from verifier.asked import Asked
from verifier.grants import Grants
from verifier.log import Event, Log, mover_text, pub
from verifier.offers import Offers
from verifier.outcomes import Outcomes
from verifier.pauses import PauseChecks
from verifier.plans import Plans
from verifier.report import Report
from verifier.substitutes import Substitutes
from verifier.timeouts import Timeouts
from verifier.watch import Watch


class Conduct:
    """Of a log that says who is asked; an older one has no conduct to check."""

    def __init__(self, log: Log, report: Report) -> None:
        self.watch = Watch(log, report)
        offers = Offers(self.watch)
        pauses = PauseChecks(self.watch, offers)
        self.timeouts, self.plans = Timeouts(self.watch), Plans(self.watch, pauses)
        checks = (
            Asked(self.watch),
            self.timeouts,
            Substitutes(self.watch, self.timeouts),
            Grants(self.watch, offers),
            offers,
            pauses,
            self.plans,
            Outcomes(self.watch),
        )
        self.by_type: Mapping[str, list[Callable[[Event, int], None]]] = defaultdict(list)
        for check in checks:
            for kind, step in check.steps.items():
                self.by_type[kind].append(step)

    def check(self) -> None:
        course, clocks = self.watch.course, self.watch.clocks
        for place, event in enumerate(self.watch.log.events):
            if course.places and not self._seated(event):
                continue  # reported with the seats
            for step in self.by_type.get(event["type"], ()):
                step(event, place)
            course.take(event)
            clocks.take(event)

    def _seated(self, event: Event) -> bool:
        """Whether all seats that the event names are at the table."""
        named = [pub(event)["seat"]] if "seat" in pub(event) else list(pub(event).get("asked", ()))
        named += [int(mover_text(event))] if event["type"] == "move.made" else []
        return all(seat < len(self.watch.course.places) for seat in named)


def check(log: Log, report: Report) -> Conduct | None:
    """None: an older log, one without a start, or one whose clock cannot be reckoned with."""
    if not log.in_course:
        return None
    faults = list(timing.faults(log.opening))
    for text in faults:
        report.add("CLOCK", 0, text)
    if log.started is None or faults:
        return None
    if "asked" not in pub(log.started):
        report.add("ASKED", log.started["seq"], "a match with a clock says who is asked")
        return None
    conduct = Conduct(log, report)
    conduct.check()
    return conduct
