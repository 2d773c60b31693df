"""What the tests of keeping order share: an operator's orders."""

from __future__ import annotations

import uuid

from services.people.accounts import keep_account, new_guest
from services.people.models import Account
from services.people.trail import Order

PASSWORD = "turquoise-marble-9"


def kept(name: str, *, staff: bool = False) -> Account:
    account = new_guest(name)
    keep_account(account, f"{name.lower()}-1", PASSWORD)
    if staff:
        Account.objects.filter(pk=account.pk).update(is_staff=True)
        account.refresh_from_db()
    return account


def order(action: str, reason: str = "conduct", text: str = "") -> Order:
    return Order(uuid.uuid4(), action, str(uuid.uuid4()), reason, text)
