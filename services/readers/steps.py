"""Which events of a log are steps: those that say a digest of the state and are no refusal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import connection

from services.log.read import ALL, Recorded, read
from services.matches import events as ev

SLICE: Final = 500  # events read at a time, however long a log is

# Of an event `e`, in a statement.
_IS_STEP: Final = f"e.dp IS NOT NULL AND NOT (e.type = '{ev.MoveJudged.TYPE}' AND e.pub->>'verdict' = '{ev.REFUSED}')"


def is_step(recorded: Recorded) -> bool:
    refused = recorded.type == ev.MoveJudged.TYPE and recorded.pub["verdict"] == ev.REFUSED
    return recorded.dp is not None and not refused


@dataclass(frozen=True, slots=True)
class Moment:
    """An event that can be looked at, and the step whose position it shows; None: play had not begun."""

    seq: int
    at: datetime
    hash: str
    step: int | None


_OWN: Final = f"""
    SELECT o.seq, o.at, o.hash,
           (SELECT e.seq FROM store_event e WHERE e.stream_id = o.stream_id AND e.seq <= o.seq AND {_IS_STEP}
             ORDER BY e.seq DESC LIMIT 1)
      FROM store_event o WHERE o.stream_id = %s AND o.seq = %s
"""


def own_step(stream: UUID, seq: int) -> Moment | None:
    """The event of that seq with the step at or before it."""
    with connection.cursor() as cursor:
        cursor.execute(_OWN, [stream, seq])
        row = cursor.fetchone()
    return None if row is None else Moment(*row)


_BETWEEN: Final = f"""
    SELECT e.seq, e.at, e.hash, e.seq FROM store_event e
     WHERE e.stream_id = %s AND e.seq >= %s AND e.seq <= %s AND {_IS_STEP} ORDER BY e.seq LIMIT %s
"""


def steps_between(stream: UUID, first: int, last: int, most: int = ALL) -> list[Moment]:
    """The steps of a stretch of the log, rising."""
    with connection.cursor() as cursor:
        cursor.execute(_BETWEEN, [stream, first, last, most])
        return [Moment(*row) for row in cursor.fetchall()]


def events_between(stream: UUID, after: int, upto: int) -> Iterator[Recorded]:
    """The events behind `after`, read a slice at a time."""
    while after < upto:
        last = min(after + SLICE, upto)
        yield from read(stream, after, last)
        after = last
