"""Exports: the whole log with every part opened once the seed is revealed, a seat's bundle before."""

from __future__ import annotations

from engine.core.game import Json
from services.store import log
from services.store.models import Match


def export_match(match: Match, seat: int | None = None) -> dict[str, Json]:
    """The `fair1` export; while the match runs, the bundle of a seat (None: the gallery's, nothing opened)."""
    audiences = None if match.revealed else [] if seat is None else [str(seat)]
    key = bytes(match.seal_key)
    upto = match.head_seq
    found = {
        "format": "fair1/export",
        "match": str(match.id),
        "events": [log.envelope(event) for event in match.events.filter(seq__lte=upto).order_by("seq")],
        "opened": [log.opened(key, part) for part in log.parts_for(match.id, audiences, -1, upto)],
    }
    return found | {"receipt": log.receipt(log.head_of(match))} if match.revealed else found
