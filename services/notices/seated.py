"""Who sits in a match, with what there is to say about it: read in one statement, however many matches it is about."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import connection

from engine.core.game import Json
from services.matches.models import Match, Seat
from services.readers.models import MatchCard


@dataclass(frozen=True, slots=True)
class SeatedPerson:
    """A person in a match."""

    match: UUID
    game: str
    seat: int
    account: UUID
    deadline_at: datetime | None = None
    started_at: datetime | None = None
    ended_at: datetime | None = None
    status: str = ""
    reason: str | None = None
    winners: str | None = None  # JSON

    def end(self) -> dict[str, Json]:
        winners = None if self.winners is None else json.loads(self.winners)
        return {"status": self.status, "reason": self.reason, "winners": winners}


_SEATED: Final = f"""
    SELECT m.id, m.game, s.seat, s.account, s.deadline_at, m.started_at, m.ended_at, m.status, c.reason, c.winners
      FROM {Match._meta.db_table} m JOIN {Seat._meta.db_table} s ON s.match_id = m.id
      LEFT JOIN {MatchCard._meta.db_table} c ON c.match_id = m.id
     WHERE m.id = ANY(%s::uuid[]) AND s.account IS NOT NULL AND s.bot = '' ORDER BY m.id, s.seat
"""


def people_in(matches: Sequence[str]) -> list[SeatedPerson]:
    """The seats held by accounts; one that a bot plays for somebody is not."""
    if not matches:
        return []
    with connection.cursor() as cursor:
        cursor.execute(_SEATED, [list(matches)])
        return [SeatedPerson(*row) for row in cursor.fetchall()]
