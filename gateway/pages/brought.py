"""The pages of what was brought from elsewhere, under the addresses of matches: film, embedding, sheet, picture."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from gateway import frames, kept
from gateway.pages.match_data import asked_seq, page_data, result_words
from gateway.words import game_texts, position_lines, shell_texts
from services.readers.cards import Party
from services.readers.history import start_of
from services.readers.models import GALLERY
from services.readers.outline import outline_of
from services.records.read.kept import KeptPlay


def film(request: HttpRequest, match_id: UUID) -> HttpResponse:
    """Board and history bar, the moves, what can be carried away. Raises NotFound."""
    subject, language = kept.brought(match_id), request.language  # type: ignore[attr-defined]
    context = board_of(request, subject)
    card, now = context["match"], context["data"]["frame"]
    more = {
        "log": isinstance(subject, Party),
        "moves": _moves(subject),
        "result": result_words(card, None, language) if card["winners"] is not None else None,
        "explore": now["view"].get("position", "") if card["game"] == "zertz" else "",
        "address": request.build_absolute_uri(request.path),
        "invite": "",
    }
    return render(request, "house/records/kept.html", context | more)


def board_of(request: HttpRequest, subject: KeptPlay | Party) -> dict[str, Any]:
    """What board and history bar need, as of a match of this house."""
    language = request.language  # type: ignore[attr-defined]
    card, now = card_of(subject, language), json.loads(present(subject, language)) | {"news": []}
    first = start_of(subject.match) if isinstance(subject, Party) else 0
    names = [holder["name"] for holder in card["seats"]]
    data = page_data(card, now, [], game_texts(card["game"], language), shell_texts(language), language)
    data |= {"asked": asked_seq(request), "eye": _eye(request, len(names)), "first": first, "invite": ""}
    return {"match": card, "data": data, "position": position_lines(language, card["game"], now["view"], names)}


def card_of(subject: KeptPlay | Party, language: str) -> Any:
    """The card; for people a seat of which nobody's name is known has a number."""
    card = kept.card_json(subject, language)
    words = kept.seat_words(language, len(card["seats"]))
    seats = [holder | {"name": holder["name"] or word} for holder, word in zip(card["seats"], words, strict=True)]
    return card | {"seats": seats}


def present(subject: KeptPlay | Party, language: str) -> str:
    if isinstance(subject, Party):
        return frames.present(subject, GALLERY, language).text
    return kept.play_frame(subject, subject.last, GALLERY, language)


def _eye(request: HttpRequest, seats: int) -> int | None:
    text = request.GET.get("eye", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) == 1 and int(text) < seats else None


def _moves(subject: KeptPlay | Party) -> list[tuple[int, str]]:
    """The seq and the text of each move."""
    if isinstance(subject, Party):
        return [(step.seq, step.move) for step in outline_of(subject.match) if step.move is not None]
    return [(n, subject.text(n)) for n in range(1, subject.last + 1)]
