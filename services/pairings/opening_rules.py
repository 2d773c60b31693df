"""The rules of a tournament, key by key: what each may be in each format (422 `bad-rules`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from services.pairings.errors import TournamentRefusal
from services.pairings.formats import COMMON_RULES, FORMATS, GameFacts
from services.pairings.opening import OpeningDraft
from services.pairings.pods import table_sizes
from services.pairings.pools import DEFAULT_GROUP

MOST_GROUP = 32  # all play all: 496 matches
LONGEST_ARENA = 24 * 60


def people_needed(draft: OpeningDraft) -> int:
    """The fewest with whom the event can be played."""
    if draft.format in ("groups", "league"):
        final = draft.rules.get("final") or {}
        return max(draft.seats, int(final.get("k") or 0))
    if draft.format == "swiss_pods":
        sizes = (2, 3) if draft.rules.get("bots") else tuple(draft.rules.get("sizes") or (2, 3, 4))
        return next((n for n in range(draft.seats, 13) if table_sizes(n, draft.seats, sizes)), draft.seats)
    return 2


def check_rules(draft: OpeningDraft, game: GameFacts) -> Iterator[TournamentRefusal]:
    facts = FORMATS[draft.format]
    for key in draft.rules:
        if key not in COMMON_RULES and key not in facts.rules:
            homes = [other.key for other in FORMATS.values() if key in other.rules]
            yield _refuse("rule-format", key, key=key, format=draft.format, works=", ".join(homes))
    yield from _ranges(draft)
    yield from _choices(draft)
    yield from _sizes(draft, game)
    if draft.format in ("groups", "league"):
        yield from _group(draft)
    if draft.format == "groups" and draft.rules.get("final"):
        yield from _final(draft, game)


def _ranges(draft: OpeningDraft) -> Iterator[TournamentRefusal]:
    """Whole numbers within limits."""
    facts = FORMATS[draft.format]
    limits = {
        "no_show_hours": (1, 24 * 60),
        "extend_hours": (0, 24 * 60),
        "round_hours": (1, 24 * 366),
        "byes": (0, 2 if facts.byes else 0),
        "minutes": (1, LONGEST_ARENA),
    }
    for key, (least, most) in limits.items():
        value = draft.rules.get(key)
        if value is not None and not least <= value <= most:
            reason = "rule-no-byes" if key == "byes" and not facts.byes else "rule-range"
            yield _refuse(reason, key, key=key, least=least, most=most, format=draft.format)


def _choices(draft: OpeningDraft) -> Iterator[TournamentRefusal]:
    """Keys with a closed set of values."""
    late = ("no", "zero", "half") if FORMATS[draft.format].late else ("no",)
    choices: dict[str, tuple[Any, ...]] = {
        "late": late,
        "deadline": ("time", "director"),
        "c07": ("2026",),
        "best_of": (1, 3, 5),
    }
    for key, works in choices.items():
        if key in draft.rules and draft.rules[key] not in works:
            yield _refuse("rule-choice", key, key=key, works=", ".join(str(value) for value in works))
    if draft.rules.get("deadline") == "director" and draft.rules.get("round_hours") is None:
        yield _refuse("rule-deadline", "deadline")


def _sizes(draft: OpeningDraft, game: GameFacts) -> Iterator[TournamentRefusal]:
    """Table sizes a game allows, and bots that even out tables of three and four."""
    sizes = draft.rules.get("sizes")
    if sizes is not None and (not sizes or len(set(sizes)) < len(sizes) or not set(sizes) <= set(game.seats)):
        yield _refuse("rule-sizes", "sizes", game=game.key, works=", ".join(str(n) for n in game.seats))
    if draft.rules.get("bots") and draft.seats == 2:
        yield _refuse("rule-bots", "bots")


def _group(draft: OpeningDraft) -> Iterator[TournamentRefusal]:
    size = draft.rules.get("group")
    if size is not None and not draft.seats <= size <= MOST_GROUP:
        works = DEFAULT_GROUP.get(draft.seats, draft.seats)
        yield _refuse("rule-group", "group", seats=draft.seats, most=MOST_GROUP, works=works)


def _final(draft: OpeningDraft, game: GameFacts) -> Iterator[TournamentRefusal]:
    final = draft.rules["final"]
    if final.get("kind") == "bracket":
        if draft.seats != 2:
            yield _refuse("rule-final-bracket", "final", seats=draft.seats)
        elif int(final.get("k") or 0) < 2:
            yield _refuse("rule-final-few", "final", works=2)
    elif final.get("kind") != "table" or final.get("k") not in game.seats:
        yield _refuse("rule-final-table", "final", works=", ".join(str(seats) for seats in game.seats))


def _refuse(reason: str, field: str, **params: Any) -> TournamentRefusal:
    return TournamentRefusal("bad-rules", reason, (f"rules.{field}",), params)
