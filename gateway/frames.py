"""Frames as a reader gets them, put together in one place for API, stream and pages."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from gateway.cards import seat_names
from gateway.words import render_news
from services.bus.frames import FrameMessage
from services.readers.cards import Party
from services.readers.frames import compact, frame_json
from services.readers.history import frame_at, present_frame, present_news
from services.readers.models import GALLERY
from services.readers.stretches import frames_between


@dataclass(frozen=True, slots=True)
class FrameText:
    """A frame as JSON text, with what a stream must know of it."""

    seq: int
    over: bool
    text: str


def present(party: Party, eye: int, language: str, after: int | None = None) -> FrameText:
    """The present frame of an eye, with every line of news since `after`."""
    frame = present_frame(party.match, eye)
    news = _words(present_news(frame, after), party.match.game, language, seat_names(party, language))
    over = json.loads(frame.body)["winners"] is not None
    return FrameText(frame.seq, over, frame_json(frame.body, frame.moves, news))


def past(party: Party, seq: int, eye: int, language: str) -> str:
    """The frame of an eye as it stood at a seq."""
    drawn = frame_at(party.match, seq, eye)
    news = _words(json.loads(drawn.news), party.match.game, language, seat_names(party, language))
    return frame_json(drawn.body, drawn.moves, news)


def stretch(party: Party, first: int, last: int, eye: int, language: str) -> str:
    """The frames of an eye at all steps of a stretch, each as `past` tells it."""
    between = frames_between(party.match, first, last, eye)
    names, game = seat_names(party, language), party.match.game
    texts = (
        frame_json(drawn.body, drawn.moves, _words(json.loads(drawn.news), game, language, names))
        for drawn in between.frames
    )
    head = compact({"match": str(party.match.id), "eye": None if eye == GALLERY else eye, "next": between.next})
    return f'{head[:-1]},"frames":[{",".join(texts)}]}}'


@lru_cache(64)
def relayed(message: FrameMessage, game: str, language: str, names: tuple[str, ...]) -> str:
    """A frame that was published; a thousand readers of one message share one rendering."""
    return frame_json(message.body, message.moves, _shared_words(message.news, game, language, names))


@lru_cache(64)
def _shared_words(news: str, game: str, language: str, names: tuple[str, ...]) -> str:
    """Where all eyes read the same news, they are put into words once."""
    return _words(json.loads(news), game, language, names)


def _words(news: Sequence[Any], game: str, language: str, names: Sequence[str]) -> str:
    return compact(render_news(language, game, news, names))
