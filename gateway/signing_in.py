"""Trying a login and a password: so many times a minute for an address, and slower after each failure."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest

from gateway.throttles import SignIn, address_of
from services.bus import budgets
from services.people.appeals import CLOSED, account_by_password
from services.people.models import Account

WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Attempt:
    """What came of it. `code` is empty if the account may be signed in; a closed one is named all the same."""

    account: Account | None = None
    code: str = ""
    status: int = 200
    wait: int = 0  # seconds until the next try


def try_password(request: HttpRequest, login: str, password: str) -> Attempt:
    if not SignIn().allow_request(request, None):
        return Attempt(code="throttled", status=429)
    tried = (f"address:{address_of(request)}", f"login:{login.casefold()[:40]}")
    wait = budgets.wait_after_failures(*tried)
    if wait:
        return Attempt(code="too-many-tries", status=429, wait=wait)
    account = account_by_password(request, login, password)
    if account is None:
        budgets.note_failure(*tried)
        return Attempt(code=WRONG, status=400)
    budgets.forget_failures(tried[1])
    if not account.is_active:
        return Attempt(account, CLOSED, 403)
    return Attempt(account)
