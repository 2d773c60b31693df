"""Which moves of Saboteur: The Duel are moments."""

from dataclasses import replace

from engine.games.saboteur_duel import GAME
from tests.engine.moments import moments
from tests.engine.saboteur_duel.positions import ROW, SEVEN, position


def codes(state, text):
    return [moment["code"] for moment in moments(GAME, state, text)]


def test_gold_that_is_claimed_is_a_moment():
    state = position(f"{ROW} 5,-1=CB", hands=("KEY", ""), goal="g1=Z08/0")
    assert moments(GAME, state, "K:5,-2,S") == [{"code": "gold", "seat": 0, "value": 1}]


def test_a_key_that_reaches_no_gold_is_none():
    state = position(f"{ROW} 5,-1=CB", hands=("KEY", ""), goal="g1=Z08/0")
    assert moments(GAME, state, "K:5,-2,E") == []


def test_the_end_of_a_round_is_a_moment():
    assert "round" in codes(position("1,-1=T3", hands=("HH", ""), claims=SEVEN), "B:1,-1")


def test_rounds_are_those_of_the_state():
    assert GAME.round_number(replace(position(), round=2)) == 2
