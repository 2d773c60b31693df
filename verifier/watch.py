"""What every check of a match's course has at hand: the course before the event, the clocks, and what stands beside."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from verifier.clocks import Clocks
from verifier.course import Course
from verifier.judgements import TOO_LATE
from verifier.log import Event, Log, pub
from verifier.report import Report

Steps: TypeAlias = Mapping[str, Callable[[Event, int], None]]  # by type: the event and its place in the log


class Watch:
    def __init__(self, log: Log, report: Report) -> None:
        self.log, self.report = log, report
        self.course = Course(log)
        self.clocks = Clocks(self.course)
        judged = [event for event in log.events if pub(event).get("code") == TOO_LATE]
        self.late = {event["seq"] for event in judged} | {pub(event)["of"] for event in judged}

    def fault(self, code: str, event: Event, text: str) -> None:
        self.report.add(code, event["seq"], text)

    def before(self, place: int) -> int:
        """The place of the event before; moves refused as too late do not count. -1: there is none."""
        return next((at for at in range(place - 1, -1, -1) if self.log.events[at]["seq"] not in self.late), -1)

    def follower(self, place: int) -> Event | None:
        """The event after; moves refused as too late do not count."""
        later = self.log.events[place + 1 :] if place + 1 < len(self.log.events) else []
        return next((event for event in later if event["seq"] not in self.late), None)

    def follows(self, place: int, kind: str, **wanted: object) -> bool:
        """Whether such an event is the next one. A running match may end before it."""
        event = self.follower(place)
        if event is None:
            return self.log.bundle
        return event["type"] == kind and all(pub(event).get(name) == value for name, value in wanted.items())
