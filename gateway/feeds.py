"""The feeds of an account under their secret addresses: no sign-in, no cookie."""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from services.notices.read import atom_of, calendar_of
from services.people.channels import account_of_feed, feed_addresses


@require_safe
def calendar(request: HttpRequest, word: str) -> HttpResponse:
    return _answer(calendar_of(_account(word)), "text/calendar; charset=utf-8")


@require_safe
def atom(request: HttpRequest, word: str) -> HttpResponse:
    return _answer(atom_of(_account(word), feed_addresses(word)["atom"]), "application/atom+xml; charset=utf-8")


def _account(word: str) -> UUID:
    account = account_of_feed(word)
    if account is None:
        raise Http404
    return account


def _answer(body: bytes, kind: str) -> HttpResponse:
    headers = {"Cache-Control": "private, max-age=60", "X-Robots-Tag": "noindex"}
    return HttpResponse(body, content_type=kind, headers=headers)
