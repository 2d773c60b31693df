"""Exports: the whole log with every part opened once the seed is revealed, a seat's bundle before."""

from __future__ import annotations

from engine.core.game import Json
from services.store import log
from services.store.models import Match


def export_match(match: Match, seat: int | None = None) -> dict[str, Json]:
    """The `fair1` export; while the match runs, the bundle of a seat (None: the gallery's, nothing opened)."""
    if match.revealed:
        return opened_export(match)
    return _export(match, [] if seat is None else [str(seat)])


def opened_export(match: Match) -> dict[str, Json]:
    """The same with every part opened, revealed or not. Of a match that runs it never leaves the server."""
    return _export(match, None) | {"receipt": log.receipt(log.head_of(match))}


def _export(match: Match, audiences: list[str] | None) -> dict[str, Json]:
    key = bytes(match.seal_key)
    upto = match.head_seq
    return {
        "format": "fair1/export",
        "match": str(match.id),
        "events": [log.envelope(event) for event in match.events.filter(seq__lte=upto).order_by("seq")],
        "opened": [log.opened(key, part) for part in log.parts_for(match.id, audiences, -1, upto)],
    }
