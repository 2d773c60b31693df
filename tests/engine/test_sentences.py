"""What the engine on a line says when it refuses: a code that stays, and a sentence that is whole."""

import json
import re
from pathlib import Path

import pytest

from engine.core.errors import BadDraw
from engine.games import GAMES
from engine.line import ANY_GAME, LONGEST, Line, sentence
from tests.engine.toy import HUSH

START = {"cmd": "new", "game": "zertz", "seats": 2}
CODE = re.compile(r'\b(?:BadOptions|BadDraw)\(\s*"([a-z-]+)"')


def last_answer(*requests):
    """The answer to the last request."""
    line = Line(lambda: {**GAMES, "hush": HUSH}, lambda: 0.0, None)
    return [json.loads(line.answer(json.dumps(request).encode())) for request in requests][-1]


@pytest.mark.parametrize(
    ("change", "detail"),
    [
        ({"options": {"goal": "blitz", "board": 48}}, "blitz-needs-37: Z2: blitz is played on 37 rings, not on 48."),
        ({"options": {"board": 38}}, "bad-option: The option board cannot be 38."),
        ({"options": {"bord": 37}}, "unknown-option: There is no option called bord."),
        ({"seats": 3}, "bad-seats: This game is played by 2, not by 3."),
    ],
)
@pytest.mark.parametrize("before", [[], [{"cmd": "new", "game": "glux", "seats": 2}]])
def test_options_are_refused_in_the_words_of_the_game_asked_for(before, change, detail):
    answer = last_answer(*before, {**START, **change})
    assert (answer["error"], answer["detail"]) == ("bad-options", detail)


@pytest.mark.parametrize(
    ("drawn", "detail"),
    [
        (["1", "1"], "wrong-count: The open draw wants this many: 1, not 2."),
        (["7"], "not-in-bag: The bag of the open draw does not hold 7, or not as often."),
    ],
)
def test_a_draw_is_refused_with_a_sentence(drawn, detail):
    answer = last_answer({"cmd": "new", "game": "hush", "seats": 2}, {"cmd": "deal", "drawn": drawn})
    assert (answer["error"], answer["detail"]) == ("bad-draw", detail)


def test_a_move_is_refused_in_the_words_of_its_game():
    answer = last_answer(START, {"cmd": "play", "seat": 0, "move": "Wd4"})
    assert answer["detail"] == "must-remove: Z13: a ring is free, so you have to take one off."


def test_every_refusal_of_options_and_draws_by_the_core_has_a_sentence():
    core = Path(__file__).parents[2] / "engine" / "core"
    codes = {code for path in core.glob("*.py") for code in CODE.findall(path.read_text(encoding="utf-8"))}
    assert len(codes) >= 5
    assert codes <= set(ANY_GAME)


def test_a_code_without_a_sentence_is_printed_as_it_is():
    assert sentence(None, BadDraw("odd", item="x")) == "odd (item=x)."


@pytest.mark.parametrize(("end", "taken"), [(b"", True), (b"\n", True), (b"\r\n", True), (b"\r\r\n", False)])
def test_carriage_returns_do_not_make_a_line_that_is_too_long_shorter(end, taken):
    request = b'{"cmd":"games"}'
    longest = request + b" " * (LONGEST - len(request)) + end
    assert json.loads(Line(dict, lambda: 0.0, None).answer(longest))["ok"] is taken
    padded = request + b"\r" * (2 * LONGEST)
    assert json.loads(Line(dict, lambda: 0.0, None).answer(padded))["error"] == "bad-request"
