"""Reading and writing moves (section 12)."""

from __future__ import annotations

import pytest

from engine.core.errors import UnreadableMove
from engine.games.enigma import GAME
from engine.games.enigma.state import Attempt, Choose, Discard, GiveUp, LayTile, Open
from tests.engine.enigma.table import WRONG, Hand

MOVES = {
    "C:weights": Choose("weights"),
    "C:blocks": Choose("blocks"),
    "O": Open(),
    "G": GiveUp(),
    "P:discard": Discard(),
    "P:-1,0,3;-": LayTile(-1, 0, 3, None),
    "P:10,-12,0;2": LayTile(10, -12, 0, 2),
}


@pytest.mark.parametrize("text", MOVES)
def test_a_move_is_read_and_written(text):
    assert GAME.read(Hand().state, 0, text) == MOVES[text]
    assert GAME.write(MOVES[text], 0) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "C:",
        "C:pies",
        "c:pipes",
        "P:",
        "P:0,1,4;-",
        "P:0,1,0",
        "P:-0,1,0;-",
        "P:01,1,0;-",
        "P:0, 1,0;-",
        "P:0,1,0;00",
        "O ",
        "GG",
        "A",
        "P:1٣,0,0;-",
        "P:0,1,0;-\n",
    ],
)
def test_any_other_text_is_unreadable(text):
    with pytest.raises(UnreadableMove) as error:
        GAME.read(Hand().state, 0, text)
    assert error.value.code == "unreadable-move"


def solving():
    return Hand(mode="live").choose("weights", "pipes").state


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('A:{"right":[],"left":[]}', "answer-not-canonical"),
        ('A:{"left":[], "right":[]}', "answer-not-canonical"),
        ('A:{"left":[-0],"right":[]}', "answer-not-canonical"),
        ('A:{"left":[1.0],"right":[]}', "answer-no-json"),
        ('A:{"left":[],"left":[],"right":[]}', "answer-no-json"),
        ("A:{", "answer-no-json"),
        ("A:" + "[" * 900, "answer-no-json"),
        ('A:{"left":[],"right":[],"up":[]}', "answer-wrong-form"),
        ('A:{"left":[true],"right":[]}', "answer-wrong-form"),
        (WRONG["pipes"], "answer-wrong-form"),
        ("A:null", "answer-wrong-form"),
    ],
)
def test_an_answer_must_be_canonical_and_have_the_form_of_the_seats_kind(text, code):
    with pytest.raises(UnreadableMove) as error:
        GAME.read(solving(), 0, text)
    assert error.value.code == code


def test_a_readable_answer_that_does_not_fit_the_puzzle_is_a_wrong_attempt():
    text = 'A:{"left":[1,2,3,4,5],"right":[]}'
    assert GAME.read(solving(), 0, text) == Attempt(text[2:])
    assert Hand(mode="live").choose("weights", "pipes").play(0, text).view(0)["mine"]["fault"] == "pans"


def test_the_longest_tangram_answer_fits_the_log():
    from engine.games.enigma.data import PUZZLES, ids_of
    from engine.games.enigma.rules.kinds import tangram
    from tests.engine.enigma.table import say

    longest = max(len(say(a)) for name in ids_of("tangram") for a in tangram.solve(PUZZLES[name].data).answers)
    assert longest <= 1000
