"""The options of a game as a form, and the form as a wish for a table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import QueryDict

from engine.core.game import Game, Json
from engine.games import GAMES
from gateway.clocks import clock_words, delay_words
from gateway.pages.clock_form import read_clock, read_delay
from gateway.words import duration, game_texts, shell_texts
from services.errors import BadTable
from services.matches.models import Match
from services.playing.tables import Wish

PREFIX = "option_"


def fields(game: Game[Any, Any], language: str, given: QueryDict | None) -> list[dict[str, Any]]:
    """One field for each option of the game's schema."""
    texts = game_texts(game.info.key, language).get("options", {})
    return [_field(name, schema, texts.get(name, {}), given) for name, schema in game.info.options.items()]


def _field(name: str, schema: Json, texts: Mapping[str, Any], given: QueryDict | None) -> dict[str, Any]:
    kind = schema.get("type", "string")
    words = texts.get("values", {})
    field = {
        "name": PREFIX + name,
        "label": texts.get("label", name),
        "help": texts.get("help", ""),
        "kind": "choice" if "enum" in schema and kind != "boolean" else kind,
        "minimum": schema.get("minimum"),
        "maximum": schema.get("maximum"),
    }
    if kind == "array":
        choices, chosen = schema.get("items", {}).get("enum", []), set(map(str, schema["default"]))
        if given is not None:
            chosen = set(given.getlist(PREFIX + name))
        return field | {"choices": [_choice(choice, words, chosen) for choice in choices]}
    value = schema["default"] if given is None else given.get(PREFIX + name, "")
    if kind == "boolean":
        return field | {"value": value in (True, "on", "true")}
    choices = schema.get("enum") or (list(words) if kind == "integer" else [])  # a number that has words is chosen
    return field | {"value": value, "choices": [_choice(choice, words, {str(value)}) for choice in choices]}


def _choice(value: Json, words: Mapping[str, str], chosen: set[str]) -> dict[str, Any]:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return {"value": text, "label": words.get(text, text), "chosen": text in chosen}


def read_wish(game: Game[Any, Any], form: QueryDict) -> Wish:
    """The table that the form describes. Raises BadTable."""
    seats = _whole(form.get("seats", ""), "seats")
    others = {seat: form.get(f"seat_{seat}", "") for seat in range(1, seats)} if seats <= max(game.info.seats) else {}
    bots = {seat: bot for seat, bot in others.items() if bot}
    clock = read_clock(form)
    return Wish(
        game=game.info.key,
        seats=seats,
        options={name: _value(name, schema, form) for name, schema in game.info.options.items()},
        bots=bots,
        clock=clock,
        delay=read_delay(form),
        rated="rated" in form and clock is not None and not bots,  # as the form says beside the box
        private="private" in form,
    )


def given_options(game: Game[Any, Any], form: QueryDict) -> dict[str, Json]:
    """Only the options that the form names; the others keep their defaults. Raises BadTable."""
    named = {name: schema for name, schema in game.info.options.items() if PREFIX + name in form}
    return {name: _value(name, schema, form) for name, schema in named.items()}


def as_fields(options: Mapping[str, Json]) -> list[tuple[str, str]]:
    """Options as hidden fields of a form that asks for the same again."""
    fields = []
    for name, value in options.items():
        values = value if isinstance(value, list) else [value]
        fields += [(PREFIX + name, str(item).lower() if isinstance(item, bool) else str(item)) for item in values]
    return fields


def _whole(text: str, name: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise BadTable("bad-option", option=name, value=text[:40])
    return int(text)


def _value(name: str, schema: Json, form: QueryDict) -> Json:
    kind, text = schema.get("type", "string"), form.get(PREFIX + name)
    if kind == "boolean":
        return text in ("on", "true")
    if kind == "array":
        return [_typed(name, schema.get("items", {}), item) for item in form.getlist(PREFIX + name)]
    return schema["default"] if text is None else _typed(name, schema, text)


def _typed(name: str, schema: Json, text: str) -> Json:
    for listed in schema.get("enum", []):
        if str(listed) == text:
            return listed
    return _whole(text, name) if schema.get("type") == "integer" else text


def sent_entropy(text: str) -> str:
    """What a browser made for the luck of a match; nothing where it is no such thing."""
    return text if re.fullmatch("([0-9a-f]{2}){0,64}", text) else ""


def sent_uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def table_terms(match: Match, language: str) -> list[tuple[str, str]]:
    """What was agreed at a table, in words: its options, the thinking time, who may come."""
    shell, options = shell_texts(language), option_words(match.game, match.options, language)
    time = clock_words(match, language)
    delay = [(shell["clock_form"]["delay"], delay_words(match.delay, language))] if match.delay else []
    access = shell["table"]["access_private" if match.private else "access_public"]
    return [*options, (shell["clock_form"]["title"], time), *delay, (shell["table"]["access"], access)]


def option_words(game: str, options: Mapping[str, Json], language: str) -> list[tuple[str, str]]:
    texts = game_texts(game, language).get("options", {})
    return [
        (texts.get(name, {}).get("label", name), _value_words(name, options.get(name), texts.get(name, {}), language))
        for name in GAMES[game].info.options
    ]


def _value_words(name: str, value: Json, texts: Mapping[str, Any], language: str) -> str:
    words = texts.get("values", {})
    if name.endswith("_ms") and str(value) not in words:
        return duration(value // 1000, language)
    if isinstance(value, bool):
        return str(words.get(str(value).lower()) or ("✓" if value else "–"))
    if isinstance(value, list):
        return ", ".join(words.get(str(item), str(item)) for item in value) or "–"
    return str(words.get(str(value), value))
