"""Links that lead a guest back from any device: shown once, good until revoked. Only their hashes are kept."""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime
from typing import Final
from uuid import UUID

from services.errors import Conflict
from services.log import clock
from services.people.models import Account, ReturnLink

_BYTES: Final = 24  # 192 bits


def make_return_link(account: UUID) -> str:
    """The secret of a new link, to be shown this once; the one before ends."""
    token = secrets.token_urlsafe(_BYTES)
    given = {"digest": _digest(token), "made_at": clock.now()}
    ReturnLink.objects.update_or_create(account_id=account, defaults=given)
    return token


def return_link_since(account: UUID) -> datetime | None:
    """When the link that leads back was made; None: there is none."""
    return ReturnLink.objects.filter(account_id=account).values_list("made_at", flat=True).first()


def revoke_return_link(account: UUID) -> None:
    ReturnLink.objects.filter(account_id=account).delete()


def account_of_link(token: str) -> Account:
    """Raises Conflict `return-link-gone`: revoked, replaced, or never there."""
    owner = ReturnLink.objects.filter(digest=_digest(token)).values_list("account_id", flat=True).first()
    account = owner and Account.objects.filter(pk=owner, is_active=True).first()
    if not account:
        raise Conflict("return-link-gone")
    return account


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
