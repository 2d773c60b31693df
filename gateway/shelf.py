"""Each game's own files: board, styles, texts and rules, straight from its folder."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from django.http import Http404, HttpRequest, HttpResponse

import engine.games
from engine.games import GAMES

_ROOT = Path(engine.games.__file__).parent
_KINDS = {".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".svg": "image/svg+xml"}


@cache
def _read(path: Path, stamp: int) -> bytes:
    return path.read_bytes()


def _file(game: str, *parts: str) -> HttpResponse:
    path = _ROOT.joinpath(game, *parts)
    if game not in GAMES or path.suffix not in _KINDS or not path.is_file():
        raise Http404
    response = HttpResponse(_read(path, path.stat().st_mtime_ns), content_type=f"{_KINDS[path.suffix]}; charset=utf-8")
    response["Cache-Control"] = "public, max-age=300"
    return response


def ui_file(request: HttpRequest, game: str, name: str) -> HttpResponse:
    return _file(game, "ui", name)


def texts_file(request: HttpRequest, game: str, language: str) -> HttpResponse:
    return _file(game, "texts", f"{language}.json")
