"""Looks at finished matches that come again: when they are due stands in the database, so that a restart moves none."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from services.auditor.models import AuditPass
from services.bus import pokes

NIGHTLY, WEEKLY = "nightly", "weekly"
EVERY: Final = {NIGHTLY: timedelta(days=1), WEEKLY: timedelta(days=7)}
TASKS: Final = {NIGHTLY: "auditor.nightly", WEEKLY: "auditor.full"}
STALLED: Final = timedelta(minutes=2)  # a stretch takes seconds: its poke was lost
FIRST: Final = UUID(int=0)  # before every match


def due(now: datetime) -> None:
    """The first ones come a day and a week after the house was begun."""
    present = {audit.name: audit for audit in AuditPass.objects.all()}
    for name, span in EVERY.items():
        audit = present.get(name)
        if audit is None:
            AuditPass.objects.get_or_create(name=name, defaults={"began": now, "moved": now})
        elif audit.after is None and now - audit.began >= span:
            _begin(audit, now)
        elif audit.after is not None and now - audit.moved >= STALLED:
            move_on(name, audit.after, audit.after, now)


def _begin(audit: AuditPass, now: datetime) -> None:
    """One of those who see that it is due begins it."""
    free = AuditPass.objects.filter(name=audit.name, began=audit.began)
    if free.update(began=now, after=FIRST, moved=now):
        pokes.poke(TASKS[audit.name], queue="auditor")


def place(name: str) -> UUID | None:
    """Behind which match it goes on; None: it is not under way."""
    return AuditPass.objects.filter(name=name).values_list("after", flat=True).first()


def move_on(name: str, before: UUID, after: UUID | None, now: datetime) -> None:
    """The next stretch begins behind `after`; None: it has come to its end.

    Who looked at the same stretch twice moves nothing on twice.
    """
    moved = AuditPass.objects.filter(name=name, after=before).update(after=after, moved=now)
    if moved and after is not None:
        pokes.poke(TASKS[name], queue="auditor")
