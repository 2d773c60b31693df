"""Days and moments as people write them, in UTC; in Persian by the Jalali calendar."""

from __future__ import annotations

from datetime import UTC, datetime

from persiantools.jdatetime import JalaliDate

from gateway.words import digits, shell_texts


def day_text(at: datetime | str, language: str) -> str:
    """20 Nov 2026."""
    moment = _moment(at)
    words = shell_texts(language)["dates"]
    if language == "fa":
        jalali = JalaliDate(moment.date())  # type: ignore[no-untyped-call]
        year, month, day = jalali.year, jalali.month, jalali.day
    else:
        year, month, day = moment.year, moment.month, moment.day
    return digits(f"{day} {words['months'][month - 1]} {year}", language)


def moment_text(at: datetime | str, language: str) -> str:
    """20 Nov 2026, 14:30 UTC."""
    moment = _moment(at)
    template: str = shell_texts(language)["dates"]["moment"]
    return template.format(day=day_text(moment, language), clock=digits(f"{moment:%H:%M}", language))


def _moment(at: datetime | str) -> datetime:
    return (datetime.fromisoformat(at) if isinstance(at, str) else at).astimezone(UTC)
