"""Who is asking: a bearer token of a program, or the session of a browser."""

from __future__ import annotations

import hashlib
from threading import Lock
from typing import Any, ClassVar
from uuid import UUID

from cachetools import TTLCache
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.http import HttpRequest
from drf_spectacular.drainage import set_override
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from knox.auth import TokenAuthentication
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from services.errors import NotYours, Refusal
from services.people.appeals import closed_account_of, must_be_open
from services.people.models import Account
from services.people.tokens import PLAY, READ, TOURNAMENT, HeldToken, holder_of


class NotSignedIn(Refusal):
    code = "not-signed-in"


# What a closed account may still ask: who it is, what was decided about it, what is kept of it; and to appeal.
OPEN_TO_CLOSED = {("GET", "/api/me"), ("GET", "/api/me/trail"), ("GET", "/api/me/data"), ("POST", "/api/appeals")}


def refuse_closed(request: HttpRequest | Request, account: Account) -> None:
    """Raises NotYours `account-closed`."""
    if (request.method, request.path) not in OPEN_TO_CLOSED:
        must_be_open(account)


class BearerToken(TokenAuthentication):  # type: ignore[misc]  # knox has no types
    """Tokens are hashed at rest and looked up by their hash: one statement per request."""

    def authenticate(self, request: Request) -> tuple[Account, HeldToken] | None:
        holder: tuple[Account, HeldToken] | None = super().authenticate(request)
        if holder is not None:
            refuse_closed(request, holder[0])
        return holder

    def authenticate_credentials(self, token: bytes) -> tuple[Account, HeldToken]:
        held = holder_of(token.decode("utf-8", "replace"))
        if held is None:
            raise AuthenticationFailed
        return held.account, held


class KnownToken(BearerToken):
    """For calls that ask only who somebody is, again and again: an answer is kept for a few seconds.

    Not of tokens with scopes: those can expire and be revoked, and then they are so at once.
    """

    SECONDS = 5
    MOST = 10_000
    _known: ClassVar[TTLCache[bytes, tuple[Account, HeldToken]]] = TTLCache(MOST, SECONDS)
    _lock: ClassVar[Lock] = Lock()

    @classmethod
    def mover(cls, token: bytes) -> UUID | None:
        """For whose open account a token may move. None: the ordinary view says why it may not."""
        try:
            account, held = cls().authenticate_credentials(token)
        except AuthenticationFailed:
            return None
        return account.pk if account.is_active and held.may(PLAY) else None

    def authenticate_credentials(self, token: bytes) -> tuple[Account, HeldToken]:
        with self._lock:
            known = self._known.get(token)
        if known is not None:
            return known
        holder = super().authenticate_credentials(token)
        if holder[1].scopes is None:
            with self._lock:
                self._known[token] = holder
        return holder


set_override(KnownToken, "suppress_collision_warning", True)  # it is described as the one it is made of


class WithinScope(BasePermission):
    """A token with scopes does what it was made for: it changes nothing under /api/me, and with `read` nothing at all.

    A ticket is asked for with POST and changes nothing.
    """

    def has_permission(self, request: Request, view: Any) -> bool:
        held = request.auth
        if not isinstance(held, HeldToken) or held.scopes is None or request.method in SAFE_METHODS:
            return True
        if request.path.startswith("/api/me") or not held.may(_scope_needed(request.path)):
            raise NotYours("scope")
        return True


def _scope_needed(path: str) -> str:
    if path.endswith("/ticket"):
        return READ
    return TOURNAMENT if path.startswith("/api/tournaments") else PLAY


def closed_session(request: HttpRequest) -> Account | None:
    """The closed account whose session this is. To Django such a session is nobody's."""
    account, proof = request.session.get(SESSION_KEY), request.session.get(HASH_SESSION_KEY, "")
    # Read before: looking for the user empties a session of before the last change of password.
    if account is None or request.user.is_authenticated:
        return None
    return closed_account_of(str(account), str(proof))


class BrowserSession(SessionAuthentication):
    """Django's session, with CSRF for everything that writes."""

    def authenticate(self, request: Request) -> tuple[Any, None] | None:
        holder: tuple[Any, None] | None = super().authenticate(request)
        if holder is not None:
            return holder
        closed = closed_session(request._request)
        if closed is None:
            return None
        refuse_closed(request, closed)
        self.enforce_csrf(request)
        return closed, None

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


def account_id(request: HttpRequest | Request) -> UUID | None:
    user = request.user
    return user.pk if user.is_authenticated else None


def asker_of(request: HttpRequest | Request) -> str:
    """Whose a commitment is: the account's; before a sign-in the session's, or that of the browser, which has its CSRF
    secret from one of our pages. Empty: anybody's, for a program that sent nothing to know it by.
    """
    account = account_id(request)
    if account is not None:
        return f"acct:{account}"
    key = getattr(getattr(request, "session", None), "session_key", None)
    if key:
        return f"session:{_hashed(key)}"
    secret = request.META.get("CSRF_COOKIE")  # as Django's middleware has read it
    return f"browser:{_hashed(secret)}" if secret else ""


def _hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def must_be_someone(request: HttpRequest | Request) -> UUID:
    account = account_id(request)
    if account is None:
        raise NotSignedIn
    return account
