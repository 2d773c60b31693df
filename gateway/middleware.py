"""What every request passes: refusals as JSON for programs, the reader's language, the content policy."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable

from django.conf import settings
from django.contrib.sessions.middleware import SessionMiddleware
from django.core.exceptions import SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.translation.trans_real import parse_accept_lang_header

from gateway.auth import closed_session
from gateway.pages.closed import FREE, closed_page
from gateway.throttles import Pages
from gateway.words import LANGUAGES, sentence
from services.log import clock

Next = Callable[[HttpRequest], HttpResponse]
_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
GUARDS = {
    "Content-Security-Policy": _POLICY,
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
COUNTED = ("/api/imports",)  # larger bodies are taken here, and counted while they arrive (uploads.py)
EMBED = "/embed/"
EMBED_GUARDS = {
    "Content-Security-Policy": _POLICY.replace(
        "form-action 'self'; frame-ancestors 'none'", "form-action 'none'; frame-ancestors *"
    ),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
SESSION_KEY = re.compile("[a-z0-9]{8,40}")


def language_of(request: HttpRequest) -> str:
    """Account, then cookie, then what the browser says it reads."""
    try:
        chosen = request.GET.get("lang")
    except SuspiciousOperation:  # too many fields to read them
        chosen = None
    chosen = chosen or request.COOKIES.get("language", "")
    if chosen in LANGUAGES:
        return chosen
    return spoken(request.headers.get("Accept-Language", ""))


def spoken(header: str) -> str:
    """The language that is wished for most among ours."""
    for code, wish in parse_accept_lang_header(header[:500].lower()):
        if code[:2] in LANGUAGES and wish > 0:
            return code[:2]
    return "en"


class Sessions(SessionMiddleware):
    """A cookie that cannot be one of ours is none: the store is not asked for it."""

    def process_request(self, request: HttpRequest) -> None:
        if not SESSION_KEY.fullmatch(request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")):
            request.COOKIES.pop(settings.SESSION_COOKIE_NAME, None)
        super().process_request(request)


class Language:
    def __init__(self, following: Next) -> None:
        self.following = following

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.language = language_of(request)  # type: ignore[attr-defined]
        return self.following(request)


class ContentSecurityPolicy:
    """The guards of every answer. What lies under /embed/ may stand in any page, and knows no cookies."""

    def __init__(self, following: Next) -> None:
        self.following = following

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path.startswith(EMBED):
            return self._embedded(request)
        response = self.following(request)
        for name, value in GUARDS.items():
            response.headers.setdefault(name, value)
        return response

    def _embedded(self, request: HttpRequest) -> HttpResponse:
        request.META.pop("HTTP_COOKIE", None)
        request.COOKIES = {}
        response = self.following(request)
        response.cookies.clear()
        response.headers.pop("X-Frame-Options", None)
        for name, value in EMBED_GUARDS.items():
            response.headers[name] = value
        return response


class ClosedAccounts:
    """Pages answer the session of a closed account with that it is closed. The API says it by its own calls."""

    def __init__(self, following: Next) -> None:
        self.following = following

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path.startswith(FREE):
            return self.following(request)
        account = closed_session(request)
        return self.following(request) if account is None else closed_page(request, account)


class PageBudget:
    """Pages are drawn for an address only so many times a minute: nobody's flood is everybody's wait."""

    FREE = ("/api/", "/static/", "/shelf/", "/healthz", "/readyz", "/metrics", "/worker.js")

    def __init__(self, following: Next) -> None:
        self.following = following

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path.startswith(self.FREE):
            return self.following(request)
        budget = Pages()
        if budget.allow_request(request, None):
            return self.following(request)
        text = sentence(language_of(request), "throttled", {})
        headers = {"Retry-After": str(round(budget.wait()) or 1)}
        return HttpResponse(text, status=429, content_type="text/plain; charset=utf-8", headers=headers)


def house_time() -> str:
    """For `House-Time`, by which pages show clocks: milliseconds."""
    return str(round(clock.reckoned().timestamp() * 1000))


class PlainRefusals:
    """Outermost: programs get refusals in one form even where Django answers before a view does."""

    def __init__(self, following: Next) -> None:
        self.following = following

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path.startswith("/api/"):
            return self.following(request)
        try:
            length = int(request.headers.get("Content-Length") or 0)
        except ValueError:
            return refuse(request, 400, "bad-request")
        if length > settings.MAX_BODY and request.path not in COUNTED:
            return refuse(request, 413, "too-large")
        response = self.following(request)
        # What one caller is shown is nobody else's, and not to be kept on the way.
        patch_vary_headers(response, ("Authorization", "Cookie", "Accept-Language"))
        response.headers.setdefault("Cache-Control", "no-store")
        self._tell_time(response)
        if response.status_code >= 400 and not response.get("Content-Type", "").startswith("application/json"):
            return refuse(request, response.status_code, _CODES.get(response.status_code, "refused"))
        return response

    def _tell_time(self, response: HttpResponse) -> None:
        """Of the house, which is not that of this machine's clock: pages show by it what is left of a clock."""
        with contextlib.suppress(OperationalError, InterfaceError):
            response.headers["House-Time"] = house_time()

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """A store that is away is said, to programs and to people, and when to come again."""
        if not isinstance(error, OperationalError | InterfaceError):
            return None
        if request.path.startswith("/api/"):
            response: HttpResponse = refuse(request, 503, "store-away")
        else:
            response = render(request, "503.html", status=503)
        response.headers["Retry-After"] = "2"
        return response


_CODES = {400: "bad-request", 403: "forbidden", 404: "not-found", 405: "method-not-allowed", 500: "our-fault"}


def refuse(request: HttpRequest, number: int, code: str) -> JsonResponse:
    return JsonResponse({"error": code, "detail": sentence(language_of(request), code, {})}, status=number)
