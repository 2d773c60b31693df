"""Which moves of Enigma are moments."""

from engine.games.enigma import GAME
from tests.engine.enigma.test_examples import Layer


def last_moments(hand):
    """Of the last move and the draws behind it."""
    steps = hand.table.steps
    first = max(n for n, step in enumerate(steps) if step.ply.seat is not None)
    lines = GAME.moments(steps[first].before, steps[first].ply, steps[-1].after)
    return [{"code": line.code, **line.params} for line in lines]


def test_a_tile_that_closes_a_system_is_a_moment_and_tells_what_it_paid():
    hand = Layer("w01", "w02").lay(0, "P:0,-1,2;0").lay(1, "P:1,0,3;0")
    assert last_moments(hand) == [
        {"code": "closed", "seat": 1, "count": 1, "points": 3},
        {"code": "lead", "seat": 0, "score": 2},
    ]


def test_a_tile_that_leaves_its_systems_open_is_none():
    assert last_moments(Layer("w01", "w02").lay(0, "P:0,-1,2;0")) == []


def test_rounds_are_those_of_the_state():
    hand = Layer("w01", "w02")
    assert GAME.round_number(hand.state) == hand.state.round >= 1
