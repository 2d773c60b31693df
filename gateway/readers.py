"""Who follows what: the caller of a stream, by ticket, bearer header or session cookie."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from importlib import import_module
from uuid import UUID

from django.conf import settings
from django.http.cookie import parse_cookie
from rest_framework.exceptions import AuthenticationFailed

from gateway import tickets
from gateway.asgi import Scope, headers_of, language_of, query_of
from gateway.auth import BearerToken
from gateway.cards import seat_names
from gateway.middleware import SESSION_KEY
from gateway.throttles import Everybody
from services.errors import Refusal
from services.people.accounts import is_active
from services.people.appeals import CLOSED, must_be_open
from services.readers.cards import Party, as_seen, party_of, visible_party
from services.readers.history import eye_of


@dataclass(frozen=True, slots=True)
class Reader:
    """Who follows which eye of which match, in which language, since when."""

    party: Party
    account: UUID | None
    eye: int
    language: str
    names: tuple[str, ...]
    after: int | None
    browser: bool = False  # by the session of a browser: somebody sits in front of it


def identify(scope: Scope, match_id: UUID) -> Reader:
    """Resolve the caller: ticket, bearer header or session cookie; raises Refusal."""
    headers, query = headers_of(scope), query_of(scope)
    if "ticket" in query:
        try:
            account = tickets.holder_of(query["ticket"], match_id)
        except tickets.BadTicket:
            raise Refusal("bad-token") from None
        refuse_closed(account)
        throttle(scope, account)
        party = as_seen(party_of(match_id), account)
    else:
        account = account_of(scope)
        throttle(scope, account)
        party, _ = visible_party(match_id, account, query.get("invite", ""))
    after, language = _number(headers.get("last-event-id") or query.get("after")), language_of(scope)
    if after is not None and after > party.match.head.seq:
        after = None  # no such event was ever sent: the caller begins anew
    browser = "ticket" not in query and "authorization" not in headers
    names = tuple(seat_names(party, language))
    return Reader(party, account, eye_of(party.seat_of(account)), language, names, after, browser)


def seated_anew(reader: Reader) -> Reader:
    party = as_seen(party_of(reader.party.match.id), reader.account)
    eye = eye_of(party.seat_of(reader.account))
    return replace(reader, party=party, eye=eye, names=tuple(seat_names(party, reader.language)))


def account_of(scope: Scope) -> UUID | None:
    """Raises Refusal for a token that is not known."""
    headers = headers_of(scope)
    kind, _, token = headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        try:
            user, _ = BearerToken().authenticate_credentials(token.strip().encode())
        except AuthenticationFailed:
            raise Refusal("bad-token") from None
        must_be_open(user)
        return UUID(str(user.pk))
    key = parse_cookie(headers.get("cookie", "")).get(settings.SESSION_COOKIE_NAME, "")
    if not SESSION_KEY.fullmatch(key):
        return None
    account = import_module(settings.SESSION_ENGINE).SessionStore(key).get("_auth_user_id")
    if account:
        refuse_closed(UUID(account))
    return UUID(account) if account else None


def refuse_closed(account: UUID | None) -> None:
    """Raises Refusal `account-closed`."""
    if account is not None and not is_active(account):
        raise Refusal(CLOSED)


def throttle(scope: Scope, account: UUID | None) -> None:
    throttle = Everybody()
    if not throttle.allow(str(account or (scope.get("client") or ("",))[0])):
        raise Refusal("throttled", wait=max(1, round(throttle.wait())))


def _number(text: str | None) -> int | None:
    if text is None or not re.fullmatch(r"-?\d{1,9}", text):
        return None
    return int(text)
