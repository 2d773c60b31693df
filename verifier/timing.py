"""CLOCK: the clock that event 0 names, with its defaults, and what is wrong with one that async.md 1 refuses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from verifier import events
from verifier.rests import DAY

YEAR: Final = 365 * DAY
LEAST: Final = 1000  # ms at the first question
MOST_PERIODS: Final = 100
MOST_REST_DAYS: Final = 6
LOSE, BOT = "lose", "bot"
SUBSTITUTE: Final = "greedy"  # the middle level of every game


@dataclass(frozen=True, slots=True)
class Clock:
    """`main`: a seat's time without periods at its first question; `cap` limits increments."""

    kind: str
    main: int
    increment: int
    cap: int | None
    periods: int
    period: int
    rest_days: tuple[int, ...]
    rest_hours: tuple[int, int] | None
    vacation: bool
    on_timeout: str
    substitute: str
    returns: bool

    @property
    def per_move(self) -> bool:
        return self.kind == "per_move"

    @property
    def first(self) -> int:
        """What a seat has at its first question."""
        return self.main + self.periods * self.period

    @property
    def long(self) -> bool:
        return self.first >= DAY


def clock_of(opening: Mapping[str, Any]) -> Clock | None:
    """The clock of a table whose `clock` has no faults; None: it has none."""
    given = opening.get("clock")
    if given is None:
        return None
    main = given.get("ms", given.get("start_ms", given.get("main_ms")))
    periods, period = given.get("periods", 0), given.get("period_ms", 0)
    hours = given.get("rest_hours")
    return Clock(
        kind=given["kind"],
        main=main,
        increment=given.get("increment_ms", 0),
        cap=given.get("cap_ms"),
        periods=periods,
        period=period,
        rest_days=tuple(given.get("rest_days", ())),
        rest_hours=None if hours is None else (hours[0], hours[1]),
        vacation=given.get("vacation", main + periods * period >= DAY),
        on_timeout=given.get("on_timeout", LOSE if opening["seats"] == 2 else BOT),
        substitute=given.get("substitute", SUBSTITUTE),
        returns=given.get("returns", True),
    )


def faults(opening: Mapping[str, Any]) -> Iterator[str]:
    """Why the house would have refused this clock."""
    given = opening.get("clock")
    if "clock" not in opening:
        return
    if not events.CLOCK.fits(given):
        yield "a clock has the fields of its kind, each in its range, and no others"
        return
    assert given is not None
    clock = clock_of(opening)
    assert clock is not None
    if opening["seats"] == 1:
        yield "a table of one seat has no clock"
    if not LEAST <= clock.first <= YEAR or max(clock.increment, clock.cap or 0) > YEAR:
        yield "a clock gives from a second to a year"
    if clock.cap is not None and clock.cap < clock.main:
        yield "the cap is below the time at the start"
    if clock.kind == "byoyomi" and not (1 <= clock.periods <= MOST_PERIODS and clock.period):
        yield f"byoyomi has 1 to {MOST_PERIODS} periods"
    if len(clock.rest_days) > MOST_REST_DAYS:
        yield f"at most {MOST_REST_DAYS} days of a week are for rest"
    if clock.rest_hours is not None and clock.rest_hours[0] == clock.rest_hours[1]:
        yield "rest hours begin and end at the same hour"
