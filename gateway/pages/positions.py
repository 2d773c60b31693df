"""Analysing a ZERTZ position that comes from no match: it is given as a text, and moves are tried out from it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe

from gateway.auth import account_id
from gateway.pages.match_data import page_data
from gateway.words import game_texts, position_lines, shell_texts
from services.errors import BadTable
from services.readers.tries import play_line, start_of_position
from services.records.read.explore import start_of

GAME = "zertz"
LONGEST = 300


@require_safe
def analyse(request: HttpRequest) -> HttpResponse:
    wanted = " ".join(request.GET.get("position", "")[: LONGEST + 1].split())
    try:
        return position_page(request, wanted or start_of(GAME))
    except BadTable as refusal:
        return position_page(request, start_of(GAME), {"error": refusal.code, "position": wanted}, status=400)


def position_page(
    request: HttpRequest, position: str, more: dict[str, Any] | None = None, tree: Any = None, status: int = 200
) -> HttpResponse:
    """Raises BadTable `bad-position`."""
    language = request.language  # type: ignore[attr-defined]
    frame = play_line(start_of_position(GAME, position), [], b"\0")["frame"]
    shell = shell_texts(language)
    seats = [{"seat": seat, "name": shell["puzzle"][f"seat_{seat}"], "bot": None, "account": None} for seat in range(2)]
    card = {"id": "", "game": GAME, "seats": seats, "status": "ended", "clock": None, "rematch": None}
    data = page_data(card, frame, [], game_texts(GAME, language), shell, language)
    data["words"]["analysis"] = shell["analysis"]
    data |= {"invite": "", "asked": None, "first": 0}
    data["analysis"] = {
        "over": True, "seat": None, "tree": tree, "signed": account_id(request) is not None, "bots": {},
        "position": position,
    }  # fmt: skip
    context = {
        "position": position, "seats": seats, "data": data, "bare": True, "over": True,
        "lines": position_lines(language, GAME, frame["view"], [str(holder["name"]) for holder in seats]),
    }  # fmt: skip
    return render(request, "house/position.html", context | (more or {}), status=status)


urlpatterns = [path("analyse", analyse, name="analyse")]
