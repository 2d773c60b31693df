"""One game's page: what it is, a match against the computer in one click, a table for friends."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from engine.core.game import Game
from engine.games import GAMES
from gateway.auth import account_id, asker_of
from gateway.cards import bot_name
from gateway.pages import lists
from gateway.pages.guests import slow_down, someone
from gateway.pages.oops import as_pages
from gateway.pages.options import fields, given_options, read_wish, sent_entropy, sent_uuid
from gateway.words import sentence
from services.errors import BadTable, Conflict
from services.playing.tables import Opened, Wish, open_table

USUAL_LEVEL = 2


def _find(key: str) -> Game[Any, Any]:
    if key not in GAMES:
        raise Http404
    return GAMES[key]


def bots_of(game: Game[Any, Any], language: str) -> list[dict[str, Any]]:
    ordered = sorted(game.bots.values(), key=lambda bot: (bot.level, bot.key))
    return [{"key": bot.key, "level": bot.level, "name": bot_name(game.info.key, bot.key, language)} for bot in ordered]


def usual_bot(game: Game[Any, Any]) -> str:
    """The computer player somebody meets who has not chosen one."""
    return min(game.bots.values(), key=lambda bot: (abs(bot.level - USUAL_LEVEL), bot.key)).key


def usual_seats(game: Game[Any, Any]) -> int:
    """How many sit at a table when nobody has said so."""
    return min(game.info.seats, key=lambda one: abs(one - 2))


def _page(request: HttpRequest, key: str, error: str = "", status: int = 200) -> HttpResponse:
    game, account, language = _find(key), account_id(request), request.language  # type: ignore[attr-defined]
    context = {
        "key": key,
        "info": game.info,
        "bots": bots_of(game, language),
        "usual": usual_bot(game) if game.bots else None,
        "fields": fields(game, language, request.POST if request.method == "POST" else None),
        "other_seats": range(2, max(game.info.seats) + 1),
        "usual_seats": request.POST.get("seats") or str(usual_seats(game)),
        "clocks": ("60", "300", "86400", "259200"),
        "live": lists.live(language, account, key),
        "tables": lists.open_tables(language, account, key),
        "error": error,
        "given": request.POST,
    }
    return render(request, "house/game.html", context, status=status)


def game(request: HttpRequest, key: str) -> HttpResponse:
    return _page(request, key)


def _open(request: HttpRequest, wish: Wish) -> Opened:
    """With what the browser made for the luck of the match; who asked for the commitment is known before a sign-in."""
    asker = asker_of(request)
    bound = sent_uuid(request.POST.get("match", ""))
    entropy = sent_entropy(request.POST.get("entropy", "")) if bound is not None else ""
    return open_table(account=someone(request), wish=replace(wish, match=bound, entropy=entropy), asker=asker)


@require_POST
@as_pages
def play(request: HttpRequest, key: str) -> HttpResponse:
    """A table with the computer on every other seat, for whoever clicks."""
    found = _find(key)
    slow_down(request)
    bot = request.POST.get("bot") or usual_bot(found)
    asked = request.POST.get("seats", "")
    seats = int(asked) if asked in map(str, found.info.seats) else usual_seats(found)
    try:
        wish = Wish(key, seats, given_options(found, request.POST), bots=dict.fromkeys(range(1, seats), bot))
        match = _open(request, wish)
    except (BadTable, Conflict) as error:
        return _page(request, key, sentence(request.language, error.code, error.params), 400)  # type: ignore[attr-defined]
    return redirect("match", match_id=match.id)


@require_POST
@as_pages
def open_one(request: HttpRequest, key: str) -> HttpResponse:
    """A table as the form asks for."""
    found = _find(key)
    slow_down(request)
    try:
        match = _open(request, read_wish(found, request.POST))
    except (BadTable, Conflict) as error:
        return _page(request, key, sentence(request.language, error.code, {"game": key, **error.params}), 400)  # type: ignore[attr-defined]
    return redirect("table", match_id=match.id)
