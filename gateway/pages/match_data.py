"""What the pages about a match share: the data of their script, the result in words, what a link asks for."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from gateway.pages.results import outcome
from gateway.words import game_texts, shell_texts


def page_data(card: Any, now: Any, lines: Any, texts: Any, shell: Any, language: str) -> dict[str, Any]:
    """All that the page's script needs, so that it asks for nothing before the first frame is drawn."""
    words = {name: shell[name] for name in ("match", "replay", "board", "house", "reasons", "phrases")}
    return {"card": card, "frame": now, "news": lines, "texts": texts, "words": words, "lang": language}


def result_words(card: Any, mine: int | None, language: str) -> dict[str, Any]:
    """How a match ended, in words."""
    texts, shell = game_texts(card["game"], language), shell_texts(language)
    winners, reason = card["winners"] or [], card["reason"] or ""
    names = [card["seats"][seat]["name"] for seat in winners]
    return {
        "kind": outcome(winners, len(card["seats"]), mine),
        "names": shell["house"]["and"].join(names),
        "reason": texts.get("reasons", {}).get(reason) or shell["reasons"].get(reason, ""),
    }


def asked_seq(request: HttpRequest) -> int | None:
    text = request.GET.get("seq", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
