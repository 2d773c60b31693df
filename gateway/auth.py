"""Who is asking: a bearer token of a program, or the session of a browser."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest
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
        found = AuthToken.objects.select_related("user").filter(digest=digest).first()
        if found is None or not found.user.is_active:
            raise AuthenticationFailed
        return found.user, found


class BrowserSession(SessionAuthentication):
    """Django's session, with CSRF for everything that writes."""

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "gateway.auth.BearerToken"
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
