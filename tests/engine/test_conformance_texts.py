"""What the texts and options of every game on the shelf promise, and the toy's with them."""

from __future__ import annotations

import re
import string
from typing import Any

import pytest

from engine.core import codec
from engine.core.errors import BadOptions, MoveError
from engine.core.game import News, Ply, complete_options
from engine.core.replay import step
from tests.engine.conformance import (
    TESTED,
    Recorded,
    damaged,
    folder,
    recorded,
    seats_asked,
    sizes,
    some,
    texts,
    variants,
)

STEP_CODES = {"not-your-turn", "match-over"}  # raised by the fold itself, spoken by the house

every_size = pytest.mark.parametrize("table", sizes(), ids=str)
every_game = pytest.mark.parametrize("key", sorted(TESTED))


@every_game
def test_unfit_options_are_refused(key):
    game = TESTED[key]
    for seats in (0, 1, 99, True, "2", None):
        if seats not in game.info.seats or seats is True:
            with pytest.raises(BadOptions):
                complete_options(game, seats, {})
    first = game.info.seats[0]
    with pytest.raises(BadOptions):
        complete_options(game, first, {"no_such_option": 1})
    for name, schema in game.info.options.items():
        for value in (None, 1.5, -(10**9), "no such value", [[]], {}):
            if value in schema.get("enum", []):
                continue
            with pytest.raises(BadOptions):
                complete_options(game, first, {name: value})


def flat(value: Any, path: str = "") -> dict[str, str]:
    if isinstance(value, dict):
        return {key: item for name, part in value.items() for key, item in flat(part, f"{path}/{name}").items()}
    if isinstance(value, list):
        return {key: item for n, part in enumerate(value) for key, item in flat(part, f"{path}/{n}").items()}
    return {path: str(value)}


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


@every_game
def test_english_and_persian_texts_have_the_same_keys_and_placeholders(key):
    english, persian = (texts(TESTED[key], lang) for lang in ("en", "fa"))
    left, right = flat(english), flat(persian)
    assert sorted(left) == sorted(right)
    assert all(value.strip() for value in (*left.values(), *right.values()))
    for part in ("news", "moments", "refusals", "position", "parts"):
        for code, template in english.get(part, {}).items():
            assert placeholders(template) == placeholders(persian[part][code]), code


@pytest.mark.parametrize("lang", ["en", "fa"])
@every_game
def test_every_option_bot_and_reason_has_its_words(key, lang):
    game, words = TESTED[key], texts(TESTED[key], lang)
    assert {"name", "tagline", "about", "options", "bots", "news", "refusals", "reasons", "words", "board"} <= set(
        words
    )
    for name, schema in game.info.options.items():
        assert words["options"][name]["label"]
        assert words["options"][name]["help"]
        for value in schema.get("enum", []):
            spelled = "true" if value is True else "false" if value is False else str(value)
            assert spelled in words["options"][name]["values"], f"{name}={value}"
    for name in game.bots:
        assert words["bots"][name]["name"]
        assert words["bots"][name]["about"]
    for table in [known for known in (*sizes(), *variants()) if known.key == key]:
        match = recorded(table)
        assert game.reason(match.states[-1]) in words["reasons"]


@every_size
def test_every_line_of_news_has_a_sentence_and_its_parameters(table):
    match = recorded(table)
    sentences = texts(match.game, "en")["news"]
    for before, ply, after in list(match.steps())[:: max(1, len(match.plies) // 80)]:
        for eye in match.eyes():
            for line in match.game.news(before, ply, after, eye):
                assert_sentence(line, sentences, texts(match.game, "en").get("parts", {}))
                codec.canonical(dict(line.params))
                for name, value in line.params.items():
                    if name == "seat" or name.startswith("seat_"):
                        assert value in range(table.seats)


@every_size
def test_every_moment_has_a_sentence_and_its_parameters(table):
    match = recorded(table)
    sentences = texts(match.game, "en").get("moments", {})
    for before, ply, after in match.steps():
        for line in match.game.moments(before, ply, after):
            assert_sentence(line, sentences, {})
            assert all(value in range(table.seats) for name, value in line.params.items() if name == "seat")


@every_size
def test_rounds_are_counted_up_from_one(table):
    match = recorded(table)
    rounds = [number for state in match.states if (number := match.game.round_number(state)) is not None]
    assert rounds == sorted(rounds)
    assert all(number >= 1 for number in rounds)


def assert_sentence(line: News, sentences: dict[str, str], parts: dict[str, str]) -> None:
    """The line has its sentence, and each of its lists the words of one part."""
    assert line.code in sentences, line.code
    assert placeholders(sentences[line.code]) <= set(line.params), line
    for name, value in line.params.items():
        for part in value if isinstance(value, list) else []:
            assert placeholders(parts[name]) <= set(part), line


@every_size
def test_every_view_has_its_lines_of_text(table):
    match = recorded(table)
    words = texts(match.game, "en")
    for state in some(match.states, 12):
        for eye in match.eyes():
            for line in match.game.describe(match.game.view(state, eye)):
                assert_sentence(line, words["position"], words["parts"])
    assert match.game.describe(match.game.view(match.states[-1], None))


@every_size
def test_every_refusal_met_in_play_has_a_sentence(table):
    match = recorded(table)
    sentences = texts(match.game, "en")["refusals"]
    moves = sorted({match.game.write(ply.move, ply.seat) for ply in match.plies if ply.kind == "move"})
    for state, seat in seats_asked(match):
        listed = match.game.legal_texts(state, seat)
        for text in [*some(moves, 12), *(bad for move_text in some(listed, 2) for bad in sorted(damaged(move_text)))]:
            refusal = refusal_of(match, state, seat, text)
            if refusal is not None and refusal.code not in STEP_CODES:
                assert refusal.code in sentences, refusal.code
                assert placeholders(sentences[refusal.code]) <= set(refusal.params), refusal


def refusal_of(match: Recorded, state: Any, seat: int, text: str) -> MoveError | None:
    try:
        move = match.game.read(state, seat, text)
        step(match.game, state, Ply(at=match.time_of(state), seat=seat, move=move))
    except MoveError as refusal:
        return refusal
    return None


@pytest.mark.parametrize("lang", ["en", "fa"])
def test_every_rules_page_is_there_with_numbered_sections(lang):
    for key, game in TESTED.items():
        page = (folder(game) / f"rules.{lang}.html").read_text(encoding="utf-8")
        assert len(re.findall(r"<section[^>]* id=\"[a-z]+\d+", page)) >= 3, key
        for part in ("<html", "<body", "style=", "<script"):
            assert part not in page, f"{part} in the {lang} rules page of {key}"
