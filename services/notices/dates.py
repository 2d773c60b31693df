"""Moments as people write them: in their own zone, in Persian by the Jalali calendar and in Persian digits."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from persiantools.jdatetime import JalaliDate

_PERSIAN_DIGITS = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")
LEFT_TO_RIGHT = "\u200e"


def digits(value: object, language: str) -> str:
    return str(value).translate(_PERSIAN_DIGITS) if language == "fa" else str(value)


def moment_text(at: datetime, utc_offset: int, language: str, words: Mapping[str, Any]) -> str:
    """Day, time and zone: 20 November 2026, 14:30 (UTC+3:30)."""
    local = at + timedelta(minutes=utc_offset)
    if language == "fa":
        jalali = JalaliDate(local.date())  # type: ignore[no-untyped-call]
        year, month, day = jalali.year, jalali.month, jalali.day
    else:
        year, month, day = local.year, local.month, local.day
    text: str = words["moment"].format(
        day=day, month=words["months"][month - 1], year=year, clock=f"{local:%H:%M}", zone=_zone(utc_offset, language)
    )
    return digits(text, language)


def _zone(utc_offset: int, language: str) -> str:
    mark = LEFT_TO_RIGHT if language == "fa" else ""
    if utc_offset == 0:
        return f"{mark}UTC"
    hours, minutes = divmod(abs(utc_offset), 60)
    return f"{mark}UTC{'+' if utc_offset > 0 else '−'}{hours}" + (f":{minutes:02}" if minutes else "")
