"""One test per rule that the worked positions leave open."""

from itertools import pairwise

import pytest

from engine.core.errors import BadOptions
from engine.core.game import complete_options
from engine.core.replay import answer
from engine.games.zertz import GAME
from engine.games.zertz.data import BOARDS
from tests.engine.zertz.table import SIZES, at, legal, new, play, refusal, result

START = "37 oooo/ooooo/oooooo/ooooooo/oooooo/ooooo/oooo"
JUMP = "37 oooo/ooooo/oooooo/oooWGoo/oooooo/ooooo/oooo 5,7,10 0,0,0 0,0,0 1"
AGAIN = "37 ----/-----/---G--/--Bo---/--GB--/Go---/GB-- 0,0,0 3,2,2 3,2,5 2"


def options_refused(**given):
    with pytest.raises(BadOptions) as caught:
        complete_options(GAME, 2, given)
    return caught.value.code


def test_z1_everybody_sees_the_same():
    state = play(new(), "Wd4,d1", "Gd5,a1")
    assert GAME.view(state, 0) == GAME.view(state, 1) == GAME.view(state, None)


def test_z2_blitz_is_played_on_37_rings_only():
    assert options_refused(goal="blitz", board=48) == "blitz-needs-37"


@pytest.mark.parametrize("size", [37, 40, 43, 44])
def test_z2_a_tournament_needs_48_rings(size):
    assert options_refused(tournament=True, board=size) == "tournament-needs-48"


def test_z2_the_claim_procedure_needs_a_tournament():
    assert options_refused(capture_rule="claim", board=48) == "claim-needs-tournament"


def test_z2_unknown_boards_are_refused():
    assert options_refused(board=38) == "bad-option"
    assert options_refused(board="37") == "bad-option"


def test_z2_tournaments_are_played_on_48_and_61():
    for size in (48, 61):
        assert new(board=size, tournament=True, capture_rule="claim").options.tournament


def test_z3_board_size_changes_neither_pool_nor_goals():
    for size in SIZES:
        view = GAME.view(new(board=size), None)
        assert view["pool"] == [6, 8, 10]
        assert view["goals"] == {"white": 4, "grey": 5, "black": 6, "each": 3}


def test_z3_blitz_has_a_smaller_pool_and_nearer_goals():
    view = GAME.view(new(goal="blitz"), None)
    assert view["pool"] == [5, 7, 9]
    assert view["goals"] == {"white": 3, "grey": 4, "black": 5, "each": 2}


@pytest.mark.parametrize(
    ("counts", "goal", "reason"),
    [
        ("3,2,2", "standard", "white"),
        ("2,4,0", "standard", "grey"),
        ("2,0,5", "standard", "black"),
        ("2,2,3", "blitz", "white"),
        ("0,3,1", "blitz", "grey"),
        ("0,1,4", "blitz", "black"),
    ],
)
def test_z23_one_more_of_a_colour_wins(counts, goal, reason):
    colour = {"white": "W", "grey": "G", "black": "B"}[reason]
    state = at(f"37 oooo/ooooo/oooooo/oooW{colour}oo/oooooo/ooooo/oooo 1,1,1 {counts} 0,0,0 1", goal=goal)
    assert result(play(state, f"x d4{colour}d6")) == f"1-0 {reason}"


@pytest.mark.parametrize(("goal", "two", "three"), [("standard", "3,3,2", "2,3,3"), ("blitz", "2,2,1", "1,2,2")])
def test_z23_some_of_each_colour_win(goal, two, three):
    black = at(f"37 oooo/ooooo/oooooo/oooWBoo/oooooo/ooooo/oooo 1,1,1 0,0,0 {two} 2", goal=goal)
    assert result(play(black, "x d4Bd6")) == "0-1 each"
    white = at(f"37 oooo/ooooo/oooooo/oooWBoo/oooooo/ooooo/oooo 1,1,1 0,0,0 {three} 2", goal=goal)
    assert result(play(white, "x d5Wd3")) == "0-1 each"


@pytest.mark.parametrize("size", SIZES)
def test_z6_to_z8_each_board_has_its_rings_and_a_vacant_start(size):
    state = new(board=size)
    assert state.rings.bit_count() == size == len(BOARDS[size].bit_of)
    assert not state.occupied


def test_z7_the_smaller_boards_lie_inside_48_with_the_same_labels():
    large = BOARDS[48].bit_of
    for size in (37, 40, 43, 44):
        assert BOARDS[size].bit_of.items() <= large.items()
    extra = {size: sorted(set(BOARDS[size].bit_of) - set(BOARDS[37].bit_of)) for size in SIZES}
    assert extra[40] == ["a5", "b6", "c7"]
    assert extra[43] == ["a5", "b6", "c7", "h1", "h2", "h3"]
    assert extra[44] == ["a5", "b6", "c7", "d8", "e7", "f6", "g5"]
    assert extra[48] == [*extra[44], "h1", "h2", "h3", "h4"]


@pytest.mark.parametrize(
    ("size", "row"),
    [
        (48, "a1 b2 c3 d4 e4 f4 g4 h4"),
        (48, "d1 e1 f1 g1 h1"),
        (61, "a1 b2 c3 d4 e5 f5 g5 h5 i5"),
        (61, "a5 b6 c7 d8 e9"),
        (61, "e1 f1 g1 h1 i1"),
    ],
)
def test_z5_rows_as_drawn_are_lattice_lines(size, row):
    bits = [BOARDS[size].bit_of[label] for label in row.split()]
    assert {right // left for left, right in pairwise(bits)} == {1 << 11}


def test_z9_player_1_starts_with_nothing_captured():
    state = new()
    assert GAME.to_act(state) == frozenset({0})
    assert GAME.scores(state) == (0, 0)
    assert GAME.info.lot


def test_z10_a_placement_is_refused_while_a_jump_exists():
    assert refusal(at(JUMP), "Wa1,a2") == "must-capture"


def test_z10_only_the_seat_to_move_has_moves():
    assert GAME.legal_texts(new(), 1) == list(GAME.legal_moves(new(), 1)) == []


def test_z11_a_colour_missing_from_the_pool_cannot_be_placed():
    state = at(f"{START} 0,8,10 4,0,0 0,0,0 1")
    assert {move[0] for move in legal(state)} == {"B", "G"}
    assert refusal(state, "Wd4,d1") == "none-in-pool"


def test_z11_a_marble_placed_from_the_captured_ones_leaves_the_count():
    state = at("37 Woo-/-----/------/-------/------/---o-/--oB 0,0,0 0,2,0 1,0,3 1")
    assert play(state, "Ga2,f4").captured == ((0, 1, 0), (1, 0, 3))
    assert refusal(state, "Wa2,a3") == "none-captured"


def test_z12_a_marble_needs_a_vacant_ring_of_the_board():
    state = play(new(), "Wd4,d1")
    assert refusal(state, "Gd4,a1") == "ring-filled"
    assert refusal(state, "Gd1,a1") == "ring-gone"
    assert refusal(state, "Gg5,a1") == "no-such-ring"


def test_z12_a_cut_off_ring_can_be_filled():
    state = at("37 oo--/-----/--oooo/ooooooo/oooooo/ooooo/oooo 6,8,10 0,0,0 0,0,0 1")
    assert "Wa1,g1" in legal(state)


def test_z13_removing_a_ring_is_compulsory_while_one_is_free():
    assert refusal(new(), "Wd4") == "must-remove"


def test_z13_a_ring_inside_a_filled_ring_a_missing_ring_and_the_ring_just_filled_cannot_be_removed():
    state = play(new(), "Wa1,d1")
    assert refusal(state, "Gd4,d5") == "not-free"
    assert refusal(state, "Gd4,a1") == "removes-filled"
    assert refusal(state, "Gd4,d1") == "ring-gone"
    assert refusal(state, "Gd4,d4") == "removes-own-ring"


def test_z13_two_gaps_that_are_not_neighbours_do_not_free_a_ring():
    state = at("37 -oo-/--oo-/-ooooo/oooWooo/ooooo-/oooo-/ooo- 5,8,10 0,0,0 0,0,0 1")
    assert refusal(state, "Wd1,b3") == "not-free"


def test_z13_with_one_free_ring_filling_it_needs_no_removal():
    state = at("37 ----/-----/--Bo--/--GoW--/--GW--/-----/---- 1,0,0 1,2,4 2,4,5 1")
    assert legal(state) == ["Wc4", "Wd4,c4"]


def test_z14_a_jump_needs_a_marble_to_jump_and_a_vacant_ring_behind():
    state = at(JUMP)
    assert refusal(state, "x d4Gd7") == "cannot-jump"
    assert refusal(state, "x d4Gf4") == "cannot-jump"
    assert refusal(state, "x a1Ga3") == "no-marble"
    assert refusal(state, "x d4Wd6") == "wrong-colour"
    blocked = at("37 oooo/ooooo/oooooo/oooWGB-/oooooo/ooooo/oooo 5,7,9 0,0,0 0,0,0 1")
    assert refusal(blocked, "x d4Gd6") == "cannot-jump"
    assert legal(blocked) == ["x d5Wd3"]


def test_z15_a_chain_may_not_be_cut_short():
    state = at("37 oooo/oBooo/oooGoo/ooooooo/oooWBo/ooooG/oooo 5,6,8 0,0,0 0,0,0 1")
    assert refusal(state, "x f5Bd5") == "chain-unfinished"
    assert refusal(state, "x f5Bd5Gb3") == "chain-unfinished"


def test_z16_the_shorter_capture_may_be_chosen():
    state = at("37 oooo/oBooo/oooGoo/ooooooo/oooWBo/ooooG/oooo 5,6,8 0,0,0 0,0,0 1")
    assert play(state, "x e5We3").captured[0] == (1, 0, 0)


def test_z17_a_capture_takes_no_ring_and_gives_the_turn_away():
    state = at(JUMP)
    after = play(state, "x d4Gd6")
    assert after.rings == state.rings
    assert after.pool == state.pool
    assert after.side == 1
    assert after.captured == ((0, 1, 0), (0, 0, 0))


def test_z20_several_groups_may_fall_at_once():
    state = at("37 Bo--/-----/------/Wo-----/o-----/-----/---- 2,2,2 0,0,0 0,0,0 1")
    after = play(state, "Ga2,d2")
    assert after.last == "Ga2,d2 x Ba1Ga2"
    assert result(after) is None
    both = at("37 B---/-----/-o----/W------/------/-----/--oo 2,2,2 0,0,0 0,0,0 1")
    assert play(both, "Gg3,c2").last == "Gg3,c2 x Ba1Wd1"


def test_z24_a_goal_counts_only_when_met_after_the_move():
    state = at("37 Woo-/-----/------/-------/------/---o-/--oB 0,0,0 4,0,0 1,0,3 1")
    assert result(play(state, "Wa2,f4")) is None


def test_z25_passing_is_refused_to_who_can_move():
    assert refusal(new(), "-") == "cannot-pass"
    assert refusal(at(JUMP), "-") == "cannot-pass"


def test_z26_the_third_occurrence_is_a_draw_at_once():
    state = at(AGAIN)
    state = play(state, "Bf2", "x f2Gd4", "x c4Be3", "Gc4")
    assert result(state) is None
    assert GAME.write_position(state) == AGAIN
    state = play(state, "Bf2", "x f2Gd4", "x c4Be3", "Gc4")
    assert GAME.write_position(state) == AGAIN
    assert result(state) == "1/2 repetition"


def test_z26_nothing_is_remembered_while_the_pool_shrinks():
    assert play(new(), "Wd4,d1", "Ga1,g1").seen == ()


def test_z28_no_move_is_legal_once_there_is_a_result():
    over = play(at("37 ----/-----/------/B------/W-----/G----/Wo-- 1,1,3 0,2,2 3,4,4 1"), "Bg2")
    assert GAME.to_act(over) == frozenset()
    assert legal(over) == list(GAME.legal_moves(over, over.side)) == []
    assert refusal(over, "Wa1") == "match-over"


def test_a_seat_out_of_turn_is_refused():
    with pytest.raises(Exception, match="not-your-turn"):
        answer(GAME, new(), 1, "Wd4,d1", 0)
