"""Loading: matches with everything recorded since they were last judged, and the position and keys to judge with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from typing import Any, Final
from uuid import UUID

from cachetools import LRUCache
from django.db import connection

from services.log import clock
from services.log.models import Seed
from services.log.read import RECORDED, Recorded, recorded
from services.matches.fold import fold_events
from services.matches.models import BotKey, Match
from services.matches.position import Position
from services.matches.snapshots import fold_stream
from services.playing.commit import bot_keys
from services.playing.keys import Keys, keys_of

MOST_KEPT: Final = 500


@dataclass(frozen=True, slots=True)
class LoadedMatch:
    """A match, what was recorded since it was last judged, and the database's time, as of one moment."""

    match: Match
    at: datetime
    events: tuple[Recorded, ...]


@dataclass(frozen=True, slots=True)
class Desk:
    """What a worker keeps of a match between two pokes: the position at the last judgement, and the keys."""

    position: Position
    keys: Keys


_LOAD = f"""
    SELECT {Match.columns("m", "st")}, {clock.NOW}, {RECORDED}
      FROM (VALUES {{asked}}) AS asked(id)
      JOIN store_match m ON m.id = asked.id JOIN store_stream st ON st.id = m.id
      LEFT JOIN store_event e ON e.stream_id = m.id AND e.seq > m.judged_seq
     ORDER BY m.id, e.seq
"""


def load(match_ids: Sequence[UUID]) -> list[LoadedMatch]:
    """One statement; ids that do not exist are left out."""
    asked = ", ".join(["(%s::uuid)"] * len(match_ids))
    with connection.cursor() as cursor:
        cursor.execute(_LOAD.format(asked=asked), list(match_ids))
        rows = cursor.fetchall()
    by_match: dict[UUID, list[Sequence[Any]]] = {}
    for row in rows:
        by_match.setdefault(row[0], []).append(row)
    return [_loaded(lines) for lines in by_match.values()]


def _loaded(rows: Sequence[Sequence[Any]]) -> LoadedMatch:
    size = Match.row_size()
    events = tuple(recorded(*row[size + 1 :]) for row in rows if row[size + 1] is not None)
    return LoadedMatch(Match.from_row(rows[0]), clock.steady(rows[0][size]), events)


_desks: LRUCache[UUID, Desk] = LRUCache(MOST_KEPT)
_lock = Lock()  # judges in threads share the desks


def desk_of(match: Match) -> Desk:
    """The kept desk if it stands where the match stands, else one folded from the log."""
    with _lock:
        desk = _desks.get(match.id)
    if desk is not None and desk.position.seq == match.judged_seq:
        return desk
    position = fold_stream(match.id, match.judged_seq).position
    return Desk(position, keys_of(match.id, seed_of(match.id), position.kept.entropy))


def seed_of(match_id: UUID) -> bytes:
    return bytes(Seed.objects.values_list("seed", flat=True).get(stream_id=match_id))


def keys_at_start(loaded: LoadedMatch) -> Keys:
    """The keys of a table whose seats are taken: by the entropy of those who sit there."""
    holders = fold_events(loaded.events).position.kept.holders.values()
    entropy = {holder.account: holder.entropy for holder in holders if holder.account is not None}
    return keys_of(loaded.match.id, seed_of(loaded.match.id), entropy)


def ensure_bot_keys(match_id: UUID, desk: Desk) -> None:
    """A bot that has taken a seat over gets its key here: whoever seated it does not know the seed."""
    if not desk.position.bots:
        return
    present = set(BotKey.objects.filter(match_id=match_id).values_list("seat", flat=True))
    missing = [row for row in bot_keys(match_id, desk.keys, desk.position) if row.seat not in present]
    BotKey.objects.bulk_create(
        [BotKey(match_id=match_id, seat=row.seat, key=row.key) for row in missing], ignore_conflicts=True
    )


def keep(match_id: UUID, desk: Desk) -> None:
    """Only after the statement that wrote this position is committed."""
    with _lock:
        _desks[match_id] = desk


def forget(match_id: UUID) -> None:
    with _lock:
        _desks.pop(match_id, None)
