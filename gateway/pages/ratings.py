"""Ratings: the list of each game and kind, and the history of one account, drawn and in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path

from engine.games import GAMES
from gateway.auth import account_id
from gateway.cards import match_json
from gateway.pages.rating_plot import HEIGHT, LEFT, RIGHT, WIDTH, rating_plot
from gateway.pages.refusal_pages import as_pages
from services.pairings.ratings import is_provisional
from services.ratings.read import KINDS, kind_of, leaderboard, outcome_of, rated_name, ratings_of, whole_history
from services.readers.cards import card_of_match, visible_party

MOST_STEPS = 300
PAGES = 1000


def _game(request: HttpRequest) -> str:
    asked = request.GET.get("game", "")
    return asked if asked in GAMES else next(iter(GAMES))


def _kind(request: HttpRequest, game: str) -> str:
    """What was asked for, if the game has such tables."""
    kinds = kinds_of(game)
    asked = request.GET.get("kind", "")
    return asked if asked in kinds else kinds[0]


def kinds_of(game: str) -> tuple[str, ...]:
    seats = GAMES[game].info.seats
    return tuple(kind for kind, there in zip(KINDS, (2 in seats, max(seats) > 2), strict=True) if there)


def _board(request: HttpRequest) -> dict[str, Any]:
    game = _game(request)
    return {"games": list(GAMES), "game_key": game, "kind": _kind(request, game), "kinds": kinds_of(game)}


@as_pages
def ratings(request: HttpRequest) -> HttpResponse:
    board, number = _board(request), _page(request)
    rows, more = leaderboard(board["game_key"], board["kind"], number)
    context = board | {
        "rows": [row.as_json() for row in rows],
        "earlier": number - 1 or None,
        "later": number + 1 if more else None,
        "me": account_id(request),
    }
    return render(request, "house/ratings/list.html", context)


def _page(request: HttpRequest) -> int:
    text = request.GET.get("page", "")
    return min(max(int(text), 1), PAGES) if text.isascii() and text.isdigit() and len(text) < 6 else 1


@as_pages
def player(request: HttpRequest, account: UUID) -> HttpResponse:
    name = rated_name(account)
    if name is None:
        raise Http404
    board = _board(request)
    steps = whole_history(account, board["game_key"], board["kind"], MOST_STEPS)
    now = ratings_of(board["game_key"], board["kind"], [account]).get(account)
    context = board | {
        "account": account,
        "name": name,
        "standing": None if now is None else now.as_json(),
        "plot": rating_plot(steps),
        "box": {"width": WIDTH, "height": HEIGHT, "left": LEFT, "right": WIDTH - RIGHT},
        "steps": steps[::-1],
    }
    return render(request, "house/ratings/player.html", context)


def changes_of(match: Mapping[str, Any]) -> dict[str, Any]:
    """What a match that is over did to each rating, as soon as everybody may know."""
    over = match["rated"] and match["status"] in ("ended", "aborted")
    outcome = outcome_of(UUID(match["id"])) if over else None
    steps = {} if outcome is None else outcome.steps
    rows = [
        {"name": seat["name"], "account": seat["account"], "step": step, "provisional": is_provisional(step.matches)}
        for seat in match["seats"]
        if seat["account"] and (step := steps.get(UUID(seat["account"]))) is not None
    ]
    return {
        "rows": rows,
        "refusal": "" if outcome is None else outcome.refusal,
        "known": outcome is not None,
        "waits": over and outcome is None,
        "game": match["game"],
        "kind": kind_of(len(match["seats"])),
    }


@as_pages
def match_ratings(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """The part of the match page that tells the changes; 204 while they are not known."""
    account = account_id(request)
    party, _ = visible_party(match_id, account, request.GET.get("invite", ""))
    changes = changes_of(match_json(card_of_match(party), request.language, account))  # type: ignore[attr-defined]
    if not changes["known"]:
        return HttpResponse(status=204)
    return render(request, "house/ratings/changes.html", {"changes": changes})


urlpatterns = [
    path("ratings/matches/<uuid:match_id>", match_ratings, name="match-ratings"),
    path("ratings", ratings, name="ratings"),
    path("ratings/<uuid:account>", player, name="rating-history"),
]
