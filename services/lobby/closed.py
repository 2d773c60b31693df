"""What ends with a closed account: seeks, invitations, open tables, vacations; matches without a clock are resigned.

Where there is a clock it runs on, and what the table has agreed on follows when it runs out.
"""

from __future__ import annotations

import uuid
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db.models import Q

from services.errors import Refusal
from services.lobby.models import Invitation, Seek
from services.matches.models import Match, Seat
from services.people.models import Account, Closing
from services.people.vacations import change_vacation, vacation_of
from services.playing.rulings import resign_seat
from services.playing.tables import leave_seat

LATELY: Final = timedelta(minutes=10)  # so long it is looked at again: a table may have begun, a move have waited
_RESIGNS: Final = uuid.UUID("3d3c3c0e-6a53-4d4e-8f0d-6a5d3e6f5b11")  # namespace of the commands made here


def end_for_closed(accounts: set[UUID]) -> None:
    """Safe to repeat. Of accounts that are open again by now nothing ends."""
    closed = set(Account.objects.filter(pk__in=accounts, is_active=False).values_list("pk", flat=True))
    if not closed:
        return
    Seek.objects.filter(account__in=closed, status=Seek.Status.OPEN).update(status=Seek.Status.GONE)
    theirs = Q(inviter__in=closed) | Q(invited__in=closed)
    Invitation.objects.filter(theirs, status=Invitation.Status.OPEN).update(status=Invitation.Status.GONE)
    for account in closed:
        _end_vacation(account)
        _leave(account)


def with_bots(account: UUID) -> set[UUID]:
    return {account, *Account.objects.filter(owner_id=account).values_list("pk", flat=True)}


def closed_lately(now: datetime) -> set[UUID]:
    rows = Closing.objects.filter(at__gt=now - LATELY, reopened_at__isnull=True)
    return set(rows.values_list("account", flat=True))


def _end_vacation(account: UUID) -> None:
    if vacation_of(account).since is not None:
        change_vacation(account, on=False)


def _leave(account: UUID) -> None:
    """A match that cannot take it now, as a move waits in it, is left for the next time."""
    seats = Seat.objects.filter(account=account, bot="").exclude(match__status__in=("ended", "aborted"))
    timed = Q(match__clock__isnull=False) | Q(match__move_seconds__isnull=False)
    for match_id, seat, status in seats.exclude(timed, match__status=Match.Status.RUNNING).values_list(
        "match_id", "seat", "match__status"
    ):
        with suppress(Refusal):
            if status == Match.Status.OPEN:
                leave_seat(match_id=match_id, account=account)
            elif status == Match.Status.RUNNING:
                resign_seat(match_id=match_id, seat=seat, command=str(uuid.uuid5(_RESIGNS, f"{match_id}:{seat}")))
