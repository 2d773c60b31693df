"""What somebody with a closed account sees: why, what was decided, and where to say something to it."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_http_methods

from gateway.throttles import Appeals
from gateway.words import sentence
from services.errors import BadRequest, Conflict
from services.people.appeals import account_of_appeal, appeal, appeal_token, closed_json, has_appealed
from services.people.models import Account
from services.people.tokens import account_of
from services.people.trail import trail_of

# What passes by: the API says it itself, and whoever is closed may appeal, sign out and choose a language.
FREE: Final = (
    *("/api/", "/appeal/", "/sign-out", "/prefer"),
    *("/static/", "/shelf/", "/worker.js", "/healthz", "/readyz", "/metrics"),
)


def closed_page(request: HttpRequest, account: Account, token: str | None = None, **more: Any) -> HttpResponse:
    """`token`: of the appeal; whoever got here has shown that the account is theirs."""
    context = {
        "closed": closed_json(account),
        "trail": trail_of(account.pk),
        "token": token or appeal_token(account.pk),
        "appealed": has_appealed(account.pk),
    }
    status = more.pop("status", 403)
    return render(request, "house/closed.html", context | more, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def appeal_page(request: HttpRequest, token: str) -> HttpResponse:
    """The mailed link. It ends nothing by being looked at."""
    language = request.language  # type: ignore[attr-defined]
    try:
        holder = account_of_appeal(token)
    except Conflict as error:
        return render(request, "house/closed.html", {"error": sentence(language, error.code, {})}, status=409)
    if request.method != "POST":
        return _appeal(request, holder, token)
    if not Appeals().allow_request(request, None):
        return _appeal(request, holder, token, 429, error=sentence(language, "throttled", {}))
    try:
        appeal(holder, request.POST.get("text", ""))
    except BadRequest:
        return _appeal(request, holder, token, 400, error=sentence(language, "bad-appeal", {}))
    except Conflict as error:
        return _appeal(request, holder, token, 409, error=sentence(language, error.code, {}))
    return _appeal(request, holder, token, done=True)


def _appeal(request: HttpRequest, holder: UUID, token: str, status: int = 200, **more: Any) -> HttpResponse:
    account = account_of(holder)
    if account is None:
        gone = sentence(request.language, "link-gone", {})  # type: ignore[attr-defined]
        return render(request, "house/closed.html", {"error": gone}, status=409)
    return closed_page(request, account, token, status=status, **more)


urlpatterns = [path("appeal/<str:token>", appeal_page, name="appeal")]
