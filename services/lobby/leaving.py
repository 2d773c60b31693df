"""What the lobby keeps of an account that leaves for good, and forgets then."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Q

from services.lobby.models import Invitation, Seek


def forget(account: UUID) -> None:
    """Call it in the transaction in which the account is erased."""
    Seek.objects.filter(account=account).delete()
    Invitation.objects.filter(Q(inviter=account) | Q(invited=account)).delete()
