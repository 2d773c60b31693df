"""Z29-Z32: reading and writing moves and positions."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import MoveError, UnreadableMove
from engine.games.zertz import GAME
from tests.engine.zertz.table import at, full, new, play, refusal

CUT = "37 Go-o/---oo/oooooo/ooooooo/oooooo/ooooo/oooo 6,7,10 0,0,0 0,0,0 1"


NO_FORM = ["", " ", "Wd4,", "Wd4 ,d1", "d4", "Xd4,d1", "wd4,d1", "Wd4,d1 ", "Wd4,d1 x", "Wd4,d1 x ", "x d4", "x"]
NO_FORM += ["xd4Gd6", "--", "Wd0,d1", "Wk1,d1", "!!", "Wd4,d1,a1", "Wd4,d1\n", "x d4Gd6 x Wa1", "Wd٤,d1"]


@pytest.mark.parametrize("text", NO_FORM)
def test_z29_texts_of_no_known_form_are_unreadable(text):
    with pytest.raises(UnreadableMove) as caught:
        GAME.read(new(), 0, text)
    assert caught.value.code == "unreadable-move"


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text):
    with suppress(MoveError):
        assert GAME.play(new(), 0, GAME.read(new(), 0, text), 0).side == 1


def test_z30_core_and_full_form_are_the_same_move():
    state = at(CUT)
    assert GAME.read(state, 0, "Ba2,c1 x Ga1Ba2") == GAME.read(state, 0, "Ba2,c1")
    assert GAME.read(state, 0, "Ba2,c1 x Ba2Ga1") == GAME.read(state, 0, "Ba2,c1")
    assert play(state, "Ba2,c1") == play(state, "Ba2,c1 x Ga1Ba2")


@pytest.mark.parametrize("taken", ["Ga1", "Ga1Wa2", "Ga1Ba2Wa3", "Wd4"])
def test_z30_a_wrong_list_of_taken_marbles_is_refused(taken):
    assert refusal(at(CUT), f"Ba2,c1 x {taken}") == "wrong-taken"


def test_z30_a_list_of_taken_marbles_is_refused_where_nothing_is_taken():
    assert refusal(new(), "Wd4,d1 x Wd4") == "wrong-taken"


def test_z30_an_illegal_placement_in_full_form_is_refused_for_what_it_is():
    assert refusal(at(CUT), "Ba1,c1 x Ga1") == "ring-filled"


def test_z30_the_log_and_the_list_have_core_forms_the_record_has_full_forms():
    state = at(CUT)
    assert GAME.write(GAME.read(state, 0, "Ba2,c1 x Ga1Ba2"), None) == "Ba2,c1"
    assert full(state, "Ba2,c1") == "Ba2,c1 x Ga1Ba2"


def test_z31_upper_case_rings_are_understood():
    assert GAME.read(new(), 0, "WD4,D1") == GAME.read(new(), 0, "Wd4,d1")
    assert GAME.write(GAME.read(new(), 0, "BB1,B5"), 0) == "Bb1,b5"


def test_z31_on_61_rings_j_means_i():
    large = new(board=61)
    assert GAME.write(GAME.read(large, 0, "Wj3,J1"), 0) == "Wi3,i1"
    assert refusal(new(board=48), "Wj3,h1") == "no-such-ring"


@pytest.mark.parametrize("ring", ["a5", "d8", "h1", "i1", "g5"])
def test_z4_a_ring_that_the_board_never_had_is_refused(ring):
    assert refusal(new(), f"W{ring},d1") == "no-such-ring"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "37",
        "38 oooo/ooooo/oooooo/ooooooo/oooooo/ooooo/oooo 6,8,10 0,0,0 0,0,0 1",
        "37 oooo/ooooo/oooooo/ooooooo/oooooo/ooooo/ooo 6,8,10 0,0,0 0,0,0 1",
        "37 oooo/ooooo/oooooo/ooooooo/oooooo/ooooo 6,8,10 0,0,0 0,0,0 1",
        "37 oooo/ooooo/oooooo/ooooooo/oooooo/ooooo/oooX 6,8,10 0,0,0 0,0,0 1",
        "37 oooo/ooooo/oooooo/ooooooo/oooooo/ooooo/oooo 6,8 0,0,0 0,0,0 1",
        "37 oooo/ooooo/oooooo/ooooooo/oooooo/ooooo/oooo 6,8,10 0,0,0 0,0,-1 1",
        "37 oooo/ooooo/oooooo/ooooooo/oooooo/ooooo/oooo 6,8,10 0,0,0 0,0,0 3",
        "37 oooo/ooooo/oooooo/ooooooo/oooooo/ooooo/oooo 6,8,10 0,0,0 0,0,0 1 ",
        "37 oooo/ooooo/oooooo/ooooooo/oooooo/ooooo/oooo 06,8,10 0,0,0 0,0,0 1",
        "۳۷ oooo/ooooo/oooooo/ooooooo/oooooo/ooooo/oooo 6,8,10 0,0,0 0,0,0 1",
        "37 oooo/ooooo/oooooo/ooooooo/oooooo/ooooo/oooo ۶,8,10 0,0,0 0,0,0 1",
        "37 oooo/ooooo/oooooo/ooooooo/oooooo/ooooo/oooo 6,8,10 0,0,0 0,0,0 ۱",
    ],
)
def test_z32_damaged_positions_are_refused(text):
    with pytest.raises(UnreadableMove) as caught:
        GAME.read_position(text)
    assert caught.value.code == "bad-position"


def test_z32_a_position_text_brings_its_board_and_default_options():
    text = "61 ooooo/oooooo/ooooooo/oooooooo/ooooooooo/oooooooo/ooooooo/oooooo/ooooo 6,8,10 0,0,0 0,0,0 1"
    assert GAME.read_position(text) == new(board=61)
