"""Z32: any position text is refused or becomes a match that goes on to its end, however odd the board."""

import random

import pytest

from engine.core.errors import UnreadableMove
from engine.games.zertz import GAME
from engine.games.zertz.bots.evaluate import quiet_value
from engine.games.zertz.bots.kernel import Position
from engine.games.zertz.data import BOARDS
from tests.engine.zertz.table import SIZES, at, legal, play, result

EMPTY = "37 ----/-----/------/-------/------/-----/----"
DEAD = "37 Wo--/-----/------/-------/------/-----/---- 0,0,0 0,0,0 0,0,0"


def test_z22_a_board_without_rings_is_won_by_who_is_not_to_move():
    over = play(at("37 ----/-----/------/B------/W-----/G----/Wo-- 1,1,3 0,2,2 3,4,4 1"), "Bg2")
    again = at(GAME.write_position(over))
    assert result(again) == result(over) == "1-0 board_full"
    assert legal(again) == []
    assert result(at(f"{EMPTY} 6,8,10 0,0,0 0,0,0 1")) == "0-1 board_full"


@pytest.mark.parametrize("side", [1, 2])
def test_z27_a_position_where_nobody_can_ever_move_is_over(side):
    assert result(at(f"{DEAD} {side}")) == "1/2 dead"
    assert result(at(f"{DEAD} {side}", dead_position="double_loss")) == "0-0 dead"


@pytest.mark.parametrize("counts", ["6,8,10 0,0,0 0,0,0", "0,0,0 0,0,0 0,0,0", "0,0,0 1,0,0 0,0,1"])
def test_z20_rings_of_which_none_is_vacant_are_refused(counts):
    assert refused(f"37 W---/-----/---GB-/-------/------/-----/---- {counts} 1")


def test_z1_a_board_with_more_marbles_of_a_colour_than_there_are_is_refused():
    assert refused("37 WWWW/WWWoo/oooooo/ooooooo/oooooo/ooooo/oooo 0,0,0 0,0,0 0,0,0 1")
    assert not refused("37 WWWW/WWooo/oooooo/ooooooo/oooooo/ooooo/oooo 0,0,0 0,0,0 0,0,0 1")


def test_z24_a_goal_that_is_met_already_ends_nothing():
    assert result(at("37 oooo/ooooo/oooooo/ooooooo/oooooo/ooooo/oooo 1,1,1 4,0,0 4,0,0 1")) is None


def refused(text):
    try:
        GAME.read_position(text)
    except UnreadableMove as error:
        return error.code == "bad-position"
    return False


@pytest.mark.parametrize("seed", range(120))
def test_any_position_is_refused_or_can_be_counted_judged_and_played_to_its_end(seed):
    text = odd_position(random.Random(seed))
    if refused(text):
        return
    state = GAME.read_position(text)
    assert GAME.write_position(state) == text
    assert GAME.load(GAME.dump(state)) == state
    if GAME.winners(state) is None:
        assert legal(state)
        assert Position(state).count_moves() == len(legal(state))
        assert abs(quiet_value(Position(state))) < 10**6
        plies, _ = GAME.playouts(state, 3, b"odd" * 8)
        assert plies >= 3


def odd_position(chance):
    """Few or many rings, few or many marbles, pool and captured marbles there or not."""
    size = chance.choice(SIZES)
    ring, marble = chance.choice((0, 0.05, 0.2, 0.6, 1)), chance.choice((0, 0.1, 0.4, 0.8, 1))
    left = {"W": 6, "G": 8, "B": 10}

    def sign():
        if chance.random() >= ring:
            return "-"
        colour = chance.choice("WGB")
        if chance.random() >= marble or not left[colour]:
            return "o"
        left[colour] -= 1
        return colour

    columns = "/".join("".join(sign() for _ in bits) for bits in BOARDS[size].columns)
    counts = [",".join(str(chance.randint(0, chance.choice((0, 3)))) for _ in range(3)) for _ in range(3)]
    return f"{size} {columns} {' '.join(counts)} {chance.choice('12')}"
