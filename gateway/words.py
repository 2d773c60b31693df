"""Sentences in the reader's language: the shell's own from gateway/texts, a game's from its texts folder."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import engine.games

LANGUAGES = ("en", "fa")
_SHELL = Path(__file__).parent / "texts"
_GAMES = Path(engine.games.__file__).parent
_HOLE = re.compile(r"\{(\w+)\}")


@cache
def shell_texts(language: str) -> dict[str, Any]:
    """The words of the pages, and those of answers: refusals, reasons and the house's own news."""
    found: dict[str, Any] = {}
    for name in (f"{language}.json", f"answers.{language}.json"):
        found |= json.loads((_SHELL / name).read_text(encoding="utf-8"))
    return found


@cache
def game_texts(game: str, language: str) -> dict[str, Any]:
    path = _GAMES / game / "texts" / f"{language}.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def isolate(text: str) -> str:
    """Notation and names keep their own direction inside a sentence."""
    return f"\u2068{text}\u2069"


def fill(template: str, params: Mapping[str, Any], words: Mapping[str, str], names: Sequence[str] = ()) -> str:
    """Fill the holes of a template; `seat` and `seat_…` are seat numbers and shown as names."""

    def value(hole: re.Match[str]) -> str:
        name = hole.group(1)
        found = params.get(name, "")
        if (name == "seat" or name.startswith("seat_")) and isinstance(found, int):
            return isolate(names[found]) if found < len(names) else str(found + 1)
        if isinstance(found, str):
            return words.get(found) or (isolate(found) if found else "")
        return str(found)

    return _HOLE.sub(value, template)


def sentence(language: str, code: str, params: Mapping[str, Any]) -> str:
    """One sentence for people about a refusal. A game's refusal names its game in `game`."""
    told = dict(params)
    game = told.get("game")
    if isinstance(game, str):
        try:
            found = game_texts(game, language)
        except FileNotFoundError:
            found = {}
        if code in found.get("refusals", {}):
            return fill(found["refusals"][code], told, found.get("words", {}))
    return shell_sentence(language, code, told)


def shell_sentence(language: str, code: str, params: Mapping[str, Any]) -> str:
    templates = shell_texts(language).get("errors", {})
    return fill(templates.get(code) or templates.get("refused") or code, params, {})


def news_text(language: str, game: str, line: Mapping[str, Any], names: Sequence[str]) -> str:
    """A line of news as a sentence."""
    code, params = line["code"], line["params"]
    texts = game_texts(game, language)
    if not code.startswith("house."):
        return fill(texts["news"].get(code, code), params, texts.get("words", {}), names)
    told = dict(params)
    why = told.pop("why", None)
    if why is not None:
        key = "refusals" if code == "house.refused" else "reasons"
        known = texts.get(key, {}).get(why) or shell_texts(language).get(key, {}).get(why)
        told["why"] = known or shell_sentence(language, why, {})
    template = shell_texts(language)["news"][code.removeprefix("house.")]
    return _HOLE.sub(lambda hole: str(told[hole.group(1)]), template) if why else fill(template, told, {}, names)


def render_news(language: str, game: str, lines: Sequence[Mapping[str, Any]], names: Sequence[str]) -> list[Any]:
    return [{**line, "text": news_text(language, game, line, names)} for line in lines]
