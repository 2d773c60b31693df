"""Vacations in running matches: written into each log, completed by the sweep, begun before a deadline."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db import connection

from services.errors import Conflict
from services.people.models import Account, Preferences, Vacation
from services.people.vacations import change_vacation, end_overdue, vacation_of
from services.playing.parking import put_aside
from services.playing.vacation import keep_vacation

SEARCH: Final = 30.0  # seconds between two searches for what a fact has missed
AHEAD: Final = timedelta(hours=1)  # an automatic vacation begins so long before a deadline
MOST: Final = 500


def follow_account(account: UUID) -> None:
    """Every running match of an account gets what is so now."""
    since = vacation_of(account).since
    for match_id, seat in _rows(_SEATS, [account]):
        with put_aside(match_id):
            keep_vacation(match_id, seat, account, since)


_SEATS: Final = """
    SELECT s.match_id, s.seat FROM store_seat s JOIN store_match m ON m.id = s.match_id
     WHERE s.account = %s AND m.status = 'running' AND m.vacation
"""


def due(now: datetime) -> None:
    _begin_automatic(now)
    end_overdue(now)
    if _search.is_due():
        find_missed()


class Every:
    """Whether so many seconds have passed since the last time; the first time at once."""

    def __init__(self, seconds: float) -> None:
        self._seconds, self._next = seconds, 0.0

    def is_due(self) -> bool:
        if time.monotonic() < self._next:
            return False
        self._next = time.monotonic() + self._seconds
        return True


_search = Every(SEARCH)


def find_missed() -> None:
    """Seats whose row does not say what is so: matches that began meanwhile, facts that got lost."""
    for match_id, seat, account, began in _rows(_MISSED, [MOST]):
        with put_aside(match_id):
            keep_vacation(match_id, seat, account, began)
    for match_id, seat, account in _rows(_OVER, [MOST]):
        with put_aside(match_id):
            keep_vacation(match_id, seat, account, None)


_MISSED: Final = f"""
    SELECT s.match_id, s.seat, s.account, v.began
      FROM {Vacation._meta.db_table} v JOIN store_seat s ON s.account = v.account_id
      JOIN store_match m ON m.id = s.match_id
     WHERE v.ended IS NULL AND NOT s.on_vacation AND m.status = 'running' AND m.parked = '' AND m.vacation LIMIT %s
"""
_OVER: Final = f"""
    SELECT s.match_id, s.seat, coalesce(s.account, s.former) FROM store_seat s
      JOIN store_match m ON m.id = s.match_id
     WHERE s.on_vacation AND m.status = 'running' AND m.parked = '' AND NOT EXISTS
           (SELECT FROM {Vacation._meta.db_table} v WHERE v.account_id = s.account AND v.ended IS NULL) LIMIT %s
"""


def _begin_automatic(now: datetime) -> None:
    """For those who wish so, an hour before a clock would run out."""
    for (account,) in _rows(_NEAR, [now + AHEAD, now, now + AHEAD, now - AHEAD, MOST]):
        try:
            change_vacation(account, on=True)
        except Conflict:  # no days are left
            continue
        follow_account(account)


# Whoever has just come back is not sent away again at once.
_NEAR: Final = f"""
    SELECT DISTINCT s.account FROM store_match m JOIN store_seat s ON s.match_id = m.id
      JOIN {Preferences._meta.db_table} p ON p.account_id = s.account AND p.auto_vacation
      JOIN {Account._meta.db_table} a ON a.id = s.account AND a.is_active
     WHERE m.clock_at <= %s AND m.status = 'running' AND m.vacation
       AND s.deadline_at > %s AND s.deadline_at <= %s AND NOT s.on_vacation
       AND NOT EXISTS (SELECT FROM {Vacation._meta.db_table} v
                        WHERE v.account_id = s.account AND (v.ended IS NULL OR v.ended > %s))
     LIMIT %s
"""


def _rows(statement: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())
