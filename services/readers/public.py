"""What somebody who is not seated may know of a match with a spectator delay: the match as it stood some time ago.

Whatever is handed out beside the seats' own eyes goes by the match's row, put back to the last seq past the delay.
"""

from __future__ import annotations

from copy import copy
from typing import Final

from django.db import connection

from services.log import clock
from services.log.append import GENESIS
from services.log.models import Event
from services.matches import events as ev
from services.matches.models import UNAUDITED, Match
from services.matches.position import Position
from services.readers.history import position_at

PLIES, MS = "plies", "ms"


def is_delayed(match: Match) -> bool:
    """Whether those who are not seated are behind. A delay in plies ends with the match."""
    delay = match.delay or {}
    return bool(delay.get(MS)) or (bool(delay.get(PLIES)) and not match.over)


def public_seq(match: Match) -> int:
    """The last seq past the delay."""
    delay = match.delay or {}
    if not is_delayed(match):
        return match.head.seq
    if delay.get(MS):
        return _last_before(match, delay[MS])
    return _before_plies(match, delay[PLIES])


_OLD: Final = f"""
    SELECT coalesce(max(seq), -1) FROM store_event
     WHERE stream_id = %s AND seq <= %s AND at <= {clock.NOW} - %s * interval '1 ms'
"""


def _last_before(match: Match, ms: int) -> int:
    with connection.cursor() as cursor:
        cursor.execute(_OLD, [match.id, match.head.seq, ms])
        return int(cursor.fetchone()[0])


def _before_plies(match: Match, plies: int) -> int:
    """Right before the earliest of the last plies was sent; with fewer plies than that, before the first move."""
    events = Event.objects.filter(stream_id=match.id, seq__lte=match.head.seq)
    judged = events.filter(type=ev.MoveJudged.TYPE, pub__verdict=ev.STANDS).order_by("-seq")
    last = [of for of in judged.values_list("of", flat=True)[:plies] if of is not None]
    if len(last) == plies:
        return min(last) - 1
    first = events.filter(type=ev.MoveMade.TYPE).order_by("seq").values_list("seq", flat=True).first()
    return match.head.seq if first is None else int(first) - 1


_NEXT: Final = f"""
    SELECT extract(epoch FROM min(at) + %s * interval '1 ms' - {clock.NOW})::float8
      FROM store_event WHERE stream_id = %s AND seq > %s
"""


def seconds_to_next(match: Match) -> float | None:
    """Until the event behind those that are past the delay is past it too; None: nothing waits."""
    ms = (match.delay or {}).get(MS)
    if not ms:
        return None
    with connection.cursor() as cursor:
        cursor.execute(_NEXT, [ms, match.id, match.head.seq])
        seconds = cursor.fetchone()[0]
    return None if seconds is None else max(0.05, seconds)


def put_back(match: Match, seq: int) -> Match:
    """The same match as it stood after `seq`: its row then, as far as anybody reads it."""
    past = copy(match)
    past.stream, past.past = copy(match.stream), True
    event = Event.objects.filter(stream_id=match.id, seq=seq).first()
    position = None if event is None else position_at(match.id, seq)
    stream = past.stream
    stream.head_seq = seq
    stream.head_hash, stream.head_at = (GENESIS, past.opened_at) if event is None else (event.hash, event.at)
    past.judged_seq, past.clock_at, past.due_at = min(match.judged_seq, seq), None, None
    past.status = _status(position)
    if past.status in (Match.Status.OPEN, Match.Status.STARTING):
        past.started_at = None
    # The seed is revealed by the last event, which is not past the delay; an audit comes after it.
    past.revealed, past.audit = False, UNAUDITED
    if not past.over:
        past.ended_at, past.rematch = None, None
    return past


def _status(position: Position | None) -> str:
    if position is None or position.kept.started is None:
        aborted = position is not None and position.kept.aborted is not None
        return Match.Status.ABORTED if aborted else Match.Status.OPEN
    if position.kept.aborted is not None:
        return Match.Status.ABORTED
    return Match.Status.ENDED if position.result is not None else Match.Status.RUNNING


def as_public(match: Match) -> Match:
    """The match as those who are not seated may know it."""
    if not is_delayed(match):
        return match
    seq = public_seq(match)
    return match if seq >= match.head.seq else put_back(match, seq)
