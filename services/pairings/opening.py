"""What a tournament opens with: the request filled up from a preset, a copy or the defaults (section 6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from services.pairings.events import TournamentOpened
from services.pairings.formats import FORMATS, GameFacts, default_points, sensible_tiebreaks
from services.pairings.json_forms import frozen, plain
from services.pairings.pools import DEFAULT_GROUP
from services.pairings.times import as_logged

DAY_MS = 86_400_000
CORRESPONDENCE = {"kind": "fischer", "start_ms": 3 * DAY_MS, "increment_ms": DAY_MS, "cap_ms": 7 * DAY_MS}
LIVE = {"kind": "fischer", "start_ms": 600_000, "increment_ms": 10_000}
PRESETS: dict[str, dict[str, Any]] = {
    "knockout-8": {
        "format": "knockout", "seats": 2, "clock": LIVE, "entry": {"cap": 8},
        "rules": {"best_of": 1, "third": True, "no_show_hours": 1},
    },
    "swiss-5": {
        "format": "swiss", "seats": 2, "rounds": 5,
        "clock": {"kind": "fischer", "start_ms": 1_800_000, "increment_ms": 30_000},
        "rules": {"byes": 1, "late": "half", "no_show_hours": 1, "round_hours": 6, "extend_hours": 1},
    },
    "round-robin-6": {
        "format": "round_robin", "seats": 2, "clock": CORRESPONDENCE, "entry": {"cap": 6}, "rules": {"at_once": True},
    },
    "league": {
        "format": "league", "seats": 2, "clock": CORRESPONDENCE, "rules": {"group": 6, "round_hours": 24 * 90},
    },
    "groups-4": {
        "format": "groups", "seats": 4, "clock": CORRESPONDENCE, "rules": {"group": 5},
    },
}  # fmt: skip
COPIED = ("game", "format", "seats", "options", "rounds", "clock", "points", "tiebreaks", "rules")
GONE_BY = ("closes_at", "starts_at")  # moments of the copied event


@dataclass(frozen=True, slots=True)
class OpeningDraft:
    """All that the host decides. Names and texts stay outside the log."""

    game: str
    format: str
    seats: int
    options: dict[str, Any]
    rounds: int | None
    clock: dict[str, Any] | None
    points: dict[str, Any]
    tiebreaks: tuple[str, ...]
    rules: dict[str, Any]
    entry: dict[str, Any]

    def opened(
        self, game: GameFacts, directors: tuple[str, ...], seed_commit: str, previous: dict[str, str] | None = None
    ) -> TournamentOpened:
        return TournamentOpened(
            self.game, game.rules_version, self.options, self.seats, self.format, self.rounds, self.clock, self.points,
            self.tiebreaks, self.rules, self.entry, directors, seed_commit, previous,
        )  # fmt: skip


def fill_opening(
    request: Mapping[str, Any], game: GameFacts, preset: str | None = None, copy_of: TournamentOpened | None = None
) -> OpeningDraft:
    """What is left out comes from the preset or the copied event, then from the defaults of the format."""
    base = _base(preset, copy_of)
    given: dict[str, Any] = {**base, **request}
    for nested in ("rules", "entry"):
        given[nested] = {**base.get(nested, {}), **request.get(nested, {})}
    format_key = given["format"]
    seats = given.get("seats") or _default_seats(format_key, game)
    clock = given.get("clock", LIVE if format_key == "arena" else CORRESPONDENCE)
    rules = {**default_rules(format_key, seats, clock), **_sizes(format_key, game), **given["rules"]}
    return OpeningDraft(
        game.key,
        format_key,
        seats,
        frozen(given.get("options") or {}),
        given["rounds"] if "rounds" in given else FORMATS[format_key].default_rounds,
        frozen(clock),
        frozen(given.get("points") or default_points(format_key, seats)),
        tuple(_chosen_tiebreaks(given.get("tiebreaks"), format_key, seats, game)),
        frozen(rules),
        frozen({"open": True, **given["entry"], **_moments(given["entry"])}),
    )


def _moments(entry: Mapping[str, Any]) -> dict[str, str]:
    """Moments in whatever zone they were given, as the log writes them."""
    return {name: as_logged(entry[name]) for name in GONE_BY if entry.get(name) is not None}


def _base(preset: str | None, copy_of: TournamentOpened | None) -> dict[str, Any]:
    if copy_of is not None:
        copied = {key: plain(getattr(copy_of, key)) for key in COPIED}
        copied["entry"] = {key: value for key, value in copy_of.entry.items() if key not in GONE_BY}
        return copied
    return PRESETS[preset] if preset is not None else {}


def _default_seats(format_key: str, game: GameFacts) -> int:
    fitting = [seats for seats in FORMATS[format_key].seats if seats in game.seats]
    return min(fitting or game.seats) if format_key != "swiss_pods" else max(fitting or game.seats)


def _sizes(format_key: str, game: GameFacts) -> dict[str, Any]:
    """Table sizes a game allows stand in the rules of pods; left out they would be 2, 3 and 4."""
    sizes = [seats for seats in (2, 3, 4) if seats in game.seats]
    return {"sizes": sizes} if format_key == "swiss_pods" and len(sizes) < 3 else {}


def _chosen_tiebreaks(chosen: Any, format_key: str, seats: int, game: GameFacts) -> Any:
    return chosen if chosen is not None else sensible_tiebreaks(format_key, seats, game.less_is_better)


def default_rules(format_key: str, seats: int, clock: Mapping[str, Any] | None) -> dict[str, Any]:
    """The rules of a format as they are written into the log when the host says nothing."""
    rules: dict[str, Any] = {"no_show_hours": 48, "extend_hours": 24, "deadline": "time", "rated": False}
    facts = FORMATS[format_key]
    if facts.byes:
        rules["byes"] = 2
    if facts.late and format_key != "arena":
        rules["late"] = "no"
    match format_key:
        case "swiss":
            rules["c07"] = "2026"
        case "round_robin":
            rules |= {"twice": False, "at_once": first_time(clock) >= DAY_MS}
        case "knockout":
            rules |= {"best_of": 1, "third": False}
        case "double_knockout":
            rules["best_of"] = 1
        case "groups" | "league":
            rules["group"] = DEFAULT_GROUP.get(seats, seats)
        case "arena":
            rules["minutes"] = 60
    return rules


def first_time(clock: Mapping[str, Any] | None) -> int:
    """What a seat has at its first question in ms; no clock: as much as anybody likes."""
    if clock is None:
        return 10**15
    if clock.get("kind") == "byoyomi":
        return int(clock.get("main_ms", 0)) + int(clock.get("periods", 0)) * int(clock.get("period_ms", 0))
    return int(clock.get("ms", 0) if clock.get("kind") == "per_move" else clock.get("start_ms", 0))
