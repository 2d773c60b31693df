"""An account that leaves for good: it withdraws wherever it has entered or waits, and its invitations go."""

from __future__ import annotations

import uuid
from contextlib import suppress
from typing import Any
from uuid import UUID

from services.errors import Refusal
from services.tournaments.commands import Asked
from services.tournaments.entering import leave
from services.tournaments.models import TournamentEntry, TournamentInvitation, Waiting


def entries_of(account: UUID) -> list[dict[str, Any]]:
    """Everywhere an account has entered."""
    rows = TournamentEntry.objects.filter(account=account).order_by("tournament__opened_at")
    return [{"tournament": str(row.tournament_id), "entry": row.entry, "status": row.status} for row in rows]


def leave_all(account: UUID) -> None:
    """Safe to repeat. What is over, or has no way out any more, stays as it is."""
    entered = TournamentEntry.objects.filter(account=account, status="in").values_list("tournament", flat=True)
    waiting = Waiting.objects.filter(account=account).values_list("tournament", flat=True)
    for tournament in {*entered, *waiting}:
        with suppress(Refusal):
            leave(Asked(tournament, account, str(uuid.uuid4()), {}))


def forget(account: UUID) -> None:
    """Call it in the transaction in which the account is erased."""
    TournamentInvitation.objects.filter(account=account).delete()
