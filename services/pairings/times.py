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
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{ms % 1000:03d}Z"
