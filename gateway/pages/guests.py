"""Whoever wants to sit gets an account: a guest's, at once, without a form."""

from __future__ import annotations

from uuid import UUID

from django.contrib.auth import login
from django.http import HttpRequest

from gateway.throttles import Guests, Tables
from services.errors import Refusal
from services.people.accounts import new_guest

BACKEND = "django.contrib.auth.backends.ModelBackend"


class Throttled(Refusal):
    code = "throttled"


def someone(request: HttpRequest) -> UUID:
    """The account that asks; a new guest when nobody is signed in. Raises Throttled."""
    if request.user.is_authenticated:
        return request.user.pk
    if not Guests().allow_request(request, None):
        raise Throttled
    language = getattr(request, "language", "en")
    account = new_guest(language=language)
    login(request, account, backend=BACKEND)
    return account.pk


def slow_down(request: HttpRequest) -> None:
    """Opening tables is throttled as it is for programs. Raises Throttled."""
    if not Tables().allow_request(request, None):
        raise Throttled
