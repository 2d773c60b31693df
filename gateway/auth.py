"""Who is asking: a bearer token of a program, or the session of a browser."""

from __future__ import annotations

import time
from typing import Any, ClassVar
from uuid import UUID

from django.db import connection
from django.http import HttpRequest
from drf_spectacular.drainage import set_override
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from knox.auth import TokenAuthentication
from knox.crypto import hash_token
from knox.models import AuthToken
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from gateway.models import Account
from services.errors import Refusal


class NotSignedIn(Refusal):
    code = "not-signed-in"


class BearerToken(TokenAuthentication):
    """knox's tokens, hashed at rest, found by their hash: one statement per request."""

    def authenticate_credentials(self, token: bytes) -> tuple[Account, AuthToken]:
        digest = hash_token(token.decode("utf-8", "replace"))
        with connection.cursor() as cursor:
            cursor.execute(_HOLDER, [digest])
            row = cursor.fetchone()
        if row is None:
            raise AuthenticationFailed
        user = Account.from_db("default", _ACCOUNT, row)
        if not user.is_active:
            raise AuthenticationFailed
        return user, AuthToken(digest=digest, user=user)


class KnownToken(BearerToken):
    """For calls that ask only who somebody is, again and again: an answer is believed for a few seconds."""

    SECONDS = 5
    MOST = 10_000
    _known: ClassVar[dict[bytes, tuple[float, tuple[Account, AuthToken]]]] = {}

    def authenticate_credentials(self, token: bytes) -> tuple[Account, AuthToken]:
        known, now = self._known, time.monotonic()
        if (found := known.get(token)) and found[0] > now:
            return found[1]
        holder = super().authenticate_credentials(token)
        if len(known) >= self.MOST:
            known.clear()
        known[token] = (now + self.SECONDS, holder)
        return holder


set_override(KnownToken, "suppress_collision_warning", True)  # it is described as the one it is made of

# Written out: every call of every program asks this, and putting it together anew was a quarter of recording a move.
_ACCOUNT = [one.attname for one in Account._meta.concrete_fields]
_HOLDER = f"""
    SELECT {", ".join(f"a.{name}" for name in _ACCOUNT)} FROM {AuthToken._meta.db_table} t
      JOIN {Account._meta.db_table} a ON a.id = t.user_id WHERE t.digest = %s
"""


class BrowserSession(SessionAuthentication):
    """Django's session, with CSRF for everything that writes."""

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "gateway.auth.BearerToken"
    match_subclasses = True
    name = "bearer"
    priority = 1

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "gateway.auth.BrowserSession"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "apiKey", "in": "cookie", "name": "sessionid"}


def new_token(account: Account) -> str:
    token: str = AuthToken.objects.create(user=account)[1]
    return token


def account_id(request: HttpRequest | Request) -> UUID | None:
    user = request.user
    return user.pk if user.is_authenticated else None


def must_be_someone(request: HttpRequest | Request) -> UUID:
    found = account_id(request)
    if found is None:
        raise NotSignedIn
    return found
