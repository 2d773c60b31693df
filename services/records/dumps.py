"""Daily dumps: one export a line of every public match whose seed was revealed on a day (UTC), in that order.

A dump is cut into parts of so many matches, each a member of one gzip file: none is ever held whole.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from uuid import UUID

from django.db import connection

from services.log.clock import NOW
from services.matches.models import Match
from services.readers.export import opened_export
from services.records.models import Dump

WAIT: Final = timedelta(minutes=30)  # the longest delay of spectators, and some more
PART: Final = 100  # matches
EMPTY: Final = gzip.compress(b"", mtime=0)  # the dump of a day without matches


@dataclass(frozen=True, slots=True)
class Place:
    """In the order of a day: when the seed of a match was revealed, and its id."""

    at: datetime
    match: UUID


@dataclass(frozen=True, slots=True)
class Part:
    """So many matches of a day, packed with gzip; the same matches give the same bytes."""

    matches: int
    last: Place
    body: bytes


_OF_DAY: Final = f"""
    SELECT s.head_at, m.id FROM store_match m JOIN store_stream s ON s.id = m.id
     WHERE m.revealed AND NOT m.private AND s.head_at >= %s AND s.head_at < %s AND (s.head_at, m.id) > (%s, %s)
       AND s.head_at + coalesce((m.delay->>'ms')::int, 0) * interval '1 ms' <= {NOW}
     ORDER BY s.head_at, m.id LIMIT %s
"""


def _places(day: date, after: Place | None) -> list[Place]:
    """The next matches of a day that everybody may know by now."""
    begin = datetime.combine(day, time(), UTC)
    last = after or Place(begin, UUID(int=0))
    with connection.cursor() as cursor:
        cursor.execute(_OF_DAY, [begin, begin + timedelta(days=1), last.at, last.match, PART])
        return [Place(*row) for row in cursor.fetchall()]


def parts_of(day: date, after: Place | None = None) -> Iterator[Part]:
    """What there is of a day by now, behind a place."""
    while places := _places(day, after):
        after = places[-1]
        lines = b"".join(_line(place.match) for place in places)
        yield Part(len(places), after, gzip.compress(lines, mtime=0))


def _line(match_id: UUID) -> bytes:
    match = Match.objects.select_related("stream").get(pk=match_id)
    return json.dumps(opened_export(match), separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def days_due(now: datetime) -> list[date]:
    """Days since the first reveal that are over for everybody and have no dump yet."""
    last = (now.astimezone(UTC) - WAIT).date() - timedelta(days=1)
    newest = Dump.objects.order_by("-day").values_list("day", flat=True).first()
    first = newest + timedelta(days=1) if newest is not None else _first_day()
    if first is None:
        return []
    return [first + timedelta(days=number) for number in range((last - first).days + 1)]


def _first_day() -> date | None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT min(s.head_at) FROM store_match m JOIN store_stream s ON s.id = m.id WHERE m.revealed")
        first = cursor.fetchone()[0]
    return None if first is None else first.astimezone(UTC).date()
