"""Daily dumps for whoever carries the records away."""

from __future__ import annotations

from datetime import UTC, date, timedelta
from typing import Any

from services.errors import NotFound
from services.log import clock
from services.records.dumps import is_closed, make_dump, matches_of, packed
from services.records.models import Dump


def dump_of(day: date | None) -> tuple[bytes, date, bool]:
    """The bytes, the day, and whether they stay as they are. Without one yesterday. Raises NotFound."""
    now = clock.now().astimezone(UTC)
    day = now.date() - timedelta(days=1) if day is None else day
    if day > now.date():
        raise NotFound
    row = Dump.objects.filter(day=day).first()
    if row is None and is_closed(day, now):
        row = make_dump(day)
    if row is None:
        return packed(matches_of(day)), day, False
    return bytes(row.body), day, True


def dumps() -> list[dict[str, Any]]:
    rows = Dump.objects.order_by("day").values("day", "matches", "bytes", "sha256")
    return [row | {"day": row["day"].isoformat()} for row in rows]
