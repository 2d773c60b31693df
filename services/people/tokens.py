"""Tokens of programs: hashed at rest, looked up by their hash; some may do only what they were made for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import connection, transaction
from knox.crypto import hash_token
from knox.models import AuthToken

from services.errors import BadRequest, Conflict, NotFound
from services.log import clock, fair
from services.log.clock import NOW
from services.people.bots import bot_of
from services.people.models import Account, TokenGrant

PLAY, READ, TOURNAMENT = "play", "read", "tournament"
SCOPES: Final = (PLAY, READ, TOURNAMENT)
MOST: Final = 50  # tokens of one maker
_TOKENS, _GRANTS = AuthToken._meta.db_table, TokenGrant._meta.db_table
# Written out: every call of every program asks this, and putting it together anew was a quarter of recording a move.
_ACCOUNT: Final = [field.attname for field in Account._meta.concrete_fields]
_HOLDER: Final = f"""
    SELECT g.scopes::text, {", ".join(f"a.{name}" for name in _ACCOUNT)} FROM {_TOKENS} t
      JOIN {Account._meta.db_table} a ON a.id = t.user_id LEFT JOIN {_GRANTS} g ON g.token_id = t.digest
     WHERE t.digest = %s AND (t.expiry IS NULL OR t.expiry > {NOW})
"""


@dataclass(frozen=True, slots=True)
class HeldToken:
    """A token that was shown, and whose it is. Without scopes it may do everything that its account may."""

    digest: str
    account: Account
    scopes: frozenset[str] | None = None

    def may(self, scope: str) -> bool:
        """`play` and `tournament` include `read`, and neither the other."""
        return self.scopes is None or scope == READ or scope in self.scopes


def holder_of(token: str) -> HeldToken | None:
    """One statement; None for a token that is unknown, expired or revoked. The account may be closed."""
    digest = hash_token(token)
    with connection.cursor() as cursor:
        cursor.execute(_HOLDER, [digest])
        row = cursor.fetchone()
    if row is None:
        return None
    account = Account.from_db("default", _ACCOUNT, row[1:])
    scopes = None if row[0] is None else frozenset(scope for scope in SCOPES if f'"{scope}"' in row[0])
    return HeldToken(digest, account, scopes)


def new_token(account: Account) -> str:
    token: str = AuthToken.objects.create(user=account)[1]
    return token


def account_of(account: UUID) -> Account | None:
    return Account.objects.filter(pk=account).first()


# -- tokens with scopes -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Granted:
    """A token as lists show it."""

    id: UUID
    account: UUID
    scopes: tuple[str, ...]
    created_at: datetime
    expires_at: datetime | None

    def as_json(self) -> dict[str, Any]:
        return {
            "id": str(self.id),
            "account": str(self.account),
            "scopes": list(self.scopes),
            "created_at": fair.time_text(self.created_at),
            "expires_at": None if self.expires_at is None else fair.time_text(self.expires_at),
        }


def grant_token(
    *, maker: UUID, scopes: Sequence[str], bot: UUID | None = None, expires_at: datetime | None = None
) -> tuple[Granted, str]:
    """A token for the maker, or for a bot of the maker's; its text is shown this once.

    Raises BadRequest, Conflict `too-many`.
    """
    with transaction.atomic():
        owner = Account.objects.select_for_update().get(pk=maker)
        now = clock.now()
        holder = owner if bot is None else bot_of(maker, bot)
        wrong = _wrong(scopes, holder, expires_at, now)
        if wrong:
            raise BadRequest(wrong)
        if TokenGrant.objects.filter(maker_id=maker).count() >= MOST:
            raise Conflict("too-many")
        row, text = AuthToken.objects.create(user=holder)
        AuthToken.objects.filter(pk=row.pk).update(expiry=expires_at)
        kept = [scope for scope in SCOPES if scope in scopes]
        grant = TokenGrant.objects.create(token=row, maker_id=maker, scopes=kept, created_at=now)
    assert holder is not None
    return Granted(grant.id, holder.pk, tuple(kept), now, expires_at), text


def _wrong(scopes: Sequence[str], holder: Account | None, expires_at: datetime | None, now: datetime) -> dict[str, str]:
    wrong = {}
    if not scopes or set(scopes) - set(SCOPES):
        wrong["scopes"] = f"at least one of {', '.join(SCOPES)}"
    if holder is None:
        wrong["bot"] = "the id of a bot of your own"
    if expires_at is not None and expires_at <= now:
        wrong["expires_at"] = "a moment in the future"
    return wrong


def granted_by(maker: UUID) -> list[Granted]:
    """The tokens that somebody made, the oldest first; expired ones too, until they are removed."""
    rows = TokenGrant.objects.filter(maker_id=maker).select_related("token").order_by("created_at", "id")
    return [Granted(row.id, row.token.user_id, tuple(row.scopes), row.created_at, row.token.expiry) for row in rows]


def revoke_token(maker: UUID, key: UUID) -> None:
    """From now on it is unknown. Raises NotFound."""
    if not AuthToken.objects.filter(grant__pk=key, grant__maker_id=maker).delete()[0]:
        raise NotFound
