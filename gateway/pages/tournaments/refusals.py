"""A refusal as one sentence for a page."""

from __future__ import annotations

from gateway.tournament_words import refusal_words
from gateway.words import sentence
from services.errors import Refusal


def sentence_of(error: Refusal, language: str) -> str:
    """What would work, where the refusal says so."""
    spoken = refusal_words(language, error.reason, error.params) if error.reason else None
    return spoken or sentence(language, str(error.extra.get("code", error.code)), error.params)
