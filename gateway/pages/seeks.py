"""Play somebody: one click looks for another who wants the same, and the page on which one waits."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect

import services.lobby.read as lobby
from engine.core.game import complete_options
from engine.games import GAMES
from gateway.auth import account_id, asker_of
from gateway.clocks import PRESETS, words_of
from gateway.pages.games import find_game, game_page
from gateway.pages.guests import Throttled, someone
from gateway.pages.options import option_words, sent_entropy, sent_uuid
from gateway.pages.refusal_pages import as_pages
from gateway.pages.seek_rows import SEATS
from gateway.throttles import Seeks
from gateway.words import sentence, shell_texts
from services.bus.presence import mark_here
from services.errors import BadTable, Conflict, NotAllowed, NotFound, NotYours
from services.log import clock

LIVE = PRESETS["live"]


def _person(request: HttpRequest) -> UUID:
    """Whoever asks, a new guest if need be. Raises Throttled, NotYours."""
    if not Seeks().allow_request(request, None):
        raise Throttled
    if getattr(request.user, "bot", False):
        raise NotYours("bots-kept-out")
    return someone(request)


def _same_open(account: UUID, game: str) -> str | None:
    """The seek that a second click would make once more."""
    usual = dict(complete_options(GAMES[game], SEATS, {}))
    for seek in lobby.my_seeks(account):
        if seek["game"] == game and not seek["rated"] and seek["clock"] == LIVE and seek["options"] == usual:
            return str(seek["id"])
    return None


def _wanted(request: HttpRequest, game: str) -> lobby.Wanted:
    bound = sent_uuid(request.POST.get("match", ""))
    entropy = sent_entropy(request.POST.get("entropy", "")) if bound is not None else ""
    return lobby.Wanted(game=game, clock=dict(LIVE), match=bound, entropy=entropy)


@require_POST
@as_pages
def seek(request: HttpRequest, key: str) -> HttpResponse:
    """Look for somebody: the game's usual options, a live clock, not rated."""
    find_game(key)
    asker = asker_of(request)  # who asked for the commitment is known before a sign-in
    account = _person(request)
    known = _same_open(account, key)
    if known is not None:
        return redirect("seek-page", seek_id=known)
    try:
        made = lobby.make_seek(account=account, wanted=_wanted(request, key), asker=asker)
    except (BadTable, Conflict, NotAllowed) as error:
        return _refused(request, key, error)
    if made["match"] is not None:
        return redirect("match", match_id=made["match"])
    return redirect("seek-page", seek_id=made["id"])


def _refused(request: HttpRequest, key: str, error: BadTable | Conflict | NotAllowed) -> HttpResponse:
    text = sentence(request.language, error.code, {"game": key, **error.params})  # type: ignore[attr-defined]
    return game_page(request, key, status=409, seek_error=text)


@as_pages
def seek_page(request: HttpRequest, seek_id: UUID) -> HttpResponse:
    """Where one waits; asked by htmx it is only the moving part, which turns into the match by itself."""
    account = account_id(request)
    if account is None:
        raise NotFound
    row = lobby.own_seek(account, seek_id)
    if row.match is not None:
        where = reverse("match", args=[row.match])
        return HttpResponseClientRedirect(where) if request.htmx else redirect(where)  # type: ignore[attr-defined]
    over = row.status != row.Status.OPEN or row.expires_at <= clock.now()
    if request.htmx:  # type: ignore[attr-defined]
        return _moved(request, {"seek": row, "over": over})
    if not over:
        mark_here(account)  # without scripts nothing else tells that somebody waits here
    language = request.language  # type: ignore[attr-defined]
    return render(request, "house/people/seek.html", {"seek": row, "over": over, "terms": _terms(row, language)})


def _moved(request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    return render(request, "house/people/seek_now.html", context) if context["over"] else HttpResponse(status=204)


def _terms(row: Any, language: str) -> list[tuple[str, str]]:
    time = (shell_texts(language)["clock_form"]["title"], words_of(row.clock, language))
    return [*option_words(row.game, row.options, language), time]


@require_POST
@as_pages
def end(request: HttpRequest, seek_id: UUID) -> HttpResponse:
    """Take it back; who was paired meanwhile goes to the match."""
    account = account_id(request)
    if account is None:
        raise NotFound
    row = lobby.own_seek(account, seek_id)
    try:
        lobby.end_seek(account=account, seek=seek_id)
    except Conflict:
        return redirect("seek-page", seek_id=seek_id)
    return redirect("game", key=row.game)


@require_POST
@as_pages
def answer(request: HttpRequest, seek_id: UUID) -> HttpResponse:
    """Play with whoever looks for somebody."""
    key = request.POST.get("game", "")
    find_game(key)
    account, entropy = _person(request), sent_entropy(request.POST.get("entropy", ""))
    try:
        match = lobby.answer_seek(account=account, seek=seek_id, entropy=entropy)
    except (Conflict, NotAllowed) as error:
        return _refused(request, key, error)
    return redirect("match", match_id=match)


urlpatterns = [
    path("games/<slug:key>/seeks", seek, name="seek"),
    path("seeks/<uuid:seek_id>", seek_page, name="seek-page"),
    path("seeks/<uuid:seek_id>/end", end, name="seek-end"),
    path("seeks/<uuid:seek_id>/answer", answer, name="seek-answer"),
]
