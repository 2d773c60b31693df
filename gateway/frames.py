"""Frames as a reader gets them: the stored text with the news in the reader's language."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from gateway.cards import party_of
from gateway.words import render_news
from services.history import present_frame, present_news
from services.projections.frames import compact, frame_json
from services.store.models import Match


def told(body: str, moves: str | None, news: Sequence[Any], game: str, language: str, names: Sequence[str]) -> str:
    return frame_json(body, moves, compact(render_news(language, game, news, names)))


def names_for(match: Match, language: str) -> list[str]:
    return party_of(match.id).seat_names(language)


def present(match: Match, eye: int, language: str, after: int | None = None) -> str:
    """The caller's present frame."""
    frame = present_frame(match, eye)
    return told(frame.body, frame.moves, present_news(frame, after), match.game, language, names_for(match, language))


def parsed(news: str) -> list[Any]:
    found: list[Any] = json.loads(news)
    return found
