"""Times as the log writes them, UTC with milliseconds, and whole milliseconds to reckon with."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

HOUR_MS = 3_600_000
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def to_ms(text: str) -> int:
    """Milliseconds since 1970 of `YYYY-MM-DDTHH:MM:SS.mmmZ` (milliseconds may be left out)."""
    return (datetime.fromisoformat(text.replace("Z", "+00:00")) - EPOCH) // timedelta(milliseconds=1)


def to_text(ms: int) -> str:
    moment = EPOCH + timedelta(milliseconds=ms)
    return moment.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


def as_logged(text: str) -> str:
    """A moment in any zone as the log writes it. Raises ValueError, TypeError or OverflowError for what is none."""
    return to_text(to_ms(text))
