"""Positions from the store: folded from the nearest snapshot that can be believed, else from event 0."""

from __future__ import annotations

import hashlib
import json
import logging
from dataclasses import asdict
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import connection

from engine.core.codec import canonical_trusted
from engine.games import game_of
from services.bus import counters
from services.log.read import ALL, read
from services.matches.fold import Fold, Holder, Kept, Past, Played, Position
from services.matches.rows import SnapshotRow

logger = logging.getLogger(__name__)
SNAPSHOT_EVERY: Final = 50  # plies
FORM: Final = 2  # of the data below; raised whenever it changes


def snapshot_of(match: UUID, position: Position) -> SnapshotRow:
    """The row that keeps a position. Only of one in which no move waits for its judgement."""
    data = _dump(position)
    version = position.kept.rules_version
    return SnapshotRow(match, position.seq, version, _checksum(position.seq, version, data), data)


def is_due(before: int, position: Position) -> bool:
    """Whether a snapshot is due, when there were `before` plies at the last judgement."""
    due = position.played.ply // SNAPSHOT_EVERY > before // SNAPSHOT_EVERY
    return due and position.result is None and not position.kept.waiting


def fold_stream(match: UUID, upto: int = ALL, snapshots: bool = True) -> Fold:
    """Fold a stored match up to a seq, from the nearest snapshot that fits; two statements, without one the second."""
    begin = _nearest(match, upto) if snapshots else None
    fold = Fold(begin, past_of(match))
    for event in read(match, -1 if begin is None else begin.seq, upto):
        fold.take(event)
    return fold


def past_of(match: UUID) -> Past:
    """Where a fold of this match looks when a move is taken back."""
    return lambda seq: fold_stream(match, seq).position.played


_NEAREST = """
    SELECT s.seq, s.rules_version, s.checksum, s.data, e.df, m.rules_version
      FROM store_snapshot s JOIN store_match m ON m.id = s.match_id
      LEFT JOIN store_event e ON e.stream_id = s.match_id AND e.seq = s.seq
     WHERE s.match_id = %s AND s.seq <= %s ORDER BY s.seq DESC LIMIT 1
"""


def _nearest(match: UUID, upto: int) -> Position | None:
    """None also for one that is damaged or of other rules: it is counted, and the log is folded instead."""
    with connection.cursor() as cursor:
        cursor.execute(_NEAREST, [match, upto])
        row = cursor.fetchone()
    if row is None:
        return None
    seq, version, checksum, data, df, rules_version = row
    position = None
    if version == rules_version and checksum == _checksum(seq, version, data):
        position = _load(seq, data)
    if position is None or df is None or position.played.df != df:
        logger.error("snapshot of %s at %s does not fit the log and is not used", match, seq)
        counters.count({"snapshots_refused": 1})
        return None
    return position


def _checksum(seq: int, version: int, data: str) -> str:
    return hashlib.sha256(f"{FORM} {seq} {version} {data}".encode()).hexdigest()


def _dump(position: Position) -> str:
    played, kept = position.played, position.kept
    game = game_of(kept.game, kept.rules_version)
    data = {
        "state": game.dump(played.state),
        "played": {
            "ply": played.ply, "stood": played.stood, "drawn": dict(played.drawn), "masked": dict(played.masked),
            "texts": dict(played.texts), "asked": played.asked, "dp": played.dp, "df": played.df,
        },
        "kept": {
            "game": kept.game, "rules_version": kept.rules_version, "options": dict(kept.options), "seats": kept.seats,
            "started": None if kept.started is None else kept.started.isoformat(), "decisions": kept.decisions,
            "holders": {str(seat): asdict(holder) for seat, holder in kept.holders.items()},
            "entropy": dict(kept.entropy),
        },
    }  # fmt: skip
    return canonical_trusted(data).decode()


def _load(seq: int, text: str) -> Position | None:
    try:
        data = json.loads(text)
        kept = _load_kept(data["kept"])
        state = game_of(kept.game, kept.rules_version).load(data["state"])
        played = data["played"]
        stood = tuple(tuple(seqs) for seqs in played["stood"])
        half = Played(state, **(played | {"stood": stood, "asked": tuple(played["asked"])}))
    except (LookupError, TypeError, ValueError, AttributeError):
        return None
    return Position(seq, half, kept)


def _load_kept(data: dict[str, Any]) -> Kept:
    started = data["started"]
    holders = {int(seat): Holder(**holder) for seat, holder in data["holders"].items()}
    return Kept(
        **data
        | {
            "started": None if started is None else datetime.fromisoformat(started),
            "decisions": tuple(data["decisions"]),
            "holders": holders,
        }
    )
