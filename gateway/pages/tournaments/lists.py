"""All tournaments: running, open, finished; by game; one's own."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

import services.tournaments.read as read
from engine.games import GAMES
from gateway.auth import account_id
from gateway.pages.refusal_pages import as_pages

STATUSES = ("running", "open", "finished")
SHOWN = 20


@as_pages
def tournaments(request: HttpRequest) -> HttpResponse:
    account, game, status = account_id(request), _chosen(request, "game", GAMES), _chosen(request, "status", STATUSES)
    heaps = [(name, *_heap(name, game, _page(request) if status else 1)) for name in STATUSES if status in ("", name)]
    context = {
        "games": list(GAMES),
        "game_key": game,
        "status": status,
        "heaps": [{"status": name, "cards": cards, "more": more} for name, cards, more in heaps],
        "mine": [] if account is None or status else _mine(account),
        "next_page": _page(request) + 1,
    }
    return render(request, "house/tournaments/list.html", context)


def _chosen(request: HttpRequest, name: str, allowed: Any) -> str:
    asked = request.GET.get(name, "")
    return asked if asked in allowed else ""


def _page(request: HttpRequest) -> int:
    text = request.GET.get("page", "")
    return max(1, int(text)) if text.isascii() and text.isdigit() and len(text) < 4 else 1


def _heap(status: str, game: str, page: int) -> tuple[list[dict[str, Any]], bool]:
    loaded_page, more = read.cards_page(status=status, game=game, format_key="", mine="", account=None, page=page)
    return [read.card_json(loaded, waiting=0) for loaded in loaded_page], more


def _mine(account: UUID) -> list[dict[str, Any]]:
    """Not over, the reader entered or directing; each once."""
    cards: dict[str, dict[str, Any]] = {}
    for mine in ("entrant", "director"):
        for status in ("running", "open"):
            loaded_page, _ = read.cards_page(status=status, game="", format_key="", mine=mine, account=account, page=1)
            cards |= {str(loaded.id): read.card_json(loaded, waiting=0) for loaded in loaded_page[:SHOWN]}
    return list(cards.values())
