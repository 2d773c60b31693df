"""Trying a login and a password: so many times a minute for an address, and slower after each failure.

Whoever chooses a login must hear that it is somebody's, so choosing one is slower after each such answer, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest, HttpResponse

from gateway.throttles import SignIn, address_of
from services.bus import budgets
from services.errors import Refusal, TooOften
from services.people.appeals import CLOSED, account_by_password
from services.people.models import Account

WRONG = "wrong"
TELLING: Final = ("login-taken", "wrong-password")  # refusals by which one could find things out


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


@contextmanager
def slower_each_time(request: Any) -> Iterator[None]:
    """Around choosing a login or a password. Raises TooOften `too-many-tries` while address or account have to wait."""
    tried = (f"choice:{address_of(request)}", f"choice:{request.user.pk}")
    wait = budgets.wait_after_failures(*tried)
    if wait:
        raise TooOften("too-many-tries", wait)
    try:
        yield
    except Refusal as error:
        if error.code in TELLING:
            budgets.note_failure(*tried)
        raise


def refused_try(response: HttpResponse, error: Refusal) -> HttpResponse:
    """The page of a refusal, with what says how long to wait."""
    if isinstance(error, TooOften):
        response.status_code = 429
        response.headers["Retry-After"] = str(round(error.wait))
    return response
