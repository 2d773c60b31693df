"""Positions from the store: folded from the nearest snapshot that can be believed, else from event 0."""

from __future__ import annotations

import hashlib
import json
import logging
from dataclasses import replace
from typing import Final
from uuid import UUID

from django.db import connection

from engine.core.codec import canonical_trusted
from engine.core.errors import GameError
from engine.games import game_of
from services.bus import counters
from services.log.read import ALL, read
from services.matches.fold import Fold
from services.matches.json_form import from_json, to_json
from services.matches.noting import Past
from services.matches.position import Kept, Played, Position
from services.matches.rows import SnapshotRow

logger = logging.getLogger(__name__)
SNAPSHOT_EVERY: Final = 50  # plies
FORM: Final = 4  # of the data below; raised whenever it changes


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
    """The state by its game's own form, everything else by its types."""
    kept, played = position.kept, position.played
    state = game_of(kept.game, kept.rules_version).dump(played.state)
    halves = {"played": to_json(replace(played, state=None)), "kept": to_json(replace(kept, waiting={}))}
    return canonical_trusted({"state": state, **halves}).decode()


def _load(seq: int, text: str) -> Position | None:
    try:
        data = json.loads(text)
        kept: Kept = from_json(Kept, data["kept"])
        played: Played = from_json(Played, data["played"])
        state = game_of(kept.game, kept.rules_version).load(data["state"])
    except (LookupError, TypeError, ValueError, AttributeError, GameError):
        return None
    return Position(seq, replace(played, state=state), kept)
