"""Sentences in the reader's language: the shell's own from gateway/texts, a game's from its texts folder."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import engine.games
from engine.core.game import News
from engine.games import GAMES

LANGUAGES = ("en", "fa")
_SHELL = Path(__file__).parent / "texts"
_GAMES = Path(engine.games.__file__).parent
_HOLE = re.compile(r"\{(\w+)\}")
LEFT_TO_RIGHT, MINUS = "\u200e", "\u2212"
_PERSIAN_DIGITS = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")
_LATIN_DIGITS = str.maketrans("۰۱۲۳۴۵۶۷۸۹٠١٢٣٤٥٦٧٨٩", "0123456789" * 2)
_GUEST = re.compile(r"(?:Guest|مهمان) ([0-9۰-۹]{4})")
_FIGURES = re.compile(r"[0-9]+(?::[0-9]{2})*(?:\.[0-9])?")  # a number, or a time: 0:02.0
_UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))


@cache
def shell_texts(language: str) -> dict[str, Any]:
    """The words of all pages and answers. Each file is a subject; a section may stand in several files."""
    texts: dict[str, Any] = {}
    for path in sorted(_SHELL.glob(f"*{language}.json")):
        for section, words in json.loads(path.read_text(encoding="utf-8")).items():
            texts[section] = texts.get(section, {}) | words if isinstance(words, dict) else words
    return texts


@cache
def game_texts(game: str, language: str) -> dict[str, Any]:
    path = _GAMES / game / "texts" / f"{language}.json"
    texts: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return texts


def isolate(text: str) -> str:
    """Notation and names keep their own direction inside a sentence."""
    return f"\u2068{text}\u2069"


def digits(value: object, language: str) -> str:
    """A number in the reader's own digits, with the minus sign on its left, as the boards write it."""
    if isinstance(value, int) and value < 0:
        return (LEFT_TO_RIGHT if language == "fa" else "") + MINUS + digits(-value, language)
    return str(value).translate(_PERSIAN_DIGITS) if language == "fa" else str(value)


def latin_digits(text: str) -> str:
    """Notation as the games read it, whatever the keyboard wrote."""
    return text.translate(_LATIN_DIGITS)


def person(name: str, language: str) -> str:
    """The name of an account; one that a guest was given is shown in the reader's language and digits."""
    given = _GUEST.fullmatch(name)
    return f"{shell_texts(language)['house']['guest']} {digits(latin_digits(given[1]), language)}" if given else name


def duration(seconds: int, language: str) -> str:
    """A span of time in its two largest units: 1 minute and 30 seconds."""
    words, amounts = shell_texts(language)["time"], []
    for unit, size in _UNITS:
        count, seconds = divmod(seconds, size)
        if count:
            amounts.append(fill(language, words[unit if count == 1 else f"{unit}s"], {"count": count}, {}))
    return str(words["and"]).join(amounts[:2]) or str(words["none"])


def fill(
    language: str,
    template: str,
    params: Mapping[str, Any],
    words: Mapping[str, str],
    names: Sequence[str] = (),
    parts: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """Fill the holes of a template; `seat` and `seat_…` are seat numbers and shown as names."""

    def value(hole: re.Match[str]) -> str:
        name = hole.group(1)
        param = params.get(name, "")
        if (name == "seat" or name.startswith("seat_")) and isinstance(param, int):
            return isolate(names[param]) if param < len(names) else digits(param + 1, language)
        if isinstance(param, Sequence) and not isinstance(param, str):
            spoken = [fill(language, parts[name], part, words, names, parts) for part in param]
            return str(shell_texts(language)["house"]["comma"]).join(spoken)
        if isinstance(param, str):
            return words.get(param) or _as_written(param, language)
        return digits(param, language)

    return _HOLE.sub(value, template)


def _as_written(text: str, language: str) -> str:
    if text.isascii() and _FIGURES.fullmatch(text):
        return digits(text, language)
    return isolate(text) if text else ""


def sentence(language: str, code: str, params: Mapping[str, Any]) -> str:
    """One sentence for people about a refusal. A game's refusal names its game in `game`."""
    game = params.get("game")
    if isinstance(game, str) and game in GAMES:
        texts = game_texts(game, language)
        if code in texts["refusals"]:
            return fill(language, texts["refusals"][code], params, texts["words"])
    return shell_sentence(language, code, params)


def shell_sentence(language: str, code: str, params: Mapping[str, Any]) -> str:
    templates = shell_texts(language)["errors"]
    return fill(language, templates.get(code) or templates["refused"], params, {})


def news_text(language: str, game: str, line: Mapping[str, Any], names: Sequence[str]) -> str:
    """A line of news as a sentence."""
    code, params = line["code"], dict(line["params"])
    texts = game_texts(game, language)
    if not code.startswith("house."):
        return _line_text(language, texts, "news", line, names)
    if "why" in params:
        params["why"] = _why(language, texts, code, params["why"])
    template = shell_texts(language)["news"][code.removeprefix("house.")]
    return fill(language, template, params, {params.get("why", ""): params.get("why", "")}, names)


def moment_text(language: str, game: str, moment: News, names: Sequence[str]) -> str:
    """A moment in a few words."""
    line = {"code": moment.code, "params": moment.params}
    return _line_text(language, game_texts(game, language), "moments", line, names)


def position_lines(language: str, game: str, view: Any, names: Sequence[str]) -> list[str]:
    """What lies on the board, in sentences: for readers who have no board to look at."""
    texts = game_texts(game, language)
    lines = GAMES[game].describe(view)
    return [
        _line_text(language, texts, "position", {"code": line.code, "params": line.params}, names) for line in lines
    ]


def _line_text(
    language: str, texts: Mapping[str, Any], part: str, line: Mapping[str, Any], names: Sequence[str]
) -> str:
    template = texts[part].get(line["code"], line["code"])
    return fill(language, template, line["params"], texts["words"], names, texts.get("parts", {}))


def _why(language: str, texts: Mapping[str, Any], code: str, why: str) -> str:
    """The reason of a refusal or of an end: the game's sentence, or the house's."""
    key = "refusals" if code == "house.refused" else "reasons"
    known = texts.get(key, {}).get(why) or shell_texts(language)[key].get(why)
    return fill(language, known, {}, {}) if known else shell_sentence(language, why, {})


def render_news(language: str, game: str, lines: Sequence[Mapping[str, Any]], names: Sequence[str]) -> list[Any]:
    return [{**line, "text": news_text(language, game, line, names)} for line in lines]
