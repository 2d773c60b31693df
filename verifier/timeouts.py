"""EXPIRY, TIMEOUT and IDLE: a clock expires when its time is up, and what an expiry or a resignation leads to.

async.md sections 1 and 2. An expiry and what follows from it stand in one append: a block of events with one time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from verifier.course import EXPIRED, RESIGNED, moment
from verifier.log import Event, mover_text, pub
from verifier.timing import BOT, LOSE
from verifier.watch import Steps, Watch

End: TypeAlias = tuple[str, str]  # type and reason
ENDED_BY_TIME: Final[End] = ("match.ended", "time")
NO_SHOW: Final[End] = ("match.aborted", "no-show")
FORFEIT: Final[End] = ("match.ended", "forfeit")


class Timeouts:
    def __init__(self, watch: Watch) -> None:
        self.watch, self.course, self.clocks = watch, watch.course, watch.clocks
        self.last = -1  # place of the last event of the block that was looked at
        self.without_idle: dict[int, int] = {}  # seq of an expiry that no idle move follows -> its seat
        self.steps: Steps = {
            EXPIRED: self._check_expiry,
            RESIGNED: self._check_resignation,
            "move.made": self._check_idle,
        }

    def in_block(self, place: int) -> bool:
        """Whether the event belongs to an append that began with an expiry."""
        return place <= self.last

    # -- expiries
    def _check_expiry(self, event: Event, place: int) -> None:
        if self.in_block(place):
            return
        block = list(self._block(place))
        self.last = place + len(block) - 1
        expired = [part for part in block if part["type"] == EXPIRED]
        for number, part in enumerate(expired):
            for text in self._expiry_faults(part, expired[:number], expired):
                self.watch.fault("EXPIRY", part, text)
        for text in self._outcome_faults(block):
            self.watch.fault("TIMEOUT", event, text)

    def _block(self, place: int) -> Iterator[Event]:
        at = self.watch.log.events[place]["at"]
        for event in self.watch.log.events[place:]:
            by_server = event["type"] in ("seat.substituted", "move.made") and event["actor"] == "server"
            if event["at"] != at or not (event["type"] == EXPIRED or by_server):
                return
            yield event

    def _expiry_faults(self, event: Event, earlier: list[Event], block: list[Event]) -> Iterator[str]:
        seat, at, due = pub(event)["seat"], moment(event), self.clocks.deadline(pub(event)["seat"])
        if self.course.waiting:
            yield "expires while a recorded move waits to be judged"
        absent = self._absent_from_round(seat)
        named = seat in [pub(part)["seat"] for part in earlier]
        if (due is None and not absent) or not self.course.places[seat].person or named:
            yield f"the clock of seat {seat} was not running"
        if due is None or not self.course.places[seat].person or named:
            return
        if at < due and not absent:
            yield f"expires {due - at} ms before the deadline"
        together = {pub(part)["seat"] for part in block}
        for other in sorted(self.course.people - together):
            theirs = self.clocks.deadline(other)
            if theirs is not None and theirs <= due:
                yield f"seat {other} has the same deadline or an earlier one and does not expire with it"

    def _absent_from_round(self, seat: int) -> bool:
        """tournaments.md 4: who does not come loses by the hours of the tournament, which its own log names."""
        answered = any(int(mover_text(made)) == seat for made in self.course.made.values())
        return self.course.in_tournament and not answered

    # -- what follows
    def _outcome_faults(self, block: list[Event]) -> Iterator[str]:
        expired = {pub(event)["seat"] for event in block if event["type"] == EXPIRED}
        seated = {pub(event)["seat"] for event in block if event["type"] == "seat.substituted"}
        gone = expired - {int(mover_text(event)) for event in block if event["type"] == "move.made"}
        self._note_gone(block, gone)
        ends = self._ends(gone)
        if not gone:
            return
        if self._bots_take_over(gone) and seated == gone:
            return
        if ends and not seated and any(self.watch.follows(self.last, kind, reason=reason) for kind, reason in ends):
            return
        if seated < gone and self.last + 1 == len(self.watch.log.events) and self.watch.log.bundle:
            return
        wanted = [f"{kind} ({reason})" for kind, reason in sorted(ends)]
        wanted += ["seat.substituted"] if self._bots_take_over(gone) else []
        yield f"what leads on from the expiry is not there: {' or '.join(wanted)}"

    def _note_gone(self, block: list[Event], gone: set[int]) -> None:
        """Whether the rules name an idle move is theirs to say; not where every seat expires at once."""
        for event in block if len(gone) < len(self.course.places) else ():
            if (
                event["type"] == EXPIRED
                and pub(event)["seat"] in gone
                and not self.course.places[pub(event)["seat"]].idled
            ):
                self.without_idle[event["seq"]] = pub(event)["seat"]

    def _bots_take_over(self, gone: set[int]) -> bool:
        clock, others = self.course.clock, self.course.people - gone
        if clock is None or not others:
            return False
        return clock.on_timeout == BOT or (self._is_no_show(gone) and len(self.course.places) > 2)

    def _is_no_show(self, gone: set[int]) -> bool:
        return self.course.in_tournament and any(not self.course.places[seat].stood for seat in gone)

    def _ends(self, gone: set[int]) -> set[End]:
        """Every end that may follow; more than one only where seats of several kinds expire together."""
        clock, places = self.course.clock, self.course.places
        shown = {bool(places[seat].stood) for seat in gone}
        forfeit = {FORFEIT} if self._is_no_show(gone) else set()
        if len(gone) == len(places):
            return {("match.aborted", "time") if True in shown else NO_SHOW} | forfeit
        if clock is not None and clock.on_timeout == LOSE:
            absent = forfeit or {NO_SHOW}
            return (absent if False in shown else set()) | ({ENDED_BY_TIME} if True in shown else set())
        return forfeit | (set() if self.course.people - gone else {ENDED_BY_TIME})

    def _check_resignation(self, event: Event, place: int) -> None:
        seat = pub(event)["seat"]
        if self.course.waiting:
            self.watch.fault("TIMEOUT", event, "resigns while a move waits to be judged")
        if len(self.course.places) > 2 and self.course.people - {seat}:
            if not self.watch.follows(place, "seat.substituted", seat=seat):
                self.watch.fault("TIMEOUT", event, "a bot takes over directly after a resignation at this table")
        elif not self.watch.follows(place, "match.ended", reason="resign"):
            self.watch.fault("TIMEOUT", event, "a resignation ends this match directly")

    # -- idle moves
    def _check_idle(self, event: Event, place: int) -> None:
        if event["actor"] != "server":
            return
        own = self.course.places[int(mover_text(event))]
        if not self.in_block(place) or own.lost != EXPIRED:
            self.watch.fault("IDLE", event, "the server moves for a seat whose clock has not expired directly before")
        elif own.idled:
            self.watch.fault("IDLE", event, "the second expiry in a row is for on_timeout, not for an idle move")
