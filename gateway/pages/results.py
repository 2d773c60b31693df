"""How a match came out, as its reader may say it: won, lost, drawn."""

from __future__ import annotations

from collections.abc import Sequence


def outcome(winners: Sequence[int], seats: int, mine: int | None) -> str:
    """A key of the `match` texts. No winner: all have lost; everybody won: drawn, unless somebody played alone."""
    if mine is not None and (winners or seats == 1):
        if len(winners) == seats > 1:
            return "drawn"
        return "you_won" if mine in winners else "you_lost"
    if not winners:
        return "all_lost"
    return "drawn" if len(winners) == seats > 1 else "won"
