"""Refusals of the pure core as refusals of the services: which status class each code belongs to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from services.errors import Conflict, NotAllowed, NotYours, Refusal
from services.pairings.errors import TournamentRefusal

NOT_ALLOWED: Final = frozenset(
    {
        "bad-seats", "bad-rounds", "bad-cap", "bad-times", "bad-points", "bad-tiebreaks", "clock-does-not-fit",
        "bad-rules", "bad-previous", "bad-bye", "bad-ruling", "not-arena",
    }
)  # fmt: skip
FORBIDDEN: Final = frozenset({"guests-kept-out", "not-a-director", "not-your-entry"})


def refused(refusals: Sequence[TournamentRefusal], seq: int | None = None) -> Refusal:
    """The first one is said; `fields` names everything of the same code."""
    first = refusals[0]
    if first.code in FORBIDDEN:
        return NotYours(first.code)
    if first.code in NOT_ALLOWED:
        return _not_allowed(first, refusals)
    conflict = Conflict(first.code, seq, **spoken(first.params))
    conflict.reason = first.reason
    if "since" in first.params:
        conflict.extra["since"] = list(first.params["since"])
    if first.fields:
        conflict.extra["fields"] = dict.fromkeys(first.fields, first.reason)
    return conflict


def spoken(params: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters as a sentence has them: lists as text, nothing as a dash."""
    return {name: _word(value) for name, value in params.items()}


def _word(value: Any) -> Any:
    if value is None:
        return "–"
    return ", ".join(str(item) for item in value) if isinstance(value, tuple | list) else value


def _not_allowed(first: TournamentRefusal, refusals: Sequence[TournamentRefusal]) -> Refusal:
    refusal = NotAllowed(first.code, **spoken(first.params))
    refusal.reason = first.reason
    fields = {name: other.reason for other in refusals if other.code == first.code for name in other.fields}
    refusal.extra = {"fields": fields}
    return refusal
