"""Vacations of accounts: 30 days in a UTC year, every started 24 hours cost one (async.md 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Q

from services.bus.telling import tell
from services.errors import Conflict
from services.facts import VacationChanged
from services.log import clock, fair
from services.people.models import Vacation

DAYS: Final = 30
DAY: Final = timedelta(days=1)
Stretch = tuple[datetime, datetime]


@dataclass(frozen=True, slots=True)
class VacationState:
    """Whether somebody is on vacation, since when, and how many days the year has left."""

    since: datetime | None
    days_left: int

    def as_json(self) -> dict[str, Any]:
        since = None if self.since is None else fair.time_text(self.since)
        return {"on": self.since is not None, "since": since, "days_left": self.days_left}


def days_by_year(stretches: Iterable[Stretch]) -> Counter[int]:
    """Every started 24 hours cost a day of the UTC year in which they start."""
    used: Counter[int] = Counter()
    for began, ended in stretches:
        day = began
        while day < ended or day == began:
            used[day.astimezone(UTC).year] += 1
            day += DAY
    return used


def last_moment(began: datetime, earlier: Sequence[Stretch]) -> datetime:
    """How long a vacation may last that begins now: until a day would start for which no day is left."""
    used = days_by_year(earlier)
    day = began
    while used[day.astimezone(UTC).year] < DAYS:
        used[day.astimezone(UTC).year] += 1
        day += DAY
    return day


def vacation_of(account: UUID, now: datetime | None = None) -> VacationState:
    now = clock.now() if now is None else now
    rows = list(Vacation.objects.filter(account_id=account).order_by("began"))
    used = days_by_year((row.began, min(row.ended or now, row.until)) for row in rows)
    since = next((row.began for row in rows if row.ended is None and now < row.until), None)
    return VacationState(since, max(0, DAYS - used[now.astimezone(UTC).year]))


def change_vacation(account: UUID, on: bool, command: str | None = None) -> VacationState:
    """Begin or end one; what is so already stays so. A command that has switched it before changes nothing again.

    Raises Conflict `no-days-left`, `command-reused`.
    """
    now = clock.now()
    before = None if command is None else _switched_by(account, command)
    if before is not None and before != on:
        raise Conflict("command-reused")
    if before is None:
        (_begin if on else _end)(account, now, command)
    return vacation_of(account, now)


def _switched_by(account: UUID, command: str) -> bool | None:
    """Whether this command has switched a vacation on or off; None: neither."""
    rows = Vacation.objects.filter(Q(began_by=command) | Q(ended_by=command), account_id=account)
    row = rows.first()
    return None if row is None else row.began_by == UUID(command)


def _end(account: UUID, now: datetime, command: str | None) -> None:
    with transaction.atomic():
        if Vacation.objects.filter(account_id=account, ended__isnull=True).update(ended=now, ended_by=command):
            tell([VacationChanged(str(account))], now)


def _begin(account: UUID, now: datetime, command: str | None) -> None:
    rows = list(Vacation.objects.filter(account_id=account))
    if any(row.ended is None and now < row.until for row in rows):
        return
    until = last_moment(now, [(row.began, row.ended or row.until) for row in rows])
    if until <= now:
        raise Conflict("no-days-left")
    try:
        with transaction.atomic():
            end_overdue(now, account)
            Vacation.objects.create(account_id=account, began=now, until=until, began_by=command)
            tell([VacationChanged(str(account))], now)
    except IntegrityError:  # switched on twice at the same time
        return


def end_overdue(now: datetime, account: UUID | None = None) -> None:
    """Vacations whose last day is over: all, or those of one account."""
    rows = Vacation.objects.filter(ended__isnull=True, until__lte=now)
    for row in rows if account is None else rows.filter(account_id=account):
        with transaction.atomic():
            Vacation.objects.filter(pk=row.pk, ended__isnull=True).update(ended=row.until)
            tell([VacationChanged(str(row.account_id))], now)
