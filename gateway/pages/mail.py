"""Where the links in mails lead, without signing in: confirming an address, asking for no more mails; kept mails.

Programs fetch links to look at them, so GET changes nothing. The tokens in the links stand for a form's CSRF token.
"""

from __future__ import annotations

from ipaddress import ip_address

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from gateway.words import sentence
from services.errors import Conflict
from services.notices.read import kept_mail, kept_mails
from services.people.preferences import confirm_mail, read_unsubscribe_token, unsubscribe


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def confirm(request: HttpRequest, token: str) -> HttpResponse:
    if request.method != "POST":
        return render(request, "house/mail_confirm.html", {"done": False})
    try:
        if not confirm_mail(token):
            raise Http404
    except Conflict as error:
        text = sentence(request.language, error.code, error.params)  # type: ignore[attr-defined]
        return render(request, "house/mail_confirm.html", {"error": text}, status=409)
    return render(request, "house/mail_confirm.html", {"done": True})


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def stop(request: HttpRequest, token: str) -> HttpResponse:
    """RFC 8058: mail programs POST `List-Unsubscribe=One-Click` here, people press one of two buttons."""
    asked = read_unsubscribe_token(token)
    if asked is None:
        raise Http404
    done = request.method == "POST"
    if done:
        unsubscribe(asked, everything=request.POST.get("all") == "yes")
    context = {"done": done, "thing": asked.thing, "everything": asked.thing is None or "all" in request.POST}
    return render(request, "house/mail_stop.html", context)


# -- mails that were kept ---------------------------------------------------------------------------------------------


def kept(request: HttpRequest) -> HttpResponse:
    _must_be_this_machine(request)
    return render(request, "house/dev_mail.html", {"mails": kept_mails()})


def kept_mail_page(request: HttpRequest, name: str) -> HttpResponse:
    _must_be_this_machine(request)
    mail = kept_mail(name)
    if mail is None:
        raise Http404
    return render(request, "house/dev_mail_one.html", {"mail": mail})


def _must_be_this_machine(request: HttpRequest) -> None:
    """A proxy calls from this machine for everybody: what came through one, or by another name, is not from here."""
    host = request.get_host().rsplit(":", 1)[0].strip("[]")
    forwarded = any(name.startswith(("HTTP_X_FORWARDED", "HTTP_FORWARDED", "HTTP_VIA")) for name in request.META)
    here = _is_loopback(request.META.get("REMOTE_ADDR", "")) and (host == "localhost" or _is_loopback(host))
    if settings.MAIL_SERVER is not None or forwarded or not here:
        raise Http404


def _is_loopback(text: str) -> bool:
    try:
        return ip_address(text).is_loopback
    except ValueError:
        return False
