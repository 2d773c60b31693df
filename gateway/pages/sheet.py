"""The score sheet of a match: every step told in sentences, to be printed or read aloud."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from gateway import frames
from gateway.auth import account_id
from gateway.cards import match_json, seat_names
from gateway.pages.matches import told_result
from gateway.pages.oops import as_pages
from gateway.pages.options import told_table
from gateway.words import position_lines
from services.readers.cards import Party, card_of_match, visible_party
from services.readers.models import GALLERY
from services.readers.outline import outline_of


@require_safe
@as_pages
def sheet(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """With `?positions=no` the moves alone."""
    invite = request.GET.get("invite", "")
    party, _ = visible_party(match_id, account_id(request), invite)
    language = request.language  # type: ignore[attr-defined]
    short = request.GET.get("positions") == "no"
    card = match_json(card_of_match(party), language, None)
    context = {
        "match": card,
        "steps": _steps(party, language, short),
        "result": told_result(card, None, language) if card["winners"] is not None else None,
        "options": told_table(party.match, language),
        "short": short,
        "invite": invite,
    }
    return render(request, "house/sheet.html", context)


def _steps(party: Party, language: str, short: bool) -> list[dict[str, Any]]:
    """As the gallery knows them: a sheet is for everybody."""
    names, game = seat_names(party, language), party.match.game
    moves = {step.seq: step for step in outline_of(party.match)}
    told = []
    for number, frame in enumerate(_frames(party, language)):
        step = moves[frame["seq"]]
        told.append(
            {
                "number": number,
                "seq": frame["seq"],
                "at": frame["at"],
                "seat": step.seat,
                "move": step.move,
                "scores": frame["scores"],
                "news": [line["text"] for line in frame["news"]],
                "position": [] if short else position_lines(language, game, frame["view"], names),
            }
        )
    return told


def _frames(party: Party, language: str) -> list[Any]:
    """All of them, a stretch at a time."""
    found: list[Any] = []
    first: int | None = 0
    while first is not None:
        stretch = json.loads(frames.stretch(party, first, party.match.head.seq, GALLERY, language))
        found += stretch["frames"]
        first = stretch["next"]
    return found
