"""The puzzle of the day: a ZERTZ board on which only a win by force counts."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe

from gateway.pages.refusal_pages import as_pages
from gateway.words import game_texts, position_lines, shell_texts
from services.analysis.read import puzzle_json, puzzle_today
from services.errors import NotFound
from services.readers.tries import play_line, start_of_position

GAME = "zertz"


@require_safe
@as_pages
def puzzle(request: HttpRequest) -> HttpResponse:
    language = request.language  # type: ignore[attr-defined]
    try:
        today = puzzle_json(puzzle_today())
    except NotFound:
        return render(request, "house/puzzle.html", {"puzzle": None}, status=404)
    words = shell_texts(language)
    seats = [{"seat": seat, "name": words["puzzle"][f"seat_{seat}"]} for seat in range(2)]
    return render(
        request,
        "house/puzzle.html",
        {
            "puzzle": today,
            "own_moves": (today["plies"] + 1) // 2,
            "lines": _lines(today, language, [str(holder["name"]) for holder in seats]),
            "data": {
                "puzzle": today, "seats": seats, "lang": language, "texts": game_texts(GAME, language),
                "words": {"puzzle": words["puzzle"], "board": words["board"], "match": words["match"]},
            },
        },
    )  # fmt: skip


def _lines(puzzle: dict[str, Any], language: str, names: list[str]) -> list[str]:
    view = play_line(start_of_position(GAME, puzzle["position"]), [], b"")["frame"]["view"]
    return list(position_lines(language, GAME, view, names))


urlpatterns = [path("puzzle", puzzle, name="puzzle")]
