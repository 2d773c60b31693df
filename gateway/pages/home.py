"""The first page: the games, drawn; where it is the reader's turn; what is being played."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from engine.games import GAMES
from gateway.auth import account_id
from gateway.pages import lists
from services.lobby.read import waiting_counts


def context(request: HttpRequest) -> dict[str, Any]:
    account, language = account_id(request), request.language  # type: ignore[attr-defined]
    shown = {
        "live": lists.live(language, account),
        "tables": lists.open_tables(language, account),
        "turns": lists.mine(language, account)["mine"] if account else [],
    }
    return shown | {"mark": lists.mark_of(shown)}


def home(request: HttpRequest) -> HttpResponse:
    waiting = waiting_counts(account_id(request))
    games = [{"key": key, "seats": game.info.seats, "waiting": waiting[key]} for key, game in GAMES.items()]
    return render(request, "house/home.html", {"games": games, **context(request)})


def now(request: HttpRequest) -> HttpResponse:
    """The moving part of the first page, fetched again and again."""
    shown = context(request)
    if request.GET.get("mark") == shown["mark"]:
        return HttpResponse(status=204)
    return render(request, "house/home_now.html", shown | {"again": True})
