"""The worked examples X1-X19 of the rules."""

import pytest

from engine.games.potion_explosion import GAME
from engine.games.potion_explosion.state import in_order
from tests.engine.potion_explosion.positions import at, desk, moves, only, say, seat_of, tile

BARE = (desk(), desk("W4", "A4"))  # nothing to place on: what is won stays in the hand


def pick(track, place, drops, **more):
    return say(at(track, desks=BARE, **more), f"T1.{place}", drops=drops)


def test_p25_x1_a_chain_of_three_explosions():
    after = pick("BKYRYYKBB", 4, "RRBKYRRRR")
    assert after.hand == in_order("RYYYKKBBB")
    assert after.tracks[0] == "RRBKYRRRR"


def test_p69_x1_the_story_tells_each_explosion_and_each_token():
    story = pick("BKYRYYKBB", 4, "RRBKYRRRR").story
    bursts = [step[1:] for step in story if step[0] == "burst"]
    assert bursts == [
        ("YYY", "1.3", "1.4", "1.5"),
        ("KK", "1.2", "1.3"),
        ("BBB", "1.1", "1.2", "1.3"),
    ]
    assert [step[1:] for step in story if step[0] == "drop"] == [
        ("1R",),
        ("1R", "1B", "1K"),
        ("1Y", "1R"),
        ("1R", "1R", "1R"),
    ]


def test_x2_different_colours_in_contact_do_not_explode():
    after = pick("RBKYRBKYR", 3, "B")
    assert (after.hand, after.tracks[0]) == ("K", "RBYRBKYRB")


def test_x3_a_pair_that_hits_another_colour_stays():
    after = pick("KRBBYRKYB", 2, "R")
    assert (after.hand, after.tracks[0]) == ("R", "KBBYRKYBR")


def test_x4_the_middle_of_three_explodes_the_rest():
    after = pick("KRRRYBKYB", 3, "YKB")
    assert (after.hand, after.tracks[0]) == ("RRR", "KYBKYBYKB")


@pytest.mark.parametrize("place", [4, 2])
def test_x5_the_end_of_three_explodes_nothing(place):
    after = pick("KRRRYBKYB", place, "Y")
    assert (after.hand, after.tracks[0]) == ("R", "KRRYBKYBY")


def test_x6_the_lowest_place_never_explodes():
    after = pick("KRRYBKYBK", 1, "K")
    assert (after.hand, after.tracks[0]) == ("K", "RRYBKYBKK")


def test_x7_newcomers_join_a_run_and_hit_what_lies_below():
    after = pick("KBKBKBYRY", 8, "YBRKYR")
    assert after.hand == in_order("RYYYBB")
    assert after.tracks[0] == "KBKBKRKYR"


def test_x8_without_a_bag_tracks_get_short():
    after = say(only("KRYRB", desks=BARE), "T1.3")
    assert (after.hand, after.tracks[0]) == (in_order("YRR"), "KB")


def test_x9_help_explodes_nothing_and_the_pair_stays():
    helped = say(at("KRRRYBKYB", desks=BARE), "H1.3", drops="Y")
    assert (helped.hand, helped.tracks[0]) == ("R", "KRRYBKYBY")
    after = say(helped, "T1.4", drops="B")
    assert (after.hand, after.tracks[0]) == ("RY", "KRRBKYBYB")


def test_x10_magnet_and_balm_end_at_the_reach():
    state = only("RRRKKBYYY", desks=(desk(done="M4 U4"), desk()))
    assert moves(state, "DM") == ["DM1.3", "DM1.5", "DM1.6"]
    assert moves(state, "DU") == ["DU1.1x2", "DU1.1x3", "DU1.4x2", "DU1.7x2"]
    after = say(state, "DM1.3")
    assert (after.tracks[0], after.hand) == ("RRKBYYY", "RK")


def test_x11_the_draft_takes_bottoms_of_different_colours():
    state = only("RB", "RK", "BK", "KY", "YR", desks=(desk(done="A4"), desk()))
    listed = moves(state, "DA")
    assert len(listed) == 23
    assert "DA12" not in listed
    after = say(state, "DA2345")
    assert (after.hand, after.tracks) == ("RBKY", ("RB", "K", "K", "Y", "R"))
    reds = only("R", "R", "R", "R", "R", desks=(desk(done="A4"), desk()))
    assert len(moves(reds, "DA")) == 5


def test_x12_filtered_marbles_return_to_the_emptiest_tracks():
    state = only("RKRKRBRYY", desks=(desk(done="F4"), desk()))
    assert len(moves(state, "DF")) == 20
    after = say(state, "DF1.13", drops="RR")
    assert after.tracks == ("KKRBRYY", "R", "R", "", "")
    assert ("drop", "2R", "3R") in after.story


def test_x13_three_reds_for_four_holes_wait_for_a_choice_and_four_are_placed():
    desks = (desk("W4", "A4", done="L4"), desk(pool="RRR"))
    three = say(only("K", "R", desks=(desks[0], desk(pool="RRK"))), "T2.1", "DL2")
    assert three.hand == "RRRK"
    assert moves(three, "P") == ["PR1-2", "PR2-1"]
    four = say(only("R", "R", desks=(desks[0], desk(pool="RRK"))), "T1.1", "DL2", "H2.1")
    assert four.hand == "K"
    assert [four.desks[0].slots[slot].filled for slot in (0, 1)] == ["RRRR", "RRRR"]


def test_x14_a_colour_that_still_fits_may_not_be_discarded():
    mine = desk("A6", "S5:RB", pool="BB")
    state = say(at("KRRKRRKYB", desks=(mine, desk())), "T1.4", drops="YRBYRBY")
    assert ("won", "RRRRKKK") in state.story
    assert state.desks[0].slots[0].filled == "RR" * 4
    assert moves(state, "E") == ["E:BBK"]
    after = say(state, "QBb")
    assert moves(after, "E") == ["E:BKK", "E:KKK"]
    ended = GAME.play(after, 0, GAME.read(after, 0, "E:KKK"), 0)
    assert ended.bag[1] == after.bag[1] + 1


def test_x15_joy_puts_marbles_into_holes_of_any_colour():
    mine = desk("A4:RB", "W4:RR", pool="KKY", done="J4")
    state = say(at(desks=(mine, desk()), picked=True), "DJ")
    assert moves(state) == ["JKaB", "JKaR", "JKbY", "JYaB", "JYaR", "JYbY"]
    after = say(state, "JKaB", "JKaR")
    assert after.desks[0].done == ("J4", "A4")
    assert ("done", "A4", "a", "RBKK") in after.story
    stopped = say(after, "J.")
    assert "QYb" in moves(stopped)
    assert moves(stopped, "E") == ["E:Y"]


def test_x16_blind_love_takes_a_pool_and_its_marbles_are_placed():
    state = at(desks=(desk("W4", "M4", done="L4"), desk(), desk(pool="RRK")))
    assert moves(state, "DL") == ["DL3"]
    after = say(state, "DL3")
    assert after.hand == ""
    assert after.desks[2].pool == ""
    assert after.desks[0].slots == (tile("W4:RR"), tile("M4:K"))


def test_x17_sands_repeats_what_was_drunk_and_never_itself():
    assert moves(only("RB", desks=(desk(done="S4"), desk())), "DS") == []
    state = only("RB", desks=(desk(done="S4 S5 W4", drunk="WS"), desk()))
    assert moves(state, "DS") == ["DSW1.1", "DSW1.2"]


def test_x18_the_last_token_lets_the_round_be_played_to_its_end():
    desks = (
        desk("J4", "J5"),
        desk("J4", "J5", done="W4 W5 W6"),
        desk("J4", "J5"),
        desk("J4", "J5", done="M4 M5 M6 L4 W4 A4 S4", drunk="", awards=""),
    )
    state = at(desks=desks, turn=1, countdown=1, bank=9, picked=True)
    state = say(state, "E:")
    assert (state.desks[1].tokens, state.countdown, state.ending) == (1, 0, True)
    assert seat_of(state) == 2
    state = end_turn(end_turn(state))
    assert (state.desks[3].tokens, state.bank) == (2, 7)
    assert GAME.winners(state) == {3}


def end_turn(state):
    """A regular pick at the bottom of a track, then the first way to end."""
    state = say(state, moves(state, "T")[0])
    while waiting := moves(state, "P"):
        state = say(state, waiting[0])
    state = say(state, moves(state, "E")[0])
    while GAME.winners(state) is None and state.phase == "choose":
        state = say(state, moves(state)[0])
    return state


def test_x19_the_tie_break_is_won_by_the_larger_pick():
    desks = (desk("W4", "A4", done="M4"), desk("W4", "A4", done="M4"))
    state = at("KRRRYBKYB", "RBKYRBKYR", desks=desks, turn=1, countdown=0, ending=True, picked=True)
    tied = say(state, "E:")
    assert (tied.phase, seat_of(tied)) == ("tie", 0)
    after = say(tied, "B1.3", drops="YKB")
    assert seat_of(after) == 1
    over = say(after, "B2.1")
    assert [len(won) for won in over.spoils] == [3, 1]
    assert (GAME.winners(over), GAME.reason(over)) == ({0}, "tie-break")
