"""What an account has looked at: nobody is called back for what they have seen meanwhile."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import connection

from services.log.clock import NOW
from services.people.models import Seen

_TABLE: Final = Seen._meta.db_table
_MARK: Final = f"""
    INSERT INTO {_TABLE} AS t (account, subject, at, watched_at)
    SELECT %s, %s, n.now, CASE WHEN %s THEN n.now END FROM (SELECT {NOW} AS now) n
    ON CONFLICT (account, subject) DO UPDATE
       SET at = greatest(t.at, excluded.at), watched_at = coalesce(excluded.watched_at, t.watched_at)
"""
_READ: Final = f"""
    SELECT s.account, s.subject, s.at, s.watched_at FROM {_TABLE} s
      JOIN unnest(%s::uuid[], %s::uuid[]) AS w(account, subject) ON w.account = s.account AND w.subject = s.subject
"""


@dataclass(frozen=True, slots=True)
class Look:
    """When something was last looked at: in any way, and in a browser, where somebody sits in front of it."""

    at: datetime
    watched_at: datetime | None


def mark_seen(account: UUID, subject: UUID, *, watched: bool) -> None:
    """The account sees the match (table, tournament) as it is now. One statement."""
    with connection.cursor() as cursor:
        cursor.execute(_MARK, [account, subject, watched])


def looks_of(pairs: Iterable[tuple[UUID, UUID]]) -> dict[tuple[UUID, UUID], Look]:
    """By account and subject. In one statement."""
    wanted = sorted(set(pairs))
    if not wanted:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(_READ, [[pair[0] for pair in wanted], [pair[1] for pair in wanted]])
        return {(account, subject): Look(at, watched) for account, subject, at, watched in cursor.fetchall()}
