"""Records: search of all that is over, the explorer of ZERTZ positions."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from rest_framework.request import Request

from engine.games import GAMES
from gateway.api.search import RESULTS, cards_json, query_of
from gateway.auth import account_id
from gateway.pages.refusal_pages import as_pages
from gateway.words import position_lines
from services.errors import BadRequest, BadTable, NotFound, Refusal
from services.readers.tries import play_line, start_of_position
from services.records.read.dumps import dumps
from services.records.read.explore import explore, start_of
from services.records.read.search import SOURCES, search

SHOWN_MOVES = 60
SHOWN_DAYS = 10


def _language(request: HttpRequest) -> str:
    return str(request.language)  # type: ignore[attr-defined]


@as_pages
def records(request: HttpRequest) -> HttpResponse:
    asked = Request(request)
    asked.user = request.user
    context: dict[str, Any] = {
        "games": list(GAMES), "results": RESULTS, "sources": SOURCES, "asked": request.GET,
        "days": dumps()[-SHOWN_DAYS:][::-1], "me": account_id(request),
    }  # fmt: skip
    try:
        query = query_of(asked)
        hits, more = search(query)
    except (BadRequest, BadTable, NotFound, Refusal) as refusal:
        return render(request, "house/records/search.html", context | {"error": refusal.code}, status=400)
    further = request.GET.copy()
    if more:
        further["after"] = hits[-1].place
    cards = cards_json(hits, _language(request), query.me)
    named = any(seat["name"] for card in cards for seat in card["seats"])  # records keep nobody's name
    context |= {"cards": cards, "named": named, "next": further.urlencode() if more else ""}
    return render(request, "house/records/search.html", context)


def record(request: HttpRequest, record_id: UUID) -> HttpResponse:
    """What was brought is looked at where matches are."""
    query = request.GET.urlencode()
    return redirect(reverse("match", args=[record_id]) + (f"?{query}" if query else ""))


@as_pages
def explorer(request: HttpRequest) -> HttpResponse:
    source = request.GET.get("source", "")
    me = account_id(request)
    source = source if source in SOURCES and (source != "mine" or me) else ""
    position, error = request.GET.get("position", "")[:300].strip() or start_of("zertz"), ""
    try:
        answer = explore("zertz", position, source, me)
    except BadTable as refusal:
        error, position = refusal.code, start_of("zertz")
        answer = explore("zertz", position, source, me)
    frame = play_line(start_of_position("zertz", position), [], b"\0")["frame"]
    context = {
        "position": position, "source": source, "sources": SOURCES, "explored": answer,
        "moves": answer["moves"][:SHOWN_MOVES],
        "more": max(0, len(answer["moves"]) - SHOWN_MOVES), "frame": frame, "error": error, "me": me,
        "lines": position_lines(_language(request), "zertz", frame["view"], ()),
    }  # fmt: skip
    return render(request, "house/records/explorer.html", context, status=400 if error else 200)


urlpatterns = [
    path("records", records, name="records"),
    path("records/<uuid:record_id>", record, name="record"),
    path("explore", explorer, name="explore"),
]
