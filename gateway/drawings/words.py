"""What the drawings say, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from gateway.words import digits, fill, shell_texts
from services.pairings.texts_en import number

TWELVE = 12
HALF = "½"


@dataclass(frozen=True, slots=True)
class DrawingWords:
    language: str
    names: Mapping[int, str]
    link: Callable[[str], str] = str  # match id -> address

    @property
    def rtl(self) -> bool:
        return self.language == "fa"

    def __call__(self, key: str, **params: Any) -> str:
        return fill(self.language, shell_texts(self.language)["drawing"][key], params, {})

    def name(self, entry: int | str | None) -> str:
        """Of an entrant; a bot that evens out a table has a word."""
        if entry is None:
            return ""
        return self("bot") if isinstance(entry, str) else self.names.get(entry, str(entry))

    def points(self, twelfths: int) -> str:
        return points_text(twelfths, self.language)

    def number(self, value: int) -> str:
        return digits(value, self.language)


def points_text(twelfths: int, language: str) -> str:
    """Halves as ½, other fractions as they are; a half stays behind its number from right to left, too."""
    text = digits(number(Fraction(twelfths, TWELVE)), language)
    return f"\u2066{text}\u2069" if language == "fa" and HALF in text else text
