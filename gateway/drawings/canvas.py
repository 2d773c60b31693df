"""A sheet to draw on: boxes, lines and words by their distance from where reading begins, in either direction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

START, MIDDLE, END = "start", "middle", "end"


@dataclass(slots=True)
class Canvas:
    """`x` counts from the side where a line of text begins; from right to left everything is mirrored."""

    width: float
    height: float
    rtl: bool = False
    parts: list[str] = field(default_factory=list)

    def _x(self, x: float, width: float = 0) -> str:
        return _number(self.width - x - width if self.rtl else x)

    def box(self, x: float, y: float, width: float, height: float, look: str) -> None:
        self.parts.append(
            f'<rect class="{look}" x="{self._x(x, width)}" y="{_number(y)}" '
            f'width="{_number(width)}" height="{_number(height)}" rx="4"/>'
        )

    def line(self, points: Sequence[tuple[float, float]], look: str) -> None:
        drawn = " ".join(f"{self._x(x)},{_number(y)}" for x, y in points)
        self.parts.append(f'<polyline class="{look}" points="{drawn}"/>')

    def text(self, x: float, y: float, words: str, look: str = "", anchor: str = START, title: str = "") -> None:
        """`y` is the middle of the line. A title holds the whole where the words were cut."""
        more = f"<title>{escape(title)}</title>" if title and title != words else ""
        self.parts.append(
            f'<text class="{look}" x="{self._x(x)}" y="{_number(y)}" dy="0.35em" text-anchor="{anchor}">'
            f"{escape(words)}{more}</text>"
        )

    def link(self, href: str, label: str) -> None:
        """What follows, up to `end_link`, leads there."""
        self.parts.append(f'<a href="{escape(href)}" aria-label="{escape(label)}">')

    def end_link(self) -> None:
        self.parts.append("</a>")

    def svg(self, label: str, look: str) -> SafeString:
        """At its natural size: what is wider than the page scrolls in its frame, and words stay readable."""
        width, height = _number(self.width), _number(self.height)
        return mark_safe(
            f'<svg class="drawing {look}" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'role="group" aria-label="{escape(label)}" direction="{"rtl" if self.rtl else "ltr"}">'
            f"{''.join(self.parts)}</svg>"
        )


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def cut(words: str, most: int) -> str:
    return words if len(words) <= most else words[: most - 1].rstrip() + "…"
