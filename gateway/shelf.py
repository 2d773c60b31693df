"""Files for browsers: the house's static ones and each game's board, styles, data and texts, straight from folders.

An address with a folder named for the content (`/static/<stamp>/house/kit.js`, `/shelf/<stamp>/zertz/board.js`) may be
kept for a year: whatever changes, changes the stamp of all. Imports between modules stay within the stamp; those that
name `/static/` or `/shelf/` get it when they are served. Without a stamp the same files are kept for five minutes.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from cachetools import TTLCache, cached
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.http import Http404, HttpRequest, HttpResponse

import engine.games
from engine.games import GAMES

_ROOT = Path(engine.games.__file__).parent
_WORKER = Path(__file__).parent / "static" / "house" / "worker.js"
LONGEST_NAME = 100
_SERVED = ("ui", "data", "texts")  # folders of a game
_KINDS = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
}
_ADDRESS = re.compile(rb"""(["'`])/(static|shelf)/""")
YEAR = "public, max-age=31536000, immutable"
SHORT = "public, max-age=300"
FRESH = "no-cache"


# -- the stamp --------------------------------------------------------------------------------------------------------


def _files() -> Iterator[Path]:
    for finder in finders.get_finders():
        yield from (Path(storage.path(name)) for name, storage in finder.list([]))
    for game in sorted(GAMES):
        for folder in _SERVED:
            yield from (path for path in (_ROOT / game / folder).rglob("*") if path.suffix in _KINDS)


@cached(TTLCache(maxsize=1, ttl=2))
def stamp() -> str:
    """Names the content of all files. Looked up again every other second, so that an edited file is seen at once."""
    return _stamp_of(tuple((path, path.stat().st_mtime_ns) for path in sorted(_files())))


@cache
def _stamp_of(files: tuple[tuple[Path, int], ...]) -> str:
    total = hashlib.sha256()
    for path, changed in files:
        total.update(path.name.encode() + b"\0" + hashlib.sha256(_read(path, changed)).digest())
    return total.hexdigest()[:16]


class StampedStorage(StaticFilesStorage):
    """What `{% static %}` asks: addresses with the stamp."""

    def url(self, name: str | None) -> str:
        return f"/static/{stamp()}/{name}"


def game_url(game: str, name: str) -> str:
    return f"/shelf/{stamp()}/{game}/{name}"


# -- files ------------------------------------------------------------------------------------------------------------


@cache
def _read(path: Path, changed: int) -> bytes:
    return path.read_bytes()


@cache
def _stamped(path: Path, changed: int, given: str) -> bytes:
    """A script whose absolute imports stay within the stamp."""
    return _ADDRESS.sub(rb"\1/\2/" + given.encode() + rb"/", _read(path, changed))


def _body(path: Path, given: str | None) -> bytes:
    changed = path.stat().st_mtime_ns
    return _stamped(path, changed, given) if given and path.suffix == ".js" else _read(path, changed)


def _answer(path: Path, given: str | None) -> HttpResponse:
    """`given`: the stamp of the address. After a release pages that are still open ask by the old one."""
    if len(path.name) > LONGEST_NAME or path.suffix not in _KINDS or not path.is_file():
        raise Http404
    kept = SHORT if given is None else YEAR if given == stamp() else FRESH
    return _response(_body(path, given), path.suffix, kept)


def _response(body: bytes, suffix: str, kept: str) -> HttpResponse:
    return HttpResponse(body, content_type=f"{_KINDS[suffix]}; charset=utf-8", headers={"Cache-Control": kept})


def _folder(game: str, name: str) -> Path:
    if game not in GAMES:
        raise Http404
    return _ROOT / game / name


def ui_file(request: HttpRequest, game: str, name: str, given: str | None = None) -> HttpResponse:
    return _answer(_folder(game, "ui") / name, given)


def texts_file(request: HttpRequest, game: str, language: str, given: str | None = None) -> HttpResponse:
    return _answer(_folder(game, "texts") / f"{language}.json", given)


def data_file(request: HttpRequest, game: str, name: str, given: str | None = None) -> HttpResponse:
    """A game's data as a module, so that a board imports what its rules read."""
    answer = _answer(_folder(game, "data") / f"{name}.json", given)
    return _response(as_module(answer.content), ".js", answer["Cache-Control"])


def as_module(data: bytes) -> bytes:
    return b"export default " + data.strip() + b";\n"


def static_file(request: HttpRequest, given: str, name: str) -> HttpResponse:
    path = finders.find(name) if ".." not in name.split("/") else None
    if not isinstance(path, str):
        raise Http404
    return _answer(Path(path), given)


def worker_file(request: HttpRequest) -> HttpResponse:
    """From the root, since a worker serves what lies below its address; browsers ask for it anew each time."""
    return _response(_body(_WORKER, None), ".js", FRESH)
