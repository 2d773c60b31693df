"""A match inside a page of somebody else: board, history bar, a link. And its picture for chats.

Under /embed/ no cookie is read or set (gateway/middleware.py), so whoever looks is a stranger.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from gateway import frames, kept
from gateway.auth import account_id
from gateway.cards import match_json, seat_names
from gateway.pages import brought
from gateway.pages.match_data import asked_seq, page_data
from gateway.pages.matches import asked_eye
from gateway.pages.refusal_pages import as_pages
from gateway.preview import preview_png
from gateway.words import game_texts, position_lines, shell_texts
from services.errors import NotFound
from services.readers.cards import Party, card_of_match, visible_party
from services.readers.history import start_of
from services.readers.models import GALLERY


@require_safe
def embedded(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """A refusal is a small page, too: the usual ones have forms."""
    invite = request.GET.get("invite", "")
    try:
        context = _context(request, match_id, invite)
    except NotFound:
        return render(request, "house/embed_none.html", status=404)
    context["data"]["embedded"] = True
    return render(request, "house/embed.html", context | {"invite": invite})


def _context(request: HttpRequest, match_id: UUID, invite: str) -> dict[str, Any]:
    try:
        party, _ = visible_party(match_id, None, invite)
    except NotFound:
        return brought.board_of(request, kept.brought(match_id))
    return _board_of(request, party, invite)


def _board_of(request: HttpRequest, party: Party, invite: str) -> dict[str, Any]:
    row, language = party.match, request.language  # type: ignore[attr-defined]
    now = json.loads(frames.present(party, GALLERY, language).text) | {"news": []}
    eye, seq = asked_eye(request, row, None), asked_seq(request)
    card = match_json(card_of_match(party), language, None)
    texts, shell = game_texts(row.game, language), shell_texts(language)
    data = page_data(card, now, [], texts, shell, language)
    data |= {"asked": seq, "eye": eye, "first": start_of(row), "invite": invite}
    lines = position_lines(language, row.game, now["view"], seat_names(party, language))
    return {"match": card, "data": data, "position": lines}


@require_safe
@as_pages
def preview(request: HttpRequest, match_id: UUID) -> HttpResponse:
    try:
        party, _ = visible_party(match_id, account_id(request), request.GET.get("invite", ""))
    except NotFound:
        card = kept.card_json(kept.brought(match_id), request.language)  # type: ignore[attr-defined]
        return _picture(card["game"], card["scores"], card["winners"], "public")
    row = card_of_match(party).card
    whose = "private" if party.match.private or party.match.delay else "public"
    return _picture(party.match.game, row.scores, row.winners, whose)


def _picture(game: str, scores: Sequence[int], winners: Sequence[int] | None, whose: str) -> HttpResponse:
    picture = preview_png(game, tuple(scores), None if winners is None else frozenset(winners))
    return HttpResponse(picture, content_type="image/png", headers={"Cache-Control": f"{whose}, max-age=60"})
