"""The arithmetic of thinking time (async.md section 1): stints, charges, what is left, deadlines. Pure.

Everything follows from the log alone; the engine is not asked, since events say who is asked. All times are whole
milliseconds since 1970 in UTC.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Final

from services.log.read import Recorded
from services.matches import events as ev
from services.matches.clock_form import Clock, read_clock
from services.matches.pauses import Pauses, Rest

ANSWERED, TAKEN_AWAY, UNDONE, EXPIRED, RESIGNED, SUBSTITUTED, OVER = (
    "answered", "taken away", "undone", "expired", "resigned", "substituted", "over",
)  # fmt: skip
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def ms_of(moment: datetime) -> int:
    span = moment - _EPOCH
    return (span.days * 86_400 + span.seconds) * 1000 + span.microseconds // 1000


def moment_of(ms: int) -> datetime:
    return datetime.fromtimestamp(ms // 1000, UTC).replace(microsecond=ms % 1000 * 1000)


@dataclass(frozen=True, slots=True)
class Stint:
    """A seat's time at a stretch. `opened` is None while its answer waits to be judged: nobody's time."""

    asked: int
    opened: int | None
    budget: int  # what it had when the stint began, with credits since
    charged: int = 0
    paused: int = 0
    decisions: int = 0
    answered: int | None = None
    free: bool = False  # the waiting answer is a plan's
    increment: bool = True


@dataclass(frozen=True, slots=True)
class EndedStint:
    """A row of the arithmetic as people see it, times in ms since the match started."""

    seat: int
    stint: int
    asked: int
    answered: int | None
    decisions: int
    paused: int
    charged: int
    house: int
    left: int
    end: str
    periods: int | None = None

    def as_json(self) -> dict[str, Any]:
        row = {name: getattr(self, name) for name in _ROW}
        return row if self.periods is None else row | {"periods": self.periods}


_ROW: Final = ("seat", "stint", "asked", "answered", "decisions", "paused", "charged", "house", "left", "end")


@dataclass(frozen=True, slots=True)
class SeatClock:
    """The clock of one seat. A seat held by a bot of the house has one that never runs."""

    left: int  # the bank, or the main time; with time per move what a stint begins with
    periods: int = 0
    pauses: Pauses = field(default_factory=Pauses)
    stint: Stint | None = None
    stints: int = 0
    used: int = 0  # charged in all ended stints
    expired: bool = False  # since its last stint
    no_increment: bool = False  # for its next stint: it asked for an undo
    bot: bool = False

    def remaining(self, clock: Clock) -> int:
        """What is left of the running stint, or what the next one begins with."""
        if self.stint is not None:
            return max(0, self.stint.budget - self.stint.charged)
        return self.left + self.periods * clock.period_ms

    def deadline(self) -> int | None:
        """The earliest moment at which its charged time equals what is left."""
        stint = self.stint
        if self.bot or stint is None or stint.opened is None:
            return None
        return self.pauses.moment_of(stint.opened, max(0, stint.budget - stint.charged))

    def charged_by(self, now: int) -> int:
        """What the running stint is charged by now."""
        if self.stint is None:
            return 0
        opened = self.stint.opened
        if opened is None or now <= opened:
            return self.stint.charged
        return self.stint.charged + now - opened - self.pauses.overlap(opened, now)


@dataclass(frozen=True, slots=True)
class ClockBook:
    """The clocks of a match after an event."""

    clock: Clock
    seats: Mapping[int, SeatClock] = field(default_factory=dict)
    offsets: Mapping[str, int] = field(default_factory=dict)  # account -> minutes, before the start
    started: int = 0
    asked: tuple[int, ...] = ()
    made: Mapping[int, tuple[int, int]] = field(default_factory=dict)  # seq of a recorded move -> its time and seat
    offers: Mapping[int, int] = field(default_factory=dict)  # offer -> the seat that made it

    def deadlines(self, seats: int) -> list[int | None]:
        return [self.seats[seat].deadline() if seat in self.seats else None for seat in range(seats)]

    def first_deadline(self) -> int | None:
        return min((at for clock in self.seats.values() if (at := clock.deadline()) is not None), default=None)

    def due(self, now: int) -> tuple[int, ...]:
        """The seats that expire now: those with the earliest deadline, if it has passed."""
        first = self.first_deadline()
        if first is None or first > now:
            return ()
        return tuple(seat for seat, clock in sorted(self.seats.items()) if clock.deadline() == first)


def open_book(clock: Mapping[str, Any], seats: int, substitute: str) -> ClockBook:
    return ClockBook(read_clock(clock, seats, substitute))


class Bookkeeper:
    """Takes the events of a log one after another; `ended` collects the stints that ended."""

    def __init__(self, book: ClockBook) -> None:
        self.book = book
        self.ended: list[EndedStint] = []

    def take(self, event: ev.MatchEvent, recorded: Recorded) -> None:
        handler = _HANDLERS.get(type(event))
        if handler is not None:
            handler(self, event, recorded, ms_of(recorded.at))

    # -- before and at the start --------------------------------------------------------------------------------------

    def _taken(self, event: ev.SeatTaken, recorded: Recorded, at: int) -> None:
        if event.account is not None:
            self._set(offsets={**self.book.offsets, event.account: event.utc_offset or 0})

    def _started(self, event: ev.MatchStarted, recorded: Recorded, at: int) -> None:
        clock = self.book.clock
        self._set(
            started=at,
            seats={
                seat: SeatClock(
                    clock.ms + clock.start_ms + clock.main_ms,
                    clock.periods,
                    Pauses(self._rest(self.book.offsets.get(holder.get("account", ""), 0))),
                    bot="bot" in holder,
                )
                for seat, holder in enumerate(event.seats)
            },
        )
        self._ask(event.asked or (), at)

    def _rest(self, utc_offset: int) -> Rest:
        return Rest(self.book.clock.rest_days, self.book.clock.rest_hours, utc_offset)

    # -- moves --------------------------------------------------------------------------------------------------------

    def _made(self, event: ev.MoveMade, recorded: Recorded, at: int) -> None:
        self._set(made={**self.book.made, recorded.seq: (at, event.seat)})
        seat = self.book.seats.get(event.seat)
        if seat is None or seat.stint is None:
            return  # a bot's, or an idle seat's: its clock does not run
        self._put(event.seat, _charge(seat, at, free=event.plan is not None, answered=True))

    def _judged(self, event: ev.MoveJudged, recorded: Recorded, at: int) -> None:
        made, _ = self.book.made.get(event.of, (at, event.seat))
        self._set(made={seq: move for seq, move in self.book.made.items() if seq != event.of})
        if event.stands:
            self._ask(event.asked or (), at, mover=event.seat, until=made)
        else:
            self._reopen(event.seat, at)

    def _reopen(self, number: int, at: int) -> None:
        """The next decision of a seat that goes on in the same stint."""
        seat = self.book.seats.get(number)
        if seat is not None and seat.stint is not None:
            self._put(number, replace(seat, stint=replace(seat.stint, opened=at)))

    def _time_up(self, event: ev.TimeUp, recorded: Recorded, at: int) -> None:
        self._ask(event.asked or (), at)

    def _undone(self, event: ev.MoveUndone, recorded: Recorded, at: int) -> None:
        """A stint of who is asked before and after goes on; the asker's, or its next one, brings no increment."""
        for number in sorted(set(self.book.seats) - set(event.asked or ())):
            self._end(number, at, UNDONE)
        asker = self.book.offers.get(event.offer, -1)
        if asker in self.book.seats:
            seat = self.book.seats[asker]
            stint = None if seat.stint is None else replace(seat.stint, increment=False)
            self._put(asker, replace(seat, stint=stint, no_increment=stint is None))
        self._ask(event.asked or (), at)

    def _ask(self, asked: Iterable[int], at: int, mover: int | None = None, until: int | None = None) -> None:
        """Stints of who is asked no more end, those of who is asked now begin. `until`: what took questions away."""
        asked = tuple(asked)
        self._set(asked=asked)
        for number in sorted(self.book.seats):
            seat = self.book.seats[number]
            if seat.stint is not None and number not in asked:
                self._end(number, at if until is None else until, ANSWERED if number == mover else TAKEN_AWAY)
            elif seat.stint is not None and number == mover:
                self._reopen(number, at)
            elif seat.stint is None and number in asked and number not in self._waiting():
                self._begin(number, at)

    def _waiting(self) -> set[int]:
        """Seats whose answer waits to be judged: an idle seat's, which has no stint, among them."""
        return {seat for _, seat in self.book.made.values()}

    # -- stints -------------------------------------------------------------------------------------------------------

    def _begin(self, number: int, at: int) -> None:
        seat, clock = self.book.seats[number], self.book.clock
        if seat.bot:
            return
        if seat.expired:
            seat = _revived(seat, clock)
        budget = seat.left + seat.periods * clock.period_ms
        stint = Stint(at, at, budget, increment=not seat.no_increment)
        pauses = seat.pauses.since(at)
        self._put(
            number,
            replace(seat, pauses=pauses, stint=stint, stints=seat.stints + 1, expired=False, no_increment=False),
        )

    def _end(self, number: int, at: int, end: str) -> None:
        """`at`: the last moment that counts."""
        seat = self.book.seats[number]
        if seat.stint is None:
            return
        opened = seat.stint.opened
        seat = _charge(seat, at)
        stint = seat.stint
        assert stint is not None
        last = stint.answered if opened is None and stint.answered is not None else max(at, opened or at)
        left, periods, shown = _settled(self.book.clock, seat, stint, end)
        start = self.book.started
        self.ended.append(
            EndedStint(
                number, seat.stints, stint.asked - start, None if stint.answered is None else stint.answered - start,
                stint.decisions, stint.paused, stint.charged,
                last - stint.asked - stint.paused - stint.charged, shown, end,
                periods if self.book.clock.periods else None,
            )
        )  # fmt: skip
        used = seat.used + stint.charged
        self._put(number, replace(seat, left=left, periods=periods, stint=None, used=used, expired=end == EXPIRED))

    # -- everything else ----------------------------------------------------------------------------------------------

    def _expired(self, event: ev.ClockExpired, recorded: Recorded, at: int) -> None:
        self._end(event.seat, at, EXPIRED)

    def _resigned(self, event: ev.SeatResigned, recorded: Recorded, at: int) -> None:
        self._end(event.seat, at, RESIGNED)

    def _substituted(self, event: ev.SeatSubstituted, recorded: Recorded, at: int) -> None:
        self._end(event.seat, at, SUBSTITUTED)
        seat = replace(self.book.seats[event.seat], bot=event.bot is not None)
        if event.account is not None:
            seat = replace(seat, pauses=replace(seat.pauses, rest=self._rest(event.utc_offset or 0)))
        self._put(event.seat, seat)
        if event.account is not None and event.seat in self.book.asked:
            self._begin(event.seat, at)

    def _returned(self, event: ev.SeatReturned, recorded: Recorded, at: int) -> None:
        self._put(event.seat, replace(self.book.seats[event.seat], bot=False))
        if event.seat in self.book.asked:
            self._begin(event.seat, at)

    def _paused(self, event: ev.ClockPaused, recorded: Recorded, at: int) -> None:
        for number in event.seats:
            seat = self.book.seats[number]
            self._put(number, replace(seat, pauses=seat.pauses.begin(event.reason, at)))

    def _resumed(self, event: ev.ClockResumed, recorded: Recorded, at: int) -> None:
        for number in event.seats:
            seat = self.book.seats[number]
            self._put(number, replace(seat, pauses=seat.pauses.end(event.reason, at)))

    def _credited(self, event: ev.ClockCredited, recorded: Recorded, at: int) -> None:
        seat = self.book.seats.get(event.seat)
        if seat is None:
            return
        if seat.stint is not None:
            seat = replace(seat, stint=replace(seat.stint, budget=seat.stint.budget + event.ms))
        if self.book.clock.kind != "per_move":
            seat = replace(seat, left=seat.left + event.ms)
        self._put(event.seat, seat)

    def _offered(self, event: ev.OfferMade, recorded: Recorded, at: int) -> None:
        self._set(offers={**self.book.offers, event.offer: event.seat})

    def _over(self, event: ev.MatchEvent, recorded: Recorded, at: int) -> None:
        for number in sorted(self.book.seats):
            self._end(number, at, OVER)
        self._set(asked=())

    def _set(self, **changes: Any) -> None:
        self.book = replace(self.book, **changes)

    def _put(self, number: int, seat: SeatClock) -> None:
        self._set(seats={**self.book.seats, number: seat})


def _charge(seat: SeatClock, at: int, free: bool = False, answered: bool = False) -> SeatClock:
    """The open decision ends at that moment: charged up to it, unless a plan answers."""
    stint = seat.stint
    assert stint is not None
    if stint.opened is not None:
        span = max(0, at - stint.opened)
        paused = seat.pauses.overlap(stint.opened, stint.opened + span)
        charged = 0 if free else span - paused
        stint = replace(stint, charged=stint.charged + charged, paused=stint.paused + paused)
    stint = replace(stint, opened=None)
    if answered:
        stint = replace(stint, decisions=stint.decisions + 1, answered=at)
    return replace(seat, stint=stint)


def _settled(clock: Clock, seat: SeatClock, stint: Stint, end: str) -> tuple[int, int, int]:
    """What the seat has after a stint: bank or main time, periods, and what its row shows as left."""
    if clock.kind == "per_move":
        return clock.ms, 0, max(0, stint.budget - stint.charged)
    left = max(0, seat.left - stint.charged)
    if clock.kind == "byoyomi":
        beyond = max(0, stint.charged - seat.left)
        periods = max(0, seat.periods - beyond // clock.period_ms)
        return left, periods, left + periods * clock.period_ms
    if end == ANSWERED and stint.increment:
        left = _raised(clock, left)
    return left, 0, left


def _raised(clock: Clock, left: int) -> int:
    """With the increment; the cap limits increments only, never time that is there."""
    if clock.cap_ms is None:
        return left + clock.increment_ms
    return max(left, min(clock.cap_ms, left + clock.increment_ms))


def _revived(seat: SeatClock, clock: Clock) -> SeatClock:
    if clock.kind == "byoyomi":
        return replace(seat, periods=max(1, seat.periods)) if seat.left < clock.period_ms else seat
    return replace(seat, left=max(seat.left, clock.revival))


_HANDLERS: Final[Mapping[type[ev.MatchEvent], Any]] = {
    ev.SeatTaken: Bookkeeper._taken,
    ev.MatchStarted: Bookkeeper._started,
    ev.MoveMade: Bookkeeper._made,
    ev.MoveJudged: Bookkeeper._judged,
    ev.TimeUp: Bookkeeper._time_up,
    ev.MoveUndone: Bookkeeper._undone,
    ev.ClockExpired: Bookkeeper._expired,
    ev.SeatResigned: Bookkeeper._resigned,
    ev.SeatSubstituted: Bookkeeper._substituted,
    ev.SeatReturned: Bookkeeper._returned,
    ev.ClockPaused: Bookkeeper._paused,
    ev.ClockResumed: Bookkeeper._resumed,
    ev.ClockCredited: Bookkeeper._credited,
    ev.OfferMade: Bookkeeper._offered,
    ev.MatchEnded: Bookkeeper._over,
    ev.MatchAborted: Bookkeeper._over,
}


# -- the arithmetic for people ----------------------------------------------------------------------------------------


def arithmetic(
    clock: Mapping[str, Any], seats: int, substitute: str, log: Iterable[tuple[ev.MatchEvent, Recorded]]
) -> Bookkeeper:
    """All ended stints of a log and the book after it."""
    keeper = Bookkeeper(open_book(clock, seats, substitute))
    for event, recorded in log:
        keeper.take(event, recorded)
    return keeper
