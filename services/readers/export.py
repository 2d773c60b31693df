"""Exports of matches: the whole log with every part opened once the seed is revealed, a seat's bundle before."""

from __future__ import annotations

from engine.core.game import Json
from services.log import read as log
from services.log.receipts import signed
from services.matches.models import Match
from services.readers.history import audiences_of


def export_match(match: Match, seat: int | None = None) -> dict[str, Json]:
    """The `fair1` export; while the match runs, the bundle of a seat (None: the gallery's, nothing opened)."""
    if match.revealed:
        return opened_export(match)
    return log.export(match.head, audiences_of(match, seat))


def opened_export(match: Match) -> dict[str, Json]:
    """The same with every part opened, revealed or not. Of a match that runs it never leaves the server."""
    return log.export(match.head, None) | {"receipt": signed(match.head)}
