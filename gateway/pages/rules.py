"""A game's rules: the fragment its folder holds, with a table of contents and figures for the board to draw."""

from __future__ import annotations

import re
from pathlib import Path

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import mark_safe

import engine.games
from engine.games import GAMES
from gateway.words import game_texts

_GAMES = Path(engine.games.__file__).parent
_HEADING = re.compile(r'<section[^>]*\bid="([\w-]+)"[^>]*>\s*<h2[^>]*>(.*?)</h2>', re.DOTALL)
_TAG = re.compile(r"<[^>]+>")


def rules(request: HttpRequest, key: str) -> HttpResponse:
    if key not in GAMES:
        raise Http404
    language = request.language  # type: ignore[attr-defined]
    path = _GAMES / key / f"rules.{language}.html"
    body = path.read_text("utf-8") if path.is_file() else ""
    contents = [(name, _TAG.sub("", title).strip()) for name, title in _HEADING.findall(body)]
    data = {"game": key, "lang": language, "texts": game_texts(key, language)}
    context = {"key": key, "body": mark_safe(body), "contents": contents, "data": data}
    return render(request, "house/rules.html", context)
