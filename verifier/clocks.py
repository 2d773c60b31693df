"""What every clock of a match showed: stints, charges, what is left and deadlines, from the log alone (async.md 1).

Inside, moments are milliseconds since 1970; what is handed out counts from `match.started`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from verifier.course import Course, moment
from verifier.log import ENDS, Event, Log, mover_text, pub
from verifier.rests import Pauses, Rests
from verifier.timing import Clock

Row = dict[str, Any]


@dataclass(slots=True)
class Stint:
    """A seat's time at a stretch. `opened`: since when its decision is open; None while an answer is to be judged."""

    number: int
    asked: int
    opened: int | None
    last: int  # the last moment counted
    answered: int | None = None
    decisions: int = 0
    paused: int = 0
    charged: int = 0
    barren: bool = False  # brings no increment: an undo was granted to this seat


class SeatClock:
    """One seat's time. `main`: the bank, the main time, or what the running stint has by time per move."""

    def __init__(self, clock: Clock, offset: int) -> None:
        self.clock = clock
        self.main, self.periods = clock.main, clock.periods
        self.pauses = Pauses(self._rests(offset))
        self.stint: Stint | None = None
        self.stints = 0
        self.spent = 0  # charged in all ended stints
        self.expired = self.barren = False  # what holds for the next stint

    def _rests(self, offset: int) -> Rests:
        return Rests(self.clock.rest_days, self.clock.rest_hours, offset)

    def move_to(self, offset: int) -> None:
        """Another holder, with a local time of its own."""
        self.pauses.rests = self._rests(offset)

    @property
    def left(self) -> int:
        charged = 0 if self.stint is None else self.stint.charged
        return max(self.main + self.periods * self.clock.period - charged, 0)

    @property
    def deadline(self) -> int | None:
        if self.stint is None or self.stint.opened is None:
            return None
        return self.pauses.reach(self.stint.opened, self.left)

    def ask(self, at: int) -> None:
        """A stint begins. After an expiry a seat has at least one increment, one period, or `ms`."""
        clock = self.clock
        if clock.per_move:
            self.main = clock.main
        elif self.expired and self.left < clock.period:
            self.periods = max(self.periods, 1)
        elif self.expired:
            self.main = max(self.main, clock.increment)
        self.stints += 1
        self.stint = Stint(self.stints, at, at, at, barren=self.barren)
        self.expired = self.barren = False

    def count(self, upto: int, free: bool = False) -> None:
        """Charges the open decision; `free`: a plan has answered it."""
        stint = self.stint
        if stint is None or stint.opened is None:
            return
        upto = max(upto, stint.opened)
        paused = self.pauses.between(stint.opened, upto)
        stint.paused += paused
        stint.charged += 0 if free else upto - stint.opened - paused
        stint.last, stint.opened = upto, None

    def answer(self, at: int, free: bool) -> None:
        if self.stint is not None and self.stint.opened is not None:
            self.count(at, free)
            self.stint.answered = at
            self.stint.decisions += 1

    def credit(self, ms: int) -> None:
        if self.stint is not None or not self.clock.per_move:
            self.main += ms

    def finish(self, *, earned: bool) -> Stint:
        """The stint is over; `earned`: a judgement of the seat's own move ended it."""
        stint, clock = self.stint, self.clock
        assert stint is not None
        beyond = max(stint.charged - self.main, 0)
        self.main = max(self.main - stint.charged, 0)
        if clock.period:
            self.periods -= min(beyond // clock.period, self.periods)
        if earned and not stint.barren:
            more = self.main + clock.increment
            self.main = more if clock.cap is None else max(self.main, min(more, clock.cap))
        self.stint = None
        self.spent += stint.charged
        return stint


class Clocks:
    """`take` every event in turn, after the course has taken it."""

    def __init__(self, course: Course) -> None:
        self.course, self.clock = course, course.clock
        self.started: Event | None = None
        self.begun = 0  # the moment of match.started
        self.seats: list[SeatClock] = []
        self.rows: list[Row] = []  # ended stints
        self.steps: Mapping[str, Callable[[Event, int], None]] = {
            "match.started": self._start,
            "move.made": self._move,
            "move.judged": self._judge,
            "time.up": lambda event, at: self._ask(at, at, "taken away"),
            "move.undone": self._undo,
            "clock.expired": self._expire,
            "clock.credited": lambda event, at: self.seats[pub(event)["seat"]].credit(pub(event)["ms"]),
            "clock.paused": self._pause,
            "clock.resumed": self._resume,
            "seat.resigned": lambda event, at: self._end(pub(event)["seat"], at, "resigned"),
            "seat.substituted": self._substitute,
            "seat.returned": self._return,
            **dict.fromkeys(ENDS, self._over),
        }

    def take(self, event: Event) -> None:
        step = self.steps.get(event["type"])
        if step is not None and (self.seats or event["type"] == "match.started"):
            step(event, moment(event))

    def deadline(self, seat: int) -> int | None:
        """In milliseconds since 1970."""
        return self.seats[seat].deadline if self.seats else None

    def deadlines(self) -> list[int | None]:
        """By seat, counted from the start."""
        due = [self.deadline(seat) for seat in range(len(self.course.places))]
        return [None if at is None else at - self.begun for at in due]

    def spent(self, seat: int, at: int) -> int:
        """All that the seat was charged, up to that moment."""
        own = self.seats[seat]
        if own.stint is None:
            return own.spent
        opened = own.stint.opened
        running = 0 if opened is None else at - opened - own.pauses.between(opened, at)
        return own.spent + own.stint.charged + running

    # -- stints begin and end
    def _start(self, event: Event, at: int) -> None:
        self.started, self.begun = event, at
        if self.clock is not None:
            self.seats = [SeatClock(self.clock, place.offset) for place in self.course.places]
            self._ask(at, at, "")

    def _ask(self, at: int, upto: int, word: str, mover: int | None = None) -> None:
        """`upto`: what a decision that ends unanswered is charged up to; `word`: what ended it.

        `mover`: the seat whose own move has stood.
        """
        for seat, own in enumerate(self.seats):
            if own.stint is not None and seat not in self.course.asked:
                self._end(seat, upto, "answered" if seat == mover else word, earned=seat == mover)
            elif own.stint is None:
                self._open(seat, at)

    def _open(self, seat: int, at: int) -> None:
        """If it is asked; not for bots, not while an answer is to be judged, and not once the seat has lost."""
        place = self.course.places[seat]
        if seat in self.course.asked and place.person and not place.lost and not self.course.waits(seat):
            self.seats[seat].ask(at)

    def _end(self, seat: int, upto: int, word: str, earned: bool = False) -> None:
        own = self.seats[seat]
        if own.stint is None:
            return
        own.count(upto)
        stint = own.finish(earned=earned)
        since, last = stint.asked - self.begun, stint.last - self.begun
        row = {
            "seat": seat,
            "stint": stint.number,
            "asked": since,
            "answered": None if stint.answered is None else stint.answered - self.begun,
            "decisions": stint.decisions,
            "paused": stint.paused,
            "charged": stint.charged,
            "house": last - since - stint.paused - stint.charged,
            "left": own.left,
            "end": word,
        }
        self.rows.append(row | ({"periods": own.periods} if own.clock.period else {}))

    # -- moves
    def _move(self, event: Event, at: int) -> None:
        if event["actor"] != "server":
            self.seats[int(mover_text(event))].answer(at, free="plan" in pub(event))

    def _judge(self, event: Event, at: int) -> None:
        """The next decision of the mover is open now: after a refusal, or in the same turn."""
        seat, made = pub(event)["seat"], self.course.made.get(pub(event)["of"])
        stint = self.seats[seat].stint
        answered = stint is not None and stint.opened is None
        if stint is not None and answered and seat in self.course.asked:
            stint.opened = at
        mover = seat if answered and pub(event)["verdict"] == "stands" else None
        self._ask(at, at if made is None else moment(made), "taken away", mover)

    def _undo(self, event: Event, at: int) -> None:
        """No increment for what it cuts off, nor for the asker's stint that goes on or comes next."""
        self._ask(at, at, "undone")
        seat = self.course.offers.get(pub(event)["offer"])
        if seat is None:
            return  # without an offer nobody has asked for it
        stint = self.seats[seat].stint
        if stint is not None:
            stint.barren = True
        else:
            self.seats[seat].barren = True

    # -- absence
    def _expire(self, event: Event, at: int) -> None:
        seat = pub(event)["seat"]
        self._end(seat, at, "expired")
        self.seats[seat].expired = True

    def _substitute(self, event: Event, at: int) -> None:
        seat = pub(event)["seat"]
        self._end(seat, at, "substituted")
        self.seats[seat].move_to(self.course.places[seat].offset)
        self._open(seat, at)

    def _return(self, event: Event, at: int) -> None:
        if self.seats[pub(event)["seat"]].stint is None:
            self._open(pub(event)["seat"], at)

    def _pause(self, event: Event, at: int) -> None:
        for seat in pub(event)["seats"]:
            self.seats[seat].pauses.begin(pub(event)["reason"], at)

    def _resume(self, event: Event, at: int) -> None:
        for seat in pub(event)["seats"]:
            self.seats[seat].pauses.end(pub(event)["reason"], at)

    def _over(self, event: Event, at: int) -> None:
        for seat in range(len(self.seats)):
            self._end(seat, at, "over")


def clock_table(export: Mapping[str, Any], after: int | None = None) -> Row:
    """The ended stints and the deadlines of a log cut after event `after` (None: of the whole log)."""
    log = Log(export, bundle=True)
    course = Course(log)
    clocks, last = Clocks(course), None
    for event in log.events:
        if after is not None and event["seq"] > after:
            break
        course.take(event)
        clocks.take(event)
        last = event["seq"]
    started = None if clocks.started is None else clocks.started["at"]
    deadlines = [] if started is None else [{"after_seq": last, "ms": clocks.deadlines()}]
    clock = log.opening.get("clock")
    return {"clock": clock, "started_at": started, "stints": clocks.rows, "deadlines": deadlines}
