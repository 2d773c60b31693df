"""Keeping plays: rows of records, entries of the index, and whose list they are in."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection

from engine.games import GAMES
from services.records.index import Indexed, add_entries, collect, count_positions, outcomes_of
from services.records.models import COLLECTION, IMPORTED, Holding
from services.records.plays import Play
from services.records.positions import passed_by

_RECORDS = """
    INSERT INTO records_record (id, game, rules_version, options, moves, result, reason, final, scores, year, tags,
                                added_at)
    SELECT id, game, rules_version, options, moves, result, reason, final, scores, year, tags, added_at
      FROM jsonb_to_recordset(%s::jsonb) AS r(id uuid, game text, rules_version int, options jsonb, moves text,
           result text, reason text, final text, scores jsonb, year int, tags jsonb, added_at timestamptz)
        ON CONFLICT (id) DO NOTHING
"""


def store_plays(plays: Sequence[Play], at: datetime, account: UUID | None = None) -> set[UUID]:
    """Keep plays for an account, or in the house's collection; which of them were new. Call it in a transaction."""
    if not plays:
        return set()
    items = {play.id: _indexed(play, at, COLLECTION if account is None else IMPORTED) for play in plays}
    with connection.cursor() as cursor:
        cursor.execute(_RECORDS, [json.dumps([_record(play, at) for play in plays])])
    new = add_entries(list(items.values()))
    if account is None:
        return new | collect([key for key in items if key not in new], items, at)
    hold(account, [items[key] for key in items], at)
    return new


def hold(account: UUID, items: Sequence[Indexed], at: datetime) -> None:
    """Into an account's list, and among the positions that it alone explores."""
    known = set(
        Holding.objects.filter(account=account, subject__in=[item.id for item in items]).values_list(
            "subject", flat=True
        )
    )
    fresh = [item for item in items if item.id not in known]
    Holding.objects.bulk_create([Holding(account=account, subject=item.id, at=at) for item in fresh])
    count_positions(fresh, str(account))


def _record(play: Play, at: datetime) -> dict[str, Any]:
    return {
        "id": str(play.id), "game": play.game, "rules_version": play.rules_version, "options": play.options,
        "moves": "\n".join(play.moves), "result": play.result, "reason": play.reason, "final": play.final,
        "scores": list(play.scores), "year": play.year, "tags": list(play.tags), "added_at": at.isoformat(),
    }  # fmt: skip


def _indexed(play: Play, at: datetime, shelf: str) -> Indexed:
    return Indexed(
        id=play.id,
        shelf=shelf,
        game=play.game,
        ended_at=at,
        reason=play.reason,
        outcomes=outcomes_of(play.winners, 2),
        moves=len(play.moves),
        public_at=at,
        passed=passed_by(GAMES[play.game], play.positions, play.moves),
    )
