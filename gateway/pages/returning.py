"""The link that leads a guest back from another device: made, shown once, used, revoked.

Programs fetch links to look at them, so GET changes nothing.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.views.decorators.http import require_http_methods, require_POST

from gateway.pages.guests import BACKEND
from gateway.throttles import Settings, SignIn
from gateway.words import person, sentence
from services.errors import Conflict
from services.people.models import Account
from services.people.returning import account_of_link, make_return_link, revoke_return_link


@require_POST
def change(request: HttpRequest) -> HttpResponse:
    """Make a link, which ends the one before, or revoke it. Whoever has a password needs none."""
    user: Any = request.user
    if not user.is_authenticated or not user.guest:
        return redirect("/me")
    if not Settings().allow_request(request, None):
        return _show(request, "made", 429, error=sentence(_language(request), "throttled", {}))
    if request.POST.get("act") == "revoke":
        revoke_return_link(user.pk)
        return redirect("/me?done=saved#return")
    match = _match(request.POST.get("match", ""))
    query = f"?match={match}" if match else ""
    link = request.build_absolute_uri(reverse("return", args=[make_return_link(user.pk)])) + query
    return _show(request, "made", link=link, match=match)


@require_http_methods(["GET", "HEAD", "POST"])
def use(request: HttpRequest, token: str) -> HttpResponse:
    """Whoever was signed in here before is not any more."""
    match = _match(request.GET.get("match", ""))
    if not SignIn().allow_request(request, None):
        return _show(request, "use", 429, error=sentence(_language(request), "throttled", {}))
    try:
        account: Account = account_of_link(token)
    except Conflict as error:
        return _show(request, "use", 409, error=sentence(_language(request), error.code, {}))
    if request.method != "POST":
        return _show(request, "use", name=person(account.name, _language(request)))
    request.session.flush()
    login(request, account, backend=BACKEND)
    return redirect(reverse("match", args=[match]) if match else "/me")


def _match(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def _language(request: HttpRequest) -> str:
    language: str = request.language  # type: ignore[attr-defined]
    return language


def _show(request: HttpRequest, page: str, status: int = 200, **context: Any) -> HttpResponse:
    response = render(request, f"house/return_{page}.html", context, status=status)
    response["Cache-Control"] = "no-store"
    return response


urlpatterns = [
    path("me/return", change, name="return-link"),
    path("back/<str:token>", use, name="return"),
]
