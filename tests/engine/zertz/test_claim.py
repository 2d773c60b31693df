"""Z35-Z37: tournament play, missed captures and claims."""

import pytest

from engine.core.chance import Stream
from engine.core.table import Table
from engine.games import game_of
from engine.games.zertz import GAME
from tests.engine.zertz.table import CLAIM, at, legal, new, play, refusal, result

OFFER = ("Wd4,a5", "Gd5,h4")  # on 48: two neighbours, each can jump the other


def offered():
    return play(new(**CLAIM), *OFFER)


def test_z36_strict_tournaments_refuse_a_placement_beside_a_jump():
    state = play(new(board=48, tournament=True), *OFFER)
    assert legal(state) == ["x d4Gd6", "x d5Wd3"]
    assert refusal(state, "Ba1,a4") == "must-capture"


def test_z35_a_tournament_tells_the_board_that_touching_binds():
    assert GAME.view(new(board=48, tournament=True), 0)["options"]["tournament"] is True


def test_z37_1_a_placement_beside_a_jump_is_accepted_and_marked():
    state = offered()
    assert {"x d4Gd6", "x d5Wd3", "Ba1,a4"} <= set(legal(state))
    assert "!" not in legal(state)
    after = play(state, "Ba1,a4")
    assert GAME.view(after, 1)["missed"]["position"] == GAME.write_position(state)
    assert legal(after)[0] == "!"


def test_z37_2_a_claim_annuls_the_move_and_binds_the_offender_to_capture():
    before = offered()
    after = play(before, "Ba1,a4", "!")
    assert GAME.write_position(after) == GAME.write_position(before)
    assert GAME.to_act(after) == frozenset({0})
    assert legal(after) == ["x d4Gd6", "x d5Wd3"]
    assert refusal(after, "Ba1,a4") == "bound-to-capture"
    freed = play(after, "x d4Gd6", "Ba1,a4", "Bh1,g5")
    assert not freed.bound


def test_z37_2_isolated_groups_and_captured_marbles_come_back():
    cut = at("48 G-ooo/-ooooo/o-ooooo/oooWGooo/ooooooo/oooooo/ooooo/oooo 5,6,10 0,0,0 0,0,0 1", **CLAIM)
    missed = play(cut, "Bh1,b2")
    assert missed.last == "Bh1,b2 x Ga1"
    assert missed.captured[0] == (0, 1, 0)
    assert GAME.write_position(play(missed, "!")) == GAME.write_position(cut)


def test_z37_3_the_opponent_may_take_the_capture_himself():
    after = play(offered(), "Ba1,a4", "x d4Gd6")
    assert after.captured == ((0, 0, 0), (0, 1, 0))
    assert refusal(after, "!") == "nothing-to-claim"


def test_z37_3_a_second_placement_is_missed_in_turn():
    after = play(offered(), "Ba1,a4", "Bh1,g5")
    assert legal(after)[0] == "!"
    back = play(after, "!")
    assert GAME.to_act(back) == frozenset({1})
    assert legal(back) == ["x d4Gd6", "x d5Wd3"]


def test_z37_4_the_right_to_claim_lapses_with_any_move():
    after = play(offered(), "Ba1,a4", "x d5Wd3", "Bh1,g5")
    assert "!" not in legal(after)
    assert refusal(after, "!") == "nothing-to-claim"


def test_z37_4_a_claim_is_refused_when_nothing_was_missed():
    assert refusal(new(**CLAIM), "!") == "nothing-to-claim"
    assert refusal(play(new(**CLAIM), OFFER[0]), "!") == "nothing-to-claim"
    assert refusal(new(), "!") == "nothing-to-claim"


def winning_miss():
    state = at("48 G-ooo/-ooooo/o-ooooo/oooWGooo/ooooooo/oooooo/ooooo/oooo 5,2,10 0,4,0 0,0,0 1", **CLAIM)
    return state, play(state, "Bh1,b2")


def test_z37_5_a_win_by_a_missed_move_waits_for_the_answer():
    _, after = winning_miss()
    assert result(after) is None
    assert GAME.reason(after) is None
    assert GAME.view(after, 0)["pending"] == "grey"
    assert GAME.to_act(after) == frozenset({1})


def test_z37_5_a_claim_undoes_the_win():
    before, after = winning_miss()
    back = play(after, "!")
    assert result(back) is None
    assert GAME.view(back, 0)["pending"] is None
    assert GAME.write_position(back) == GAME.write_position(before)


@pytest.mark.parametrize("answer", ["x d4Gd6", "Wa3,a5"])
def test_z37_5_any_other_answer_lets_the_win_stand(answer):
    _, after = winning_miss()
    assert result(play(after, answer)) == "1-0 grey"


def test_z37_5_a_full_board_waits_too_and_can_only_be_claimed_or_passed():
    state = at("48 WGo--/------/-------/--------/-------/------/-----/---- 1,1,1 0,0,0 0,0,0 1", **CLAIM)
    assert legal(state) == ["Ba3", "Ga3", "Wa3", "x a1Ga3"]
    after = play(state, "Ba3")
    assert after.rings == 0
    assert legal(after) == ["!", "-"]
    assert result(play(after, "-")) == "1-0 board_full"
    assert legal(play(after, "!")) == ["x a1Ga3"]


def dead_miss(version=2, **options):
    """Seat 0 fills the ring that a marble could have jumped to; then nobody can ever move again (Z27)."""
    state = at("48 WGo--/oo----/-------/--------/-------/------/-----/---- 0,0,0 1,0,0 0,0,0 1", **CLAIM, **options)
    table = Table(game_of("zertz", version), state)
    table.play(0, "Wa3,b1")
    return table


@pytest.mark.parametrize(("option", "ended"), [("draw", "1/2 dead"), ("double_loss", "0-0 dead")])
def test_z37_5_a_dead_position_by_a_missed_move_waits_too(option, ended):
    table = dead_miss(dead_position=option)
    assert result(table.state) is None
    assert GAME.view(table.state, 0)["pending"] == "dead"
    assert table.legal(1) == ["!", "-"]
    table.play(1, "-")
    assert result(table.state) == ended


def test_z37_5_a_claim_undoes_a_dead_position():
    table = dead_miss()
    table.play(1, "!")
    assert table.legal(0) == ["x a1Ga3"]


def test_z37_5_an_end_that_is_no_win_is_reported_as_such():
    made = dead_miss().steps[-1]
    assert [line.code for line in GAME.news(made.before, made.ply, made.after, None)][-1] == "pending-draw"


def test_z37_5_by_version_1_only_a_win_waits():
    table = dead_miss(version=1)
    assert result(table.state) == "1/2 dead"
    assert table.asked() == []


@pytest.mark.parametrize("eye", [None, 0, 1])
def test_z37_5_the_view_of_an_end_that_waits_tells_its_state(eye):
    state = dead_miss().state
    view = GAME.view(state, eye)
    assert GAME.view(GAME.imagine(view, eye, Stream(b"", "imagine", 0)), eye) == view
    assert GAME.imagine(view, eye, Stream(b"", "imagine", 0)).winner is None


def test_z37_6_repetition_counts_come_back_with_the_position():
    position = "48 -----/------/---G---/--Bo----/--GB---/Go----/GB---/---- 0,0,0 3,2,2 3,2,5 2"
    before = play(at(position, **CLAIM), "Bf2")
    missed = play(before, "Wd4")
    assert legal(missed)[0] == "!"
    assert play(missed, "!").seen == before.seen


def test_z37_a_missed_placement_can_end_in_nothing_but_a_claim_keeps_the_match_going():
    state = play(offered(), "Ba1,a4", "!", "x d4Gd6")
    assert result(state) is None
    assert GAME.to_act(state) == frozenset({1})
