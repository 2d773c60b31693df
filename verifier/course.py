"""The course of a match as its log tells it, without rules: who sits where, who is asked, which moves wait.

What each check of async.md looks at; it changes with every event, after the checks have seen that event.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from verifier.log import Event, Log, mover_text, pub
from verifier.timing import Clock, clock_of

EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND: Final = timedelta(milliseconds=1)
EXPIRED, RESIGNED, RULED = "clock.expired", "seat.resigned", "director.ruled"


def moment(event: Event) -> int:
    """Its `at` in milliseconds since 1970."""
    return (datetime.fromisoformat(event["at"]) - EPOCH) // MILLISECOND


@dataclass(slots=True)
class Place:
    """A seat and who holds it. While a bot does, `account` is the person who held it before."""

    account: str | None
    bot: str | None
    offset: int = 0  # minutes
    lost: str = ""  # by what: expired or resigned, and neither moved for, returned nor given to somebody else
    away: str = ""  # why a bot holds it in a person's stead
    ruled: bool = False  # a ruling has named it since its holder changed
    stood: int = 0  # moves of its people that stood
    idled: bool = False  # the server has moved for it, and its person has not moved since

    @property
    def person(self) -> bool:
        return self.bot is None


class Course:
    """`take` every event in turn; what stands here is how things were before the next one."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.clock: Clock | None = clock_of(log.opening)
        self.places: list[Place] = []
        self.asked: list[int] = []
        self.made: dict[int, Event] = {}  # by seq
        self.waiting: dict[int, int] = {}  # seq of a move to be judged -> its seat
        self.offers: dict[int, int] = {}  # number -> who made it
        self.steps: Mapping[str, Callable[[Event], None]] = {
            "match.started": self._start,
            "move.made": self._move,
            "move.judged": self._judge,
            "time.up": self._ask,
            "move.undone": self._ask,
            EXPIRED: self._lose,
            RESIGNED: self._lose,
            RULED: self._rule,
            "offer.made": self._offer,
            "seat.substituted": self._substitute,
            "seat.returned": self._return,
        }

    @property
    def people(self) -> set[int]:
        return {seat for seat, place in enumerate(self.places) if place.person}

    @property
    def in_tournament(self) -> bool:
        return "tournament" in self.log.opening

    def waits(self, seat: int) -> bool:
        """Whether an answer of that seat is still to be judged."""
        return seat in self.waiting.values()

    def take(self, event: Event) -> None:
        step = self.steps.get(event["type"])
        if step is not None:
            step(event)

    def _start(self, event: Event) -> None:
        # The offset goes with the account when seats are drawn.
        taken = self.log.taken.values()
        offsets = {seat["account"]: seat.get("utc_offset", 0) for seat in taken if "account" in seat}
        for holder in pub(event)["seats"]:
            account = holder.get("account")
            self.places.append(Place(account, holder.get("bot"), offsets.get(account, 0)))
        self._ask(event)

    def _ask(self, event: Event) -> None:
        self.asked = pub(event).get("asked", self.asked)

    def _move(self, event: Event) -> None:
        seat = int(mover_text(event))
        self.made[event["seq"]] = event
        self.waiting[event["seq"]] = seat
        place = self.places[seat]
        if event["actor"] == "server":
            place.idled, place.lost = True, ""
        elif place.person:
            place.idled = False

    def _judge(self, event: Event) -> None:
        content = pub(event)
        self.waiting.pop(content["of"], None)
        made = self.made.get(content["of"])
        if content["verdict"] == "stands" and made is not None and made["actor"].startswith("seat:"):
            self.places[content["seat"]].stood += 1
        self._ask(event)

    def _lose(self, event: Event) -> None:
        self.places[pub(event)["seat"]].lost = event["type"]

    def _rule(self, event: Event) -> None:
        if "seat" in pub(event):
            self.places[pub(event)["seat"]].ruled = True

    def _offer(self, event: Event) -> None:
        self.offers[pub(event)["offer"]] = pub(event)["seat"]

    def _substitute(self, event: Event) -> None:
        content = pub(event)
        place = self.places[content["seat"]]
        if "account" in content:
            place.account, place.bot, place.offset = content["account"], None, content.get("utc_offset", 0)
            place.lost = place.away = ""
        else:
            place.away = RULED if event["actor"] != "server" else place.lost
            place.bot = content["bot"]
        place.ruled = False

    def _return(self, event: Event) -> None:
        place = self.places[pub(event)["seat"]]
        if place.account is not None:
            place.bot, place.away, place.lost = None, "", ""
