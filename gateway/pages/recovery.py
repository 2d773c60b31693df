"""Getting back in: asking for a link by mail, signing in by it, choosing another password.

Programs fetch links to look at them, so GET changes nothing.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.views.decorators.http import require_http_methods

from gateway.by_link import by_link, note_link
from gateway.pages.guests import BACKEND
from gateway.signing_in import refused_try, slower_each_time
from gateway.throttles import SignIn
from gateway.words import sentence, shell_texts
from services.errors import Conflict, NotYours, Refusal
from services.people.accounts import fresh_account
from services.people.getting_in import set_password
from services.people.links import ask_for_link, use_link

READING = ["GET", "HEAD", "POST"]


@require_http_methods(READING)
def ask(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _show(request, "forgot")
    if not SignIn().allow_request(request, None):
        return _refuse(request, "forgot", "throttled", 429)
    try:
        ask_for_link(request.POST.get("mail", "").strip())
    except Refusal:
        return _refuse(request, "forgot", "bad-mail", 400)
    return _show(request, "forgot", done=True)


@require_http_methods(READING)
def use(request: HttpRequest, token: str) -> HttpResponse:
    """Whoever was signed in here before is not any more."""
    if request.method != "POST":
        return _show(request, "link")
    if not SignIn().allow_request(request, None):
        return _refuse(request, "link", "throttled", 429)
    try:
        account = use_link(token)
    except (Conflict, NotYours) as error:
        return _refuse(request, "link", error.code, 409 if isinstance(error, Conflict) else 403)
    request.session.flush()
    login(request, account, backend=BACKEND)
    note_link(request)
    return redirect("/me/password")


@require_http_methods(READING)
def password(request: HttpRequest) -> HttpResponse:
    """The old one is asked for, unless a link led here just now. Everything else that is signed in ends."""
    account: Any = request.user
    if not account.is_authenticated:
        return redirect("/sign-in")
    trusted = by_link(request)
    asked: dict[str, Any] = {"ask_old": account.has_usable_password() and not trusted, "ask_login": not account.login}
    if request.method != "POST":
        return _show(request, "password", trusted=trusted, **asked)
    if not SignIn().allow_request(request, None):
        return _refuse(request, "password", "throttled", 429, **asked)
    given = {name: request.POST.get(name) or None for name in ("old", "login")}
    chosen = given["login"] if asked["ask_login"] else None
    try:
        with slower_each_time(request):
            set_password(
                account, password=request.POST.get("password", ""), old=given["old"], login=chosen, trusted=trusted
            )
    except Refusal as error:
        request.user = fresh_account(account.pk)
        code = "bad-login" if error.extra.get("fields") else error.code
        return refused_try(_refuse(request, "password", code, 400, error.params, **asked), error)
    request.session.flush()
    login(request, account, backend=BACKEND)
    return redirect("/me?done=saved")


def _show(request: HttpRequest, name: str, status: int = 200, **context: Any) -> HttpResponse:
    return render(request, f"house/recovery_{name}.html", context, status=status)


def _refuse(
    request: HttpRequest, name: str, code: str, status: int, params: dict[str, Any] | None = None, **context: Any
) -> HttpResponse:
    language = request.language  # type: ignore[attr-defined]
    own = shell_texts(language)["recovery"].get(code.replace("-", "_"))
    return _show(request, name, status, error=own or sentence(language, code, params or {}), **context)


urlpatterns = [
    path("sign-in/forgotten", ask, name="forgotten"),
    path("sign-in/<str:token>", use, name="sign-in-link"),
    path("me/password", password, name="password"),
]
