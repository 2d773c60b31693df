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
from gateway.pages.clock_form import form_context
from gateway.pages.guests import slow_down, someone
from gateway.pages.options import fields, given_options, read_wish, sent_entropy, sent_uuid
from gateway.pages.refusal_pages import as_pages
from gateway.pages.seek_rows import seek_rows
from gateway.pages.zones import keep_zone, offset_choices
from gateway.throttles import address_of
from gateway.words import sentence
from services.errors import BadTable, Conflict
from services.people.preferences import settings_of
from services.playing.tables import Opened, Wish, open_table

USUAL_LEVEL = 2


def find_game(key: str) -> Game[Any, Any]:
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
    return min(game.info.seats, key=lambda count: abs(count - 2))


def game_page(request: HttpRequest, key: str, error: str = "", status: int = 200, seek_error: str = "") -> HttpResponse:
    """`seek_error` is said where people are looked for, `error` at the form of a table."""
    game, account, language = find_game(key), account_id(request), request.language  # type: ignore[attr-defined]
    context = {
        "key": key,
        "info": game.info,
        "bots": bots_of(game, language),
        "usual": usual_bot(game) if game.bots else None,
        "fields": fields(game, language, request.POST if request.method == "POST" else None),
        "other_seats": range(2, max(game.info.seats) + 1),
        "usual_seats": request.POST.get("seats") or str(usual_seats(game)),
        "clock": form_context(request.POST, language),
        **_zone(request, language),
        "live": lists.live(language, account, key),
        "tables": lists.open_tables(language, account, key),
        "seeks": seek_rows(key, account, language),
        "seek_error": seek_error,
        "can_be_rated": request.user.is_authenticated and not request.user.guest,
        "error": error,
        "given": request.POST,
    }
    return render(request, "house/game.html", context, status=status)


def _zone(request: HttpRequest, language: str) -> dict[str, Any]:
    """The time zone that goes into the log; a browser may say it for whoever has not chosen one."""
    account = account_id(request)
    zone = settings_of(account).utc_offset if account else 0
    return {"zone": zone, "zone_known": zone != 0, "offsets": offset_choices(zone, language)}


def game(request: HttpRequest, key: str) -> HttpResponse:
    return game_page(request, key)


def _open(request: HttpRequest, wish: Wish) -> Opened:
    """With what the browser made for the luck of the match; who asked for the commitment is known before a sign-in."""
    asker = asker_of(request)
    bound = sent_uuid(request.POST.get("match", ""))
    entropy = sent_entropy(request.POST.get("entropy", "")) if bound is not None else ""
    account = someone(request)
    keep_zone(account, request.POST.get("utc_offset", ""))
    wish = replace(wish, match=bound, entropy=entropy)
    return open_table(account=account, wish=wish, asker=asker, address=address_of(request))


@require_POST
@as_pages
def play(request: HttpRequest, key: str) -> HttpResponse:
    """A table with the computer on every other seat, for whoever clicks."""
    game = find_game(key)
    slow_down(request)
    bot = request.POST.get("bot") or usual_bot(game)
    asked = request.POST.get("seats", "")
    seats = int(asked) if asked in map(str, game.info.seats) else usual_seats(game)
    try:
        match = _open(request, _against(game, bot, seats, request))
    except (BadTable, Conflict) as error:
        return game_page(request, key, sentence(request.language, error.code, error.params), 400)  # type: ignore[attr-defined]
    return redirect("match", match_id=match.id)


def _against(game: Game[Any, Any], bot: str, seats: int, request: HttpRequest) -> Wish:
    """The asker against the computer. `seat`: where the asker sits, after a match in which it was another."""
    asked = request.POST.get("seat", "")
    seat = int(asked) if asked in map(str, range(seats)) else None
    others = [number for number in range(seats) if number != (seat or 0)]
    bots = dict.fromkeys(others, bot)
    options = given_options(game, request.POST)
    return Wish(game.info.key, seats, options, bots=bots, seat=seat, lot=None if seat is None else False)


@require_POST
@as_pages
def open_from_form(request: HttpRequest, key: str) -> HttpResponse:
    """A table as the form asks for."""
    game = find_game(key)
    slow_down(request)
    try:
        match = _open(request, read_wish(game, request.POST))
    except (BadTable, Conflict) as error:
        return game_page(request, key, sentence(request.language, error.code, {"game": key, **error.params}), 400)  # type: ignore[attr-defined]
    return redirect("table", match_id=match.id)
