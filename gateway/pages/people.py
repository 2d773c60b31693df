"""The reader's own page: matches, name, language, colours; keeping a guest account, signing in and out."""

from __future__ import annotations

import re
from typing import Any
from uuid import UUID

from django.contrib.auth import login, logout, update_session_auth_hash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from engine.games import GAMES
from gateway.names import chosen_name
from gateway.pages import lists
from gateway.pages.closed import closed_page
from gateway.pages.guests import BACKEND
from gateway.pages.known import people_of
from gateway.signing_in import WRONG, Attempt, refused_try, slower_each_time, try_password
from gateway.throttles import SignIn
from gateway.words import LANGUAGES, sentence, shell_texts
from services.errors import Refusal
from services.people import accounts
from services.people.appeals import appeal_token
from services.people.returning import return_link_since
from services.people.social import rename_self
from services.people.vacations import change_vacation, vacation_of

YEAR = 60 * 60 * 24 * 365
LOGIN = re.compile(r"[\w.@+-]{3,30}")
THEMES = ("light", "dark")
PACES = ("live", "slow", "none")
EVERY = 200


def _here(request: HttpRequest) -> str:
    """Where the form was sent from, if that is one of our pages."""
    path = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(path, allowed_hosts={request.get_host()})
    return path if safe and path.startswith("/") else "/"


def _own(request: HttpRequest, account: UUID) -> dict[str, Any]:
    """Everything of the page that is the reader's own."""
    language, given = request.language, request.GET  # type: ignore[attr-defined]
    wanted = lists.Filter(
        given.get("game", "") if given.get("game") in GAMES else "",
        given.get("pace", "") if given.get("pace") in PACES else "",
    )
    every = "all" in given.getlist("finished")
    heaps = lists.mine(language, account, wanted)
    offers = lists.open_offers(account)
    for card in (*heaps["mine"], *heaps["waiting"]):
        card["offers"] = offers.get(card["id"], [])
    return {
        "heaps": heaps,
        "finished": lists.finished(language, account, wanted, EVERY if every else lists.FINISHED),
        "every": every,
        "wanted": wanted,
        "games": list(GAMES),
        "paces": PACES,
        "vacation": vacation_of(account),
        "returns": return_link_since(account),
        **people_of(account, language),
    }


def me(request: HttpRequest, error: str = "", status: int = 200) -> HttpResponse:
    context: dict[str, Any] = {"error": error, "done": request.GET.get("done", "")}
    if request.user.is_authenticated:
        context |= _own(request, request.user.pk)
    return render(request, "house/me.html", context, status=status)


@require_POST
def vacation(request: HttpRequest) -> HttpResponse:
    """Go on vacation, or come back."""
    if not request.user.is_authenticated:
        return redirect("/me")
    try:
        change_vacation(request.user.pk, request.POST.get("on") == "yes")
    except Refusal as error:
        return me(request, sentence(request.language, error.code, error.params), 409)  # type: ignore[attr-defined]
    return redirect("/me?done=saved#vacation")


@require_POST
def rename(request: HttpRequest) -> HttpResponse:
    if request.user.is_authenticated:
        try:
            rename_self(request.user, chosen_name(request.POST.get("name", "")))
        except Refusal as error:
            language = request.language  # type: ignore[attr-defined]
            fields = error.extra.get("fields", {})
            code = "bad-name" if fields else error.code
            return me(request, sentence(language, code, error.params), 400)
    return redirect("/me?done=saved")


@require_POST
def keep(request: HttpRequest) -> HttpResponse:
    """A guest chooses a login and a password."""
    user = request.user
    if not user.is_authenticated or not user.guest:
        return redirect("/me")
    wanted = request.POST.get("login", "").strip()
    language = request.language  # type: ignore[attr-defined]
    if not SignIn().allow_request(request, None):
        return me(request, sentence(language, "throttled", {}), 429)
    if not LOGIN.fullmatch(wanted):
        return me(request, shell_texts(language)["sign"]["bad_name"], 400)
    try:
        with slower_each_time(request):
            accounts.keep_account(user, wanted, request.POST.get("password", ""))
    except Refusal as error:
        request.user = accounts.fresh_account(user.pk)
        return refused_try(me(request, sentence(language, error.code, error.params), 400), error)
    update_session_auth_hash(request, user)
    return redirect("/me?done=kept")


def sign_in(request: HttpRequest) -> HttpResponse:
    """A guest may still come back to a kept account from here."""
    if request.user.is_authenticated and not request.user.guest:
        return redirect("/me")
    if request.method != "POST":
        return render(request, "house/sign_in.html")
    name = request.POST.get("login", "").strip()
    attempt = try_password(request, name, request.POST.get("password", ""))
    if attempt.account is None:
        return _refuse_sign_in(request, attempt, name)
    if attempt.code:
        return closed_page(request, attempt.account, appeal_token(attempt.account.pk))
    login(request, attempt.account, backend=BACKEND)
    return _remember(redirect("/me"), attempt.account.language, attempt.account.theme)


def _refuse_sign_in(request: HttpRequest, attempt: Attempt, login: str) -> HttpResponse:
    language = request.language  # type: ignore[attr-defined]
    wrong = attempt.code == WRONG
    error = shell_texts(language)["sign"]["wrong"] if wrong else sentence(language, attempt.code, _wait(attempt))
    response = render(request, "house/sign_in.html", {"error": error, "login": login[:40]}, status=attempt.status)
    if attempt.wait:
        response.headers["Retry-After"] = str(attempt.wait)
    return response


def _wait(attempt: Attempt) -> dict[str, int]:
    return {"seconds": attempt.wait} if attempt.wait else {}


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """A guest is asked first: nothing leads back to a guest's account."""
    if getattr(request.user, "guest", False) and "sure" not in request.POST:
        return render(request, "house/sign_out.html")
    logout(request)
    return redirect("/")


@require_POST
def prefer(request: HttpRequest) -> HttpResponse:
    """Language and colours: kept in cookies, and with the account if there is one."""
    language, theme = request.POST.get("language", ""), request.POST.get("theme")
    user = request.user
    if user.is_authenticated:
        colours = None if theme is None else theme if theme in THEMES else ""
        accounts.prefer(user, language if language in LANGUAGES else None, colours)
    return _remember(redirect(_here(request)), language, theme)


def _remember(response: HttpResponse, language: str, theme: str | None) -> HttpResponse:
    if language in LANGUAGES:
        response.set_cookie("language", language, max_age=YEAR, samesite="Lax", httponly=True)
    if theme in THEMES:
        response.set_cookie("theme", theme, max_age=YEAR, samesite="Lax", httponly=True)
    elif theme is not None:
        response.delete_cookie("theme")
    return response
