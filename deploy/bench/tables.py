"""How figures are printed."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    widths = [max(len(row[n]) for row in (head, *rows)) for n in range(len(head))]
    print(f"\n{title}")
    for row in (head, ["-" * width for width in widths], *rows):
        first, *rest = (
            cell.ljust(width) if n == 0 else cell.rjust(width)
            for n, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        print("  " + "  ".join([first, *rest]))
    sys.stdout.flush()


def quantile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def row(name: str, taken: Sequence[float], target: str) -> tuple[str, ...]:
    marks = (f"{quantile(taken, share) * 1e3:.1f}" for share in (0.5, 0.9, 0.99))
    return (name, str(len(taken)), *marks, f"{max(taken) * 1e3:.1f}", target)
