"""Daily dumps for whoever carries the records away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, timedelta
from typing import Any

from services.errors import NotFound
from services.log import clock
from services.records.dumps import EMPTY, parts_of
from services.records.models import Dump, DumpPart


@dataclass(frozen=True, slots=True)
class DayDump:
    """The bytes of a day in parts; how many, if that is known: then they stay as they are."""

    day: date
    parts: Iterator[bytes]
    size: int | None = None


def dump_of(day: date | None) -> DayDump:
    """Of a day, of yesterday without one: what was kept, or what there is by now. Raises NotFound."""
    today = clock.now().astimezone(UTC).date()
    day = today - timedelta(days=1) if day is None else day
    if day > today:
        raise NotFound
    row = Dump.objects.filter(day=day).first()
    if row is None:
        return DayDump(day, _never_empty(part.body for part in parts_of(day)))
    return DayDump(day, _never_empty(_kept(day)), row.bytes)


def _kept(day: date) -> Iterator[bytes]:
    """A part at a time, so that a day is never held whole."""
    for number in range(DumpPart.objects.filter(day=day).count()):
        yield bytes(DumpPart.objects.get(day=day, number=number).body)


def _never_empty(parts: Iterator[bytes]) -> Iterator[bytes]:
    """A file of gzip, also without any match."""
    yield next(parts, EMPTY)
    yield from parts


def dumps() -> list[dict[str, Any]]:
    rows = Dump.objects.order_by("day").values("day", "matches", "bytes", "sha256")
    return [row | {"day": row["day"].isoformat()} for row in rows]
