"""The eight formats: seats they are played at, and what of the rules, tie-breaks and points goes with each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

TWO_SEAT_POINTS: Mapping[str, Any] = {"win": 12, "draw": 6, "loss": 0}
ARENA_POINTS: Mapping[str, Any] = {"win": 24, "draw": 12, "loss": 0}
PLACE_POINTS: Mapping[str, Any] = {"place": {"4": [120, 72, 36, 12], "3": [120, 60, 12], "2": [120, 24]}}
SWISS_TIEBREAKS = ("buchholz_cut1", "buchholz", "direct", "sonneborn", "wins")
ALL_PLAY_ALL_TIEBREAKS = ("direct", "wins", "sonneborn")
MORE_SEATS_TIEBREAKS = ("wins", "seconds", "share", "opponents", "meetings")
COMMON_RULES = (
    "no_show_hours", "extend_hours", "round_hours", "deadline", "rated", "delay", "bots", "sizes", "c07", "late",
    "byes",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class FormatFacts:
    key: str
    seats: tuple[int, ...]
    tiebreaks: tuple[str, ...]  # at two seats: those that make sense, in their default order
    rules: tuple[str, ...] = ()  # keys of its own
    late: bool = False
    byes: bool = False
    default_rounds: int | None = None  # None: follows from the number entered


FORMATS: dict[str, FormatFacts] = {
    facts.key: facts
    for facts in (
        FormatFacts("swiss", (2,), SWISS_TIEBREAKS, late=True, byes=True),
        FormatFacts("round_robin", (2,), ALL_PLAY_ALL_TIEBREAKS, ("twice", "at_once")),
        FormatFacts("knockout", (2,), (), ("best_of", "third")),
        FormatFacts("double_knockout", (2,), (), ("best_of",)),
        FormatFacts(
            "groups", (2, 3, 4), ALL_PLAY_ALL_TIEBREAKS, ("group", "final", "best_of", "third"), False, False, 1
        ),
        FormatFacts("swiss_pods", (3, 4), (), late=True, byes=True, default_rounds=3),
        FormatFacts("league", (2, 3, 4), ALL_PLAY_ALL_TIEBREAKS, ("group",), default_rounds=1),
        FormatFacts("arena", (2,), ("wins", "direct"), ("minutes",), late=True, default_rounds=0),
    )
}


@dataclass(frozen=True, slots=True)
class GameFacts:
    """What the shelf says of a game."""

    key: str
    seats: tuple[int, ...]
    rules_version: int
    less_is_better: bool = False


def sensible_tiebreaks(format_key: str, seats: int, less_is_better: bool = False) -> tuple[str, ...]:
    """Tie-breaks that mean something here, in their default order; a bracket has none."""
    if seats == 2:
        return FORMATS[format_key].tiebreaks
    return tuple(name for name in MORE_SEATS_TIEBREAKS if name != "share" or not less_is_better)


def default_points(format_key: str, seats: int) -> Mapping[str, Any]:
    if format_key == "arena":
        return ARENA_POINTS
    return TWO_SEAT_POINTS if seats == 2 else PLACE_POINTS


def late_allowed(format_key: str, rule: object) -> bool:
    """Late entry: an arena always, Swiss and pods by rule, others never."""
    return format_key == "arena" or (FORMATS[format_key].late and rule in ("zero", "half"))
