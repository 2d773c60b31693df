"""Whether what people see of a match that is over is what the house's own fold makes of its log."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from services.matches.models import Match, Seat
from services.matches.position import Position
from services.matches.seating import seat_rows
from services.matches.snapshots import fold_stream
from services.readers.frames import card_of
from services.readers.models import MatchCard

_SEAT = ("account", "bot", "decision", "answered_seq", "former")
_CARD = ("scores", "winners", "reason", "ply")


def differing_rows(match: Match) -> list[str]:
    """What differs, `seat 0` or `card`: those rows can be redrawn. The log itself is looked at by the verifier."""
    position = fold_stream(match.id, match.judged_seq, snapshots=False).position
    expected, stored = _expected(match, position), _stored(match)
    return sorted(name for name in {*expected, *stored} if expected.get(name) != stored.get(name))


def _expected(match: Match, position: Position) -> dict[str, Mapping[str, Any]]:
    if position.kept.started is None:
        return {}
    card = card_of(match.id, position, match.head.at)
    rows: dict[str, Mapping[str, Any]] = {"card": {name: _listed(getattr(card, name)) for name in _CARD}}
    for number, row in seat_rows(match.id, position, match.head.at, None).items():
        rows[f"seat {number}"] = {name: getattr(row, name) for name in _SEAT}
    return rows


def _stored(match: Match) -> dict[str, Mapping[str, Any]]:
    if match.started_at is None:
        return {}
    rows: dict[str, Mapping[str, Any]] = {
        f"seat {row.pop('seat')}": row for row in Seat.objects.filter(match=match).values("seat", *_SEAT)
    }
    for card in MatchCard.objects.filter(match=match).values(*_CARD):
        rows["card"] = card
    return rows


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
