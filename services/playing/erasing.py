"""An account leaves for good: tables are left, running matches resigned; logs keep its id, nobody its name."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from uuid import UUID

from django.db import transaction

from services.errors import Refusal
from services.matches.models import Match, Seat
from services.people.models import Account, Appeal, Seen
from services.playing.offers import resign
from services.playing.tables import leave_seat


def accounts_of(account: UUID) -> list[UUID]:
    """The account and its bot accounts, which go with it."""
    return [account, *Account.objects.filter(owner_id=account).values_list("pk", flat=True)]


def leave_everything(account: UUID) -> None:
    """Every append is safe to repeat: one that was broken off is gone on with by asking again."""
    seats = Seat.objects.filter(account=account, bot="")
    for match_id, status in seats.values_list("match_id", "match__status"):
        with suppress(Refusal):  # it ended or began meanwhile
            if status == Match.Status.OPEN:
                leave_seat(match_id=match_id, account=account)
            elif status in (Match.Status.RUNNING, Match.Status.STARTING):
                resign(match_id=match_id, account=account)


def erase(account: UUID, forget: Callable[[UUID], None]) -> None:
    """First what others wait for, then, in one transaction, what services `forget` and the row of the account.

    With the row go name, login, password, tokens, settings, addresses and bot accounts.
    """
    accounts = accounts_of(account)
    for leaving in accounts:
        leave_everything(leaving)
    with transaction.atomic():
        for leaving in accounts:
            forget(leaving)
        Appeal.objects.filter(account__in=accounts).delete()
        Seen.objects.filter(account__in=accounts).delete()
        Account.objects.filter(pk=account).delete()
