"""The page of the settings: how an account hears of what happens, its feeds, bots and tokens. Works without scripts."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any, Final
from uuid import UUID

from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from gateway.auth import must_be_someone
from gateway.leaving import leave_for_good
from gateway.names import chosen_name
from gateway.pages.refusal_pages import page
from gateway.pages.zones import offset_choices
from gateway.throttles import Settings as SettingsThrottle
from gateway.words import digits, sentence, shell_texts
from services.errors import Refusal
from services.log import clock
from services.people import bots, channels, tokens, vapid
from services.people.preferences import CONFIRMS, Settings, change_settings, settings_of
from services.people.things import CHANNELS, THINGS

LASTS_DAYS: Final = (7, 30, 90, 365)
View = Callable[..., HttpResponse]


def settings_page(request: HttpRequest, status: int = 200, **more: Any) -> HttpResponse:
    """Whatever is shown only once (a secret, a token) comes as `more`."""
    if not request.user.is_authenticated:
        return redirect("/sign-in")
    me: UUID = request.user.pk
    language = request.language  # type: ignore[attr-defined]
    chosen = settings_of(me)
    context = {
        "mine": chosen,
        "offsets": offset_choices(chosen.utc_offset, language),
        "hours": [(hour, digits(f"{hour:02}:00", language)) for hour in range(24)],
        "things": [_thing_row(thing, chosen, language) for thing in THINGS],
        "channels": [shell_texts(language)["settings"][f"channel_{channel}"] for channel in CHANNELS],
        "push_key": vapid.public_key(),
        "pushes": channels.pushes_of(me),
        "webhooks": channels.webhooks_of(me),
        "feeds": channels.feed_addresses(channels.feed_word(me)),
        "bots": bots.bots_of(me),
        "tokens": [_token_row(granted, me) for granted in tokens.granted_by(me)],
        "lasts": LASTS_DAYS,
        "confirms": [(name, shell_texts(language)["match"][f"confirm_{name}"]) for name in CONFIRMS],
        "done": request.GET.get("done", ""),
    }
    response = render(request, "house/settings.html", context | more, status=status)
    response["Cache-Control"] = "no-store"
    return response


def _thing_row(thing: str, chosen: Settings, language: str) -> dict[str, Any]:
    texts = shell_texts(language)["settings"]
    wanted = chosen.things.get(thing, CHANNELS)
    boxes = [
        {"name": f"{thing}.{channel}", "label": texts[f"channel_{channel}"], "on": channel in wanted}
        for channel in CHANNELS
    ]
    return {"label": texts[f"thing_{thing}"], "boxes": boxes}


def _token_row(granted: tokens.Granted, me: UUID) -> dict[str, Any]:
    return {
        "id": granted.id,
        "scopes": ", ".join(granted.scopes),
        "until": granted.expires_at,
        "account": granted.account,
    }


# -- changing ---------------------------------------------------------------------------------------------------------


def changing(view: View) -> View:
    """Signed in, not too often; what the services refuse is shown on the page."""

    @require_POST
    @wraps(view)
    def guarded(request: HttpRequest) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect("/sign-in")
        if not SettingsThrottle().allow_request(request, None):
            return page(request, 429)
        try:
            return view(request)
        except Refusal as error:
            language = request.language  # type: ignore[attr-defined]
            fields = error.extra.get("fields", {})
            why = "; ".join(f"{name}: {text}" for name, text in fields.items())
            return settings_page(request, 400, error=sentence(language, error.code, error.params), why=why)

    return guarded


@changing
def save_settings(request: HttpRequest) -> HttpResponse:
    change_settings(must_be_someone(request), read_form(request.POST))
    return redirect("/me/settings?done=saved")


@changing
def save_confirm(request: HttpRequest) -> HttpResponse:
    """When moves want a second tap: chosen beside a board, for all boards."""
    change_settings(must_be_someone(request), {"confirm": request.POST.get("confirm", "")})
    return HttpResponse(status=204)


def read_form(form: QueryDict) -> dict[str, Any]:
    """The settings as the form has them: a box that is not ticked is not sent."""
    quiet = [_number(form.get(name, "")) for name in ("quiet_from", "quiet_to")] if "quiet" in form else None
    things = {str(thing): [str(channel) for channel in CHANNELS if f"{thing}.{channel}" in form] for thing in THINGS}
    return {
        "mail": form.get("mail", "").strip() or None,
        "utc_offset": _number(form.get("utc_offset", "0")),
        "auto_vacation": "auto_vacation" in form,
        "quiet": quiet,
        "digest": form.get("digest") or None,
        **({"confirm": form["confirm"]} if "confirm" in form else {}),
        "things": things,
    }


def _number(text: str) -> int | str:
    """What is no number stays as it is, to be refused with the rest."""
    bare = text.removeprefix("-")
    return int(text) if bare.isascii() and bare.isdigit() and len(bare) < 6 else text


@changing
def add_webhook(request: HttpRequest) -> HttpResponse:
    row = channels.add_webhook(must_be_someone(request), request.POST.get("url", "").strip())
    return settings_page(request, 201, secret=row.secret, secret_of=row.url)


@changing
def new_feeds(request: HttpRequest) -> HttpResponse:
    channels.new_feed_word(must_be_someone(request))
    return redirect("/me/settings?done=saved#feeds")


@changing
def add_bot(request: HttpRequest) -> HttpResponse:
    bots.new_bot(must_be_someone(request), chosen_name(request.POST.get("name", "")))
    return redirect("/me/settings?done=saved#bots")


@changing
def add_token(request: HttpRequest) -> HttpResponse:
    days = _number(request.POST.get("days", ""))
    until = clock.now() + timedelta(days=days) if isinstance(days, int) and days in LASTS_DAYS else None
    bot = _uuid(request.POST.get("bot", ""))
    scopes = [scope for scope in (request.POST.get("scope", ""),) if scope]
    _, text = tokens.grant_token(maker=must_be_someone(request), scopes=scopes, bot=bot, expires_at=until)
    return settings_page(request, 201, token=text)


@changing
def remove(request: HttpRequest) -> HttpResponse:
    me, key = must_be_someone(request), _uuid(request.POST.get("id", ""))
    work = _REMOVERS.get(request.POST.get("kind", ""))
    if work is not None and key is not None:
        work(me, key)
    return redirect("/me/settings?done=saved")


@changing
def leave(request: HttpRequest) -> HttpResponse:
    """For good; `name` is one's own, to be sure."""
    me = must_be_someone(request)
    if request.POST.get("name", "").strip() != request.user.name:  # type: ignore[union-attr]
        language = request.language  # type: ignore[attr-defined]
        return settings_page(request, 400, error=shell_texts(language)["settings"]["leave_wrong"])
    leave_for_good(me)
    logout(request)
    return redirect("home")


_REMOVERS: Final[dict[str, Callable[[UUID, UUID], None]]] = {
    "push": channels.remove_push,
    "webhook": channels.remove_webhook,
    "bot": bots.close_bot,
    "token": tokens.revoke_token,
}


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
