"""What is due for the notices: seats that are asked and were not called, clocks that run out, rows nobody needs."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db import connection, transaction

from services.log.clock import NOW
from services.matches.events import MoveJudged
from services.notices.announcements import Announcement, match_path
from services.notices.models import CalledSeat, Outgoing
from services.notices.outgoing import announce
from services.notices.reminders import MarkLook, clocks_now, look
from services.people.things import Thing
from services.readers.models import MatchCard

MOST: Final = 500
RECENT: Final = timedelta(minutes=10)
KEPT: Final = timedelta(days=7)  # messages that have left
SEARCH_SECONDS: Final = 3600.0


class Search:
    """When all running matches are looked through: at the start, once an hour, and after a time without looking.

    In between it is enough to look at those that moved lately.
    """

    def __init__(self) -> None:
        self._next = self._until = 0.0

    def is_due(self) -> bool:
        return time.monotonic() >= min(self._next, self._until)

    def looked(self, everywhere: bool) -> None:
        self._until = time.monotonic() + RECENT.total_seconds() / 2
        if everywhere:
            self._next = time.monotonic() + SEARCH_SECONDS


_search = Search()


def due(now: datetime) -> None:
    """Safe to run as often as one likes, and in several processes at once."""
    everywhere = _search.is_due()
    if everywhere:
        _forget(now)
    _call_seats(None if everywhere else now - RECENT)
    _search.looked(everywhere)
    _remind()


# -- your turn --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AskedSeat:
    """A seat with an open question that nobody has answered."""

    match: UUID
    seat: int
    account: UUID
    decision: int
    asked_at: datetime
    deadline: datetime | None
    game: str
    timed: bool  # its match has a clock
    own: bool  # a judgement of its own move has put the question: the same turn goes on


_ASKED = "s.match_id, s.seat, s.account, s.decision, s.asked_at, s.deadline_at, m.game"
_TIMED = "m.clock IS NOT NULL OR m.move_seconds IS NOT NULL"
_OWN = f"coalesce(e.type = '{MoveJudged.TYPE}' AND (e.pub->>'seat')::int = s.seat, false)"
_CARDS = MatchCard._meta.db_table
_CALLED = CalledSeat._meta.db_table
# A bot that plays for somebody is not called, nor is anybody who sits alone.
_UNCALLED = f"""
    SELECT {_ASKED}, {_TIMED}, {_OWN} FROM {{source}} JOIN store_seat s ON s.match_id = m.id
      LEFT JOIN store_event e ON e.stream_id = m.id AND e.seq = m.judged_seq
      LEFT JOIN {_CALLED} c ON c.match = s.match_id AND c.seat = s.seat
     WHERE m.status = 'running' AND m.seats > 1 AND s.account IS NOT NULL AND s.bot = '' AND s.decision IS NOT NULL
       AND s.answered_seq IS NULL AND c.decision IS DISTINCT FROM s.decision{{since}}
     ORDER BY s.asked_at LIMIT %s
"""
_UNCALLED_EVER = _UNCALLED.format(source="store_match m", since="")
_UNCALLED_LATELY = _UNCALLED.format(
    source=f"{_CARDS} card JOIN store_match m ON m.id = card.match_id", since=" AND card.moved_at >= %s"
)
_CALL = f"""
    INSERT INTO {_CALLED} AS t (match, seat, decision, stint, mark, look_at)
    SELECT match, seat, decision, 0, 0, look_at
      FROM unnest(%s::uuid[], %s::smallint[], %s::int[], %s::timestamptz[]) AS w(match, seat, decision, look_at)
     ORDER BY match, seat
    ON CONFLICT (match, seat) DO UPDATE SET decision = excluded.decision, look_at = excluded.look_at
     WHERE t.decision <> excluded.decision
    RETURNING match, seat
"""


def _call_seats(since: datetime | None) -> None:
    """Once for each decision: whoever changes the row of a called seat writes its message, in the same transaction."""
    while len(_call_some(since)) == MOST:
        pass


def _call_some(since: datetime | None) -> Sequence[AskedSeat]:
    with transaction.atomic(), connection.cursor() as cursor:
        if since is None:
            cursor.execute(_UNCALLED_EVER, [MOST])
        else:
            cursor.execute(_UNCALLED_LATELY, [since, MOST])
        asked = [AskedSeat(*row) for row in cursor.fetchall()]
        if asked:
            cursor.execute(_CALL, _columns(asked))
            mine = set(cursor.fetchall())
            turns = [seat for seat in asked if (seat.match, seat.seat) in mine and not seat.own]
            announce([_turn(seat) for seat in turns], _now(cursor))
    return asked


def forget_calls(matches: Sequence[str]) -> None:
    """Of matches that are over."""
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {_CALLED} WHERE match = ANY(%s::uuid[])", [list(matches)])


def _now(cursor: Any) -> datetime:
    cursor.execute(f"SELECT {NOW}")
    row: tuple[datetime] = cursor.fetchone()
    return row[0]


def _columns(asked: Sequence[AskedSeat]) -> list[list[Any]]:
    """A seat with a clock is looked at at once."""
    return [
        [seat.match for seat in asked],
        [seat.seat for seat in asked],
        [seat.decision for seat in asked],
        [seat.asked_at if seat.timed else None for seat in asked],
    ]


def _turn(seat: AskedSeat) -> Announcement:
    return Announcement(
        account=seat.account,
        thing=Thing.TURN,
        key=f"{Thing.TURN}:{seat.match}:{seat.seat}:{seat.decision}",
        subject=seat.match,
        game=seat.game,
        at=seat.asked_at,
        path=match_path(seat.match),
        match=seat.match,
        seat=seat.seat,
        decision=seat.decision,
        deadline=seat.deadline,
    )


# -- time running out -------------------------------------------------------------------------------------------------

_DUE_LOOKS = f"""
    SELECT c.match, c.seat, c.stint, c.mark,
           CASE WHEN s.answered_seq IS NULL AND s.bot = '' AND m.status = 'running' THEN s.account END, s.decision,
           s.asked_at, m.game, {NOW}
      FROM {_CALLED} c JOIN store_seat s ON s.match_id = c.match AND s.seat = c.seat
      JOIN store_match m ON m.id = c.match
     WHERE c.look_at <= {NOW} ORDER BY c.look_at LIMIT %s FOR UPDATE OF c SKIP LOCKED
"""
_LOOKED = f"""
    UPDATE {_CALLED} c SET stint = w.stint, mark = w.mark, look_at = w.look_at
      FROM unnest(%s::uuid[], %s::smallint[], %s::int[], %s::smallint[], %s::timestamptz[])
        AS w(match, seat, stint, mark, look_at)
     WHERE c.match = w.match AND c.seat = w.seat
"""


def _remind() -> None:
    while _remind_some() == MOST:
        pass


def _remind_some() -> int:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_DUE_LOOKS, [MOST])
        rows = [DueLook(*row) for row in cursor.fetchall()]
        if not rows:
            return 0
        now = rows[0].now
        times = clocks_now([(row.match, row.seat) for row in rows if row.waits])
        looks: list[tuple[DueLook, MarkLook]] = []
        items: list[Announcement] = []
        for row in rows:
            time = times.get((row.match, row.seat)) if row.waits else None
            # Without a clock it is not looked at until the seat is called again.
            seen = (
                look(time, row.stint, row.mark, now) if time is not None else MarkLook(row.stint, row.mark, False, None)
            )
            looks.append((row, seen))
            if time is not None and seen.tell:
                items.append(_reminder(row, seen, time.deadline))
        cursor.execute(_LOOKED, _look_columns(looks))
        announce(items, now)
    return len(rows)


@dataclass(frozen=True, slots=True)
class DueLook:
    """A seat whose clock is to be looked at. Without an account it waits for nobody we could call."""

    match: UUID
    seat: int
    stint: int
    mark: int
    account: UUID | None
    decision: int | None
    asked_at: datetime | None
    game: str
    now: datetime

    @property
    def waits(self) -> bool:
        return self.account is not None and self.decision is not None


def _look_columns(looks: Sequence[tuple[DueLook, MarkLook]]) -> list[list[Any]]:
    return [
        [row.match for row, _ in looks],
        [row.seat for row, _ in looks],
        [seen.stint for _, seen in looks],
        [seen.mark for _, seen in looks],
        [seen.look_at for _, seen in looks],
    ]


def _reminder(seat: DueLook, seen: MarkLook, deadline: datetime | None) -> Announcement:
    assert seat.account is not None
    return Announcement(
        account=seat.account,
        thing=Thing.TIME,
        key=f"{Thing.TIME}:{seat.match}:{seat.seat}:{seen.stint}:{seen.mark}",
        subject=seat.match,
        game=seat.game,
        at=seat.now,
        path=match_path(seat.match),
        match=seat.match,
        seat=seat.seat,
        decision=seat.decision,
        deadline=deadline,
        more={"used": seen.mark},
    )


# -- what nobody needs ------------------------------------------------------------------------------------------------


def _forget(now: datetime) -> None:
    Outgoing.objects.filter(done_at__lt=now - KEPT).delete()
