"""Tokens of programs: hashed at rest, looked up by their hash."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db import connection
from knox.crypto import hash_token
from knox.models import AuthToken

from services.people.models import Account

# Written out: every call of every program asks this, and putting it together anew was a quarter of recording a move.
_ACCOUNT: Final = [field.attname for field in Account._meta.concrete_fields]
_HOLDER: Final = f"""
    SELECT {", ".join(f"a.{name}" for name in _ACCOUNT)} FROM {AuthToken._meta.db_table} t
      JOIN {Account._meta.db_table} a ON a.id = t.user_id WHERE t.digest = %s
"""


@dataclass(frozen=True, slots=True)
class HeldToken:
    """A token that was shown, and whose it is."""

    digest: str
    account: Account


def holder_of(token: str) -> HeldToken | None:
    """One statement; None for an unknown token and for a closed account's."""
    digest = hash_token(token)
    with connection.cursor() as cursor:
        cursor.execute(_HOLDER, [digest])
        row = cursor.fetchone()
    if row is None:
        return None
    account = Account.from_db("default", _ACCOUNT, row)
    return HeldToken(digest, account) if account.is_active else None


def new_token(account: Account) -> str:
    token: str = AuthToken.objects.create(user=account)[1]
    return token


def account_of(account: UUID) -> Account | None:
    return Account.objects.filter(pk=account).first()
