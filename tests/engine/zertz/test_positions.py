"""The worked positions W1-W22 of the rules: legal moves, digests and results."""

import pytest

from engine.games.zertz import GAME
from tests.engine.zertz.table import SIZES, at, digest, full, legal, new, play, result

WORKED = {
    "W1": ("37 oooo/ooooo/oooooo/ooooooo/oooooo/ooooo/oooo 6,8,10 0,0,0 0,0,0 1", 1944, "4bca746784f311b8"),
    "W2": ("37 oooo/ooooo/oooooo/oooWGoo/oooooo/ooooo/oooo 5,7,10 0,0,0 0,0,0 1", 2, "2a850ffdc7fb05d6"),
    "W3": ("37 oooo/oBooo/oooGoo/ooooooo/oooWBo/ooooG/oooo 5,6,8 0,0,0 0,0,0 1", 4, "9d8c2e72729df3b1"),
    "W4": ("37 ----/-----/------/--BWo--/--GG--/--o--/---- 0,3,5 2,2,2 3,1,2 1", 2, "6aa67316fcf39c49"),
    "W5": ("37 -oo-/--oo-/-ooooo/oooWooo/ooooo-/oooo-/ooo- 5,8,10 0,0,0 0,0,0 1", 1092, "285f37ca40da7259"),
    "W6": ("37 ----/-----/--Bo--/--GoW--/--GW--/-----/---- 1,0,0 1,2,4 2,4,5 1", 2, "284d098677ad74e9"),
    "W7": ("37 G-oo/-oooo/o-oooo/ooooooo/oooooo/ooWoo/oooo 5,7,10 0,0,0 0,0,0 1", 1488, "7cdbeee7f4525daa"),
    "W8": ("37 Go-o/---oo/oooooo/ooooooo/oooooo/ooooo/oooo 6,7,10 0,0,0 0,0,0 1", 1674, "13373e7a4c05149b"),
    "W9": ("37 oo--/--o--/---oo-/----o--/------/-----/---- 1,0,0 0,1,1 1,1,1 1", 30, "7d401620f0f0d3d9"),
    "W10": ("37 Woo-/-----/------/-------/------/---o-/--oB 0,0,0 0,2,0 1,0,3 1", 12, "cd8e9b28b9aa7adc"),
    "W11": ("37 Woo-/-----/------/-------/------/---o-/--oB 0,0,1 3,2,0 1,0,3 1", 12, "1b19e85dea10a8a7"),
    "W12": ("37 Woo-/-----/------/-------/------/---o-/--oB 0,0,0 0,0,0 1,0,3 1", 1, "3973e022e93220f9"),
    "W13": ("37 WBo-/-----/------/-------/------/---o-/--oB 0,0,0 0,0,0 1,0,3 1", 1, "c605ec67a787c684"),
    "W14": ("37 ----/-----/---o--/BWoWoWo/--o---/-----/---- 0,4,5 3,2,2 0,2,2 1", 1, "be1a5a98cf3f0f29"),
    "W15": ("37 ----/-----/------/B------/W-----/G----/Wo-- 1,1,3 0,2,2 3,4,4 1", 3, "ff43ec729eb1a031"),
    "W16": ("48 BBB-B/-B-Wo-/----WoG/B-----WB/BG---G-/-oG--B/GWG-W/G-GB 1,0,0 0,0,0 0,0,0 2", 3, "551c68433847e38c"),
    "W17": ("37 oooo/ooooo/oooooo/oooWoWo/oooGoo/ooooo/oooo 2,7,10 2,0,0 0,0,0 1", 2, "338492535207b991"),
}
STARTS = {
    37: (1944, "4bca746784f311b8"),
    40: (2223, "8e796ec8317672f2"),
    43: (2520, "447f4e79955bb2f9"),
    44: (2580, "91f957aa13e7014a"),
    48: (2961, "958ec58c833fc4a8"),
    61: (4320, "ef08539c0e7491e8"),
}


def worked(name, **options):
    return at(WORKED[name][0], **options)


@pytest.mark.parametrize("name", WORKED)
def test_z34_each_worked_position_has_the_legal_moves_and_the_digest_of_the_rules(name):
    _, count, wanted = WORKED[name]
    state = worked(name)
    assert len(legal(state)) == count
    assert digest(state) == wanted


@pytest.mark.parametrize("name", WORKED)
def test_z32_each_worked_position_is_written_as_it_was_read(name):
    assert GAME.write_position(worked(name)) == WORKED[name][0]


@pytest.mark.parametrize("size", SIZES)
def test_w18_to_w22_each_board_starts_with_the_legal_moves_of_the_rules(size):
    state = new(board=size)
    assert (len(legal(state)), digest(state)) == STARTS[size]


def test_w2_either_marble_may_jump():
    assert legal(worked("W2")) == ["x d4Gd6", "x d5Wd3"]


def test_w3_a_chain_may_turn_and_choose():
    assert legal(worked("W3")) == ["x e4Be6Gg4", "x e5We3", "x f5Bd5Gb3Bb1", "x f5Bd5Wf3"]


def test_w4_a_jumper_may_return_to_its_start():
    assert legal(worked("W4")) == ["x d3Gf3Gd5Wd3", "x d3Wd5Gf3Gd3"]


def test_w5_free_rings_have_two_neighbouring_gaps():
    free = GAME.view(worked("W5"), None)["free"]
    assert free == ["a2", "a3", "b4", "c2", "c6", "d1", "d7", "e1", "e5", "f1", "f4", "g1", "g2", "g3"]


def test_w6_the_last_vacant_ring_taken_off_wins_the_whole_board():
    state = worked("W6")
    assert legal(state) == ["Wc4", "Wd4,c4"]
    assert full(state, "Wd4,c4") == "Wd4,c4 x Bc3Gd3Wd4Wd5Ge3We4"
    after = play(state, "Wd4,c4")
    assert result(after) == "1-0 board_full"
    assert after.captured[0] == (4, 4, 5)
    assert result(play(state, "Wc4")) is None


def test_w7_a_removal_elsewhere_cuts_off_a_marble():
    assert full(worked("W7"), "Bd1,b2") == "Bd1,b2 x Ga1"


def test_z21_w8_filling_the_last_vacant_ring_of_a_part_takes_it():
    assert full(worked("W8"), "Ba2,c1") == "Ba2,c1 x Ga1Ba2"


def test_z21_w8_removing_the_last_vacant_ring_of_a_part_takes_it():
    assert full(worked("W8"), "Ba4,a2") == "Ba4,a2 x Ga1"


def test_w9_parts_with_a_vacancy_stay():
    state = worked("W9")
    assert full(state, "Wa2,b3") == "Wa2,b3"
    assert play(state, "Wa2,b3").rings.bit_count() == 5
    assert full(state, "Wa1,a2") == "Wa1,a2 x Wa1"


def test_w10_with_an_empty_pool_only_own_marbles_are_placed():
    assert {move[0] for move in legal(worked("W10"))} == {"G"}


def test_w11_own_marbles_stay_while_the_pool_holds_one():
    state = worked("W11")
    assert {move[0] for move in legal(state)} == {"B"}
    assert full(state, "Ba2,a3") == "Ba2,a3 x Wa1Ba2"
    assert result(play(state, "Ba2,a3")) == "1-0 white"


def test_w12_without_a_marble_and_a_jump_one_passes():
    state = worked("W12")
    assert legal(state) == ["-"]
    after = play(state, "-")
    assert result(after) is None
    assert GAME.write_position(after) == WORKED["W12"][0][:-1] + "2"


def test_w13_a_capture_comes_before_a_pass():
    assert legal(worked("W13")) == ["x a1Ba3"]


def test_w14_a_chain_runs_on_after_the_goal_is_reached():
    state = worked("W14")
    assert legal(state) == ["x d1Wd3Wd5Wd7"]
    after = play(state, "x d1Wd3Wd5Wd7")
    assert after.captured[0] == (6, 2, 2)
    assert result(after) == "1-0 white"


def test_z22_w15_a_full_board_wins_whatever_was_captured():
    state = worked("W15")
    assert legal(state) == ["Bg2", "Gg2", "Wg2"]
    assert full(state, "Bg2") == "Bg2 x Bd1We1Gf1Wg1Bg2"
    after = play(state, "Bg2")
    assert after.captured[0] == (2, 3, 4)
    assert result(after) == "1-0 board_full"


def test_w16_a_position_where_nobody_can_ever_move_is_a_draw():
    state = worked("W16")
    assert legal(state) == ["Wb5", "Wc6", "Wf2"]
    assert result(play(state, "Wb5")) == "1/2 dead"
    assert result(play(state, "Wc6")) is None


def test_z27_z33_a_dead_position_is_a_loss_for_both_if_the_table_wants_it():
    assert result(play(worked("W16", dead_position="double_loss"), "Wb5")) == "0-0 dead"


def test_w17_over_the_tallest_column_the_middle_ring_is_placed_on_the_lattice():
    assert legal(worked("W17")) == ["x d4Gf4", "x e4Wc3"]
