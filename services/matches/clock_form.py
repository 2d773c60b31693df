"""What a clock is: its kinds and fields as event 0 holds them, what is refused, and the defaults. Pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

DAY: Final = 86_400_000
YEAR: Final = 365 * DAY
LEAST: Final = 1000  # ms at the first question
MOST_PERIODS: Final = 100
LOSE, BOT = "lose", "bot"
KINDS: Final[Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {  # needed and optional fields
    "per_move": (("ms",), ()),
    "fischer": (("start_ms", "increment_ms"), ("cap_ms",)),
    "byoyomi": (("main_ms", "periods", "period_ms"), ()),
}
COMMON: Final = ("rest_days", "rest_hours", "vacation", "on_timeout", "substitute", "returns")


class BadClock(ValueError):
    """A clock that breaks the rules of async.md section 1; the text says what would do."""


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock with its defaults filled in. `ms` of a kind that does not have it is 0."""

    kind: str
    ms: int = 0
    start_ms: int = 0
    increment_ms: int = 0
    cap_ms: int | None = None
    main_ms: int = 0
    periods: int = 0
    period_ms: int = 0
    rest_days: frozenset[int] = frozenset()
    rest_hours: tuple[int, int] | None = None
    vacation: bool = True
    on_timeout: str = LOSE
    substitute: str = ""
    returns: bool = True

    @property
    def first(self) -> int:
        """What a seat has at its first question."""
        return self.ms + self.start_ms + self.main_ms + self.periods * self.period_ms

    @property
    def slow(self) -> bool:
        """A day or more: for play over days."""
        return self.first >= DAY

    @property
    def revival(self) -> int:
        """What a seat has at least when it is asked again after its time ran out."""
        return self.ms or self.period_ms or self.increment_ms


def read_clock(data: Any, seats: int, substitute: str) -> Clock:
    """The clock of event 0, or of a wish for a table. `substitute`: the default bot. Raises BadClock."""
    if not isinstance(data, Mapping) or data.get("kind") not in KINDS:
        raise BadClock(f"kind is one of {', '.join(KINDS)}")
    needed, optional = KINDS[data["kind"]]
    unknown = set(data) - {"kind", *needed, *optional, *COMMON}
    missing = set(needed) - set(data)
    if unknown or missing:
        raise BadClock(f"{data['kind']} has {', '.join((*needed, *optional, *COMMON))}")
    amounts = {name: _amount(data[name], name) for name in (*needed, *optional) if name in data}
    clock = replace(
        Clock(data["kind"], **amounts),  # type: ignore[arg-type]
        rest_days=_days(data.get("rest_days", [])),
        rest_hours=_hours(data.get("rest_hours")),
        on_timeout=_choice(data.get("on_timeout", LOSE if seats == 2 else BOT), (LOSE, BOT), "on_timeout"),
        substitute=_text(data.get("substitute", substitute)),
        returns=_flag(data.get("returns", True), "returns"),
    )
    _check(clock)
    vacation = _flag(data["vacation"], "vacation") if "vacation" in data else clock.slow
    return replace(clock, vacation=vacation)


def check_clock(data: Any, seats: int, substitute: str, bots: Collection[str]) -> None:
    """Whether a table may have this clock. Raises BadClock."""
    clock = read_clock(data, seats, substitute)
    if clock.substitute not in bots:
        raise BadClock(f"substitute is one of {', '.join(sorted(bots))}")
    if seats == 1:
        raise BadClock("a table of one seat has no clock")


def _check(clock: Clock) -> None:
    if not LEAST <= clock.first <= YEAR:
        raise BadClock("a seat has from one second to a year at its first question")
    if clock.cap_ms is not None and clock.cap_ms < clock.start_ms:
        raise BadClock("cap_ms is at least start_ms")
    if clock.periods > MOST_PERIODS or (clock.kind == "byoyomi" and (clock.periods < 1 or clock.period_ms < 1)):
        raise BadClock(f"byoyomi has 1 to {MOST_PERIODS} periods of some time")
    if max(clock.increment_ms, clock.cap_ms or 0, clock.period_ms) > YEAR:
        raise BadClock("no field is over a year")


def _amount(value: Any, name: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise BadClock(f"{name} is a whole number, not below 0")
    return value


def _flag(value: Any, name: str) -> bool:
    if not isinstance(value, bool):
        raise BadClock(f"{name} is true or false")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise BadClock("substitute is the name of a bot")
    return value


def _choice(value: Any, allowed: tuple[str, ...], name: str) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise BadClock(f"{name} is one of {', '.join(allowed)}")
    return value


def _days(value: Any) -> frozenset[int]:
    whole = isinstance(value, list) and all(isinstance(day, int) and not isinstance(day, bool) for day in value)
    if not whole or not set(value) <= set(range(7)) or len(set(value)) != len(value) or len(value) > 6:
        raise BadClock("rest_days are up to six different weekdays, 0 is Monday")
    return frozenset(value)


def _hours(value: Any) -> tuple[int, int] | None:
    if value is None:
        return None
    whole = isinstance(value, list) and all(isinstance(hour, int) and not isinstance(hour, bool) for hour in value)
    if not whole or len(value) != 2 or not set(value) <= set(range(24)) or value[0] == value[1]:
        raise BadClock("rest_hours are two different full hours, 0 to 23")
    return value[0], value[1]
