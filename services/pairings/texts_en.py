"""English sentences for why a row stands above the next. Another language is another module with the same keys."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from services.pairings.why import Reason

WHY = {
    "shared": "{above} and {below} share place {place}.",
    "bracket": "{above} is above {below}: {above} stayed in the bracket longer.",
    "final": "{above} is above {below}: by the final.",
    "in-final": "{above} is above {below}: {above} was in the final.",
    "points": "{above} is above {below}: {points} {unit} against {against}.",
    "group-place": "{above} is above {below}: {points} {unit} each; place {first} of its group against {second}.",
    "group-number": "{above} is above {below}: {points} {unit} each; group {first} comes before group {second}.",
    "direct": "{above} is above {below}: {points} {unit} each; {above} is ahead in the direct encounter.",
    "lot": "{above} is above {below}: {points} {unit} each; everything else is equal; the lot put {above} first.",
}
TIEBREAK = "{above} is above {below}: {points} {unit} each; {name} {first} against {second}."
TIEBREAK_NAMES = {
    "buchholz_cut1": "Buchholz cut 1",
    "buchholz": "Buchholz",
    "sonneborn": "Sonneborn-Berger",
    "wins": "wins",
    "seconds": "second places",
    "share": "mean share of the table winner's score",
    "opponents": "opponents' points",
    "meetings": "meetings among the tied",
}


def number(value: Fraction) -> str:
    """Halves as ½, other fractions as they are: 2½, 81/8."""
    if value.denominator == 1:
        return str(value.numerator)
    if value.denominator == 2 and value > 0:
        return f"{value.numerator // 2 or ''}½"
    return f"{value.numerator}/{value.denominator}"


def why_sentence(reason: Reason) -> str:
    params: dict[str, Any] = {
        key: number(value) if isinstance(value, Fraction) else value for key, value in reason.params.items()
    }
    points = reason.params.get("points")
    params["unit"] = "point" if points is not None and 0 < points <= 1 else "points"
    if reason.code in TIEBREAK_NAMES:
        return TIEBREAK.format(name=TIEBREAK_NAMES[reason.code], **params)
    return WHY[reason.code].format(**params)
