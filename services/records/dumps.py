"""Daily dumps: one export a line of every public match whose seed was revealed on a day (UTC), in that order."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from uuid import UUID

from django.db import connection

from services.log.clock import NOW
from services.matches.models import Match
from services.readers.export import opened_export
from services.records.models import Dump

WAIT: Final = timedelta(minutes=30)  # the longest delay of spectators, and some more

_OF_DAY: Final = f"""
    SELECT m.id FROM store_match m JOIN store_stream s ON s.id = m.id
     WHERE m.revealed AND NOT m.private AND s.head_at >= %s AND s.head_at < %s
       AND s.head_at + coalesce((m.delay->>'ms')::int, 0) * interval '1 ms' <= {NOW}
     ORDER BY s.head_at, m.id
"""


def matches_of(day: date) -> list[UUID]:
    """Those that everybody may know by now."""
    begin = datetime.combine(day, time(), UTC)
    with connection.cursor() as cursor:
        cursor.execute(_OF_DAY, [begin, begin + timedelta(days=1)])
        return [row[0] for row in cursor.fetchall()]


def lines_of(matches: list[UUID]) -> Iterator[bytes]:
    for match_id in matches:
        match = Match.objects.select_related("stream").get(pk=match_id)
        yield json.dumps(opened_export(match), separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


def packed(matches: list[UUID]) -> bytes:
    """The same matches give the same bytes. Only what is packed is held, however long the day was."""
    held = io.BytesIO()
    with gzip.GzipFile(fileobj=held, mode="wb", mtime=0) as file:
        for line in lines_of(matches):
            file.write(line)
    return held.getvalue()


def make_dump(day: date) -> Dump:
    """Once for a day that is over; a repeat changes nothing."""
    matches = matches_of(day)
    body = packed(matches)
    row, _ = Dump.objects.get_or_create(
        day=day,
        defaults={
            "matches": len(matches), "bytes": len(body), "sha256": hashlib.sha256(body).hexdigest(), "body": body,
        },
    )  # fmt: skip
    return row


def is_closed(day: date, now: datetime) -> bool:
    """Over for everybody, and not before the first reveal: of such days nothing is kept."""
    first = _first_day()
    return first is not None and first <= day < (now.astimezone(UTC) - WAIT).date()


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
