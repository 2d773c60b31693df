"""The eight potions and their edge cases (P41-P52)."""

import pytest

from engine.core.errors import IllegalMove
from engine.games.potion_explosion import GAME
from tests.engine.potion_explosion.positions import at, desk, moves, only, say, tile


def owning(done, *tracks, drunk="", other=None, **more):
    make = only if tracks else at
    return make(*tracks, desks=(desk("L4", "M4", done=done, drunk=drunk), other or desk("W4", "A4")), **more)


def refusal(state, text):
    with pytest.raises(IllegalMove) as refused:
        GAME.play(state, state.turn, GAME.read(state, state.turn, text), 0)
    assert text not in moves(state)
    return refused.value.code


def test_p41_a_potion_is_drunk_once_and_keeps_its_points():
    state = owning("W4")
    after = say(state, "DW1.1")
    assert after.desks[0].undrunk("W") == 0
    assert GAME.scores(after) == GAME.scores(state)
    assert refusal(after, "DW1.1") == "no-potion"


def test_p41_a_kind_that_is_left_out_cannot_be_drunk():
    assert refusal(at(excluded="UF"), "DU1.1x2") == "not-in-play"


def test_p42_a_drink_must_move_a_marble():
    state = owning("W4 L4 M4 A4 F4 U4 J4", "", drunk="")
    assert moves(state, "D") == []
    assert refusal(state, "DW1.1") == "no-marble"


def test_p43_wisdom_takes_one_marble_in_reach():
    state = owning("W4")
    assert len(moves(state, "DW")) == 40
    assert refusal(state, "DW1.9") == "out-of-reach"
    after = say(owning("W4", "YK"), "DW1.2")
    assert after.tracks[0] == "Y"
    assert moves(after, "PK") == ["PK0-1", "PK1-0"]


def test_p44_blind_love_needs_an_opponent_with_marbles():
    assert refusal(owning("L4"), "DL2") == "empty-pool"
    assert refusal(owning("L4"), "DL1") == "rob-yourself"
    assert refusal(owning("L4"), "DL3") == "no-such-seat"
    after = say(owning("L4", other=desk("W4", "A4", pool="BBY")), "DL2")
    assert after.desks[1].pool == ""
    assert after.desks[0].slots == (tile("L4:Y"), tile("M4:BB"))


def test_p45_magnet_takes_two_neighbours_of_different_colours():
    state = owning("M4", "RRB")
    assert moves(state, "DM") == ["DM1.2"]
    assert refusal(state, "DM1.1") == "magnet-colours"
    assert refusal(owning("M4"), "DM1.8") == "out-of-reach"


def test_p46_the_draft_takes_bottoms_only_and_each_colour_once():
    state = owning("A4", "RB", "RK", "B")
    assert moves(state, "DA") == ["DA1", "DA13", "DA2", "DA23", "DA3"]
    assert refusal(state, "DA12") == "abyss-colours"
    assert refusal(state, "DA34") == "no-marble"


def test_p47_balm_takes_two_or_more_of_a_run():
    state = owning("U4", "YRRRB")
    assert moves(state, "DU") == ["DU1.2x2", "DU1.2x3"]
    assert refusal(state, "DU1.3x2") == "balm-start"
    assert refusal(state, "DU1.2x4") == "balm-count"
    assert refusal(state, "DU1.2x1") == "balm-count"
    assert say(state, "DU1.2x2").tracks[0] == "YRB"


def test_p48_joy_is_a_phase_of_at_most_three_wild_placements():
    mine = desk("W7", "F7", pool="RRB", done="J4")
    state = say(at(desks=(mine, desk())), "DJ")
    assert state.phase == "joy"
    assert refusal(state, "J.") == "joy-first"
    assert refusal(state, "T1.1") == "phase-joy"
    assert refusal(state, "JYaR") == "not-loose"
    assert refusal(state, "JRaY") == "no-hole"
    first = say(state, "JRbY")
    assert "J." in moves(first)
    done = say(first, "JRbY", "JBbY")
    assert (done.phase, done.desks[0].pool) == ("main", "")
    assert done.desks[0].slots[1].filled == "YRYRYB"


def test_p48_joy_ends_by_itself_without_loose_marbles_or_open_holes():
    state = say(at(desks=(desk("W7", pool="R", done="J4"), desk())), "DJ", "JRaB")
    assert state.phase == "main"
    full = say(at(desks=(desk("W4:RRY", pool="KK", done="J4"), desk())), "DJ", "JKaY")
    assert (full.phase, full.desks[0].done) == ("main", ("J4", "W4"))


def test_p48_joy_needs_a_loose_marble_and_an_open_hole():
    assert refusal(at(desks=(desk("W4", done="J4"), desk())), "DJ") == "joy-no-marble"
    assert refusal(at(desks=(desk(pool="K", done="J4"), desk())), "DJ") == "joy-no-hole"


def test_p48_a_marble_in_hand_can_be_used_and_the_pool_goes_first():
    mine = desk("W4", "A4", pool="K", done="J4")
    state = say(at("KBRYRBKYR", desks=(mine, desk())), "T1.1", "DJ")
    assert (state.hand, state.desks[0].pool) == ("K", "K")
    first = say(state, "JKaR")
    assert (first.hand, first.desks[0].pool) == ("K", "")
    assert say(first, "JKaR").hand == ""


def test_p49_a_wild_marble_returns_to_the_bag_as_what_it_is():
    state = at(desks=(desk("W4:RRY", "A4", pool="K", done="J4"), desk()))
    after = say(state, "DJ", "JKaY")
    assert ("done", "W4", "a", "RRKY") in after.story
    assert after.bag == tuple(n + more for n, more in zip(state.bag, (2, 0, 1, 1), strict=True))


def test_p50_filter_sends_up_to_five_of_one_colour_back():
    state = owning("F4", "RRRRRRYB")
    assert refusal(state, "DF1.123456") == "filter-count"
    assert refusal(state, "DF1.17") == "filter-colours"
    after = say(state, "DF1.12345", drops="RRRRR")
    assert after.tracks == ("RYB", "RR", "R", "R", "R")
    assert after.hand == ""
    assert [step[0] for step in after.story] == ["move", "lift", "back", "drop"]


def test_p50_the_tracks_fill_before_the_filtered_marbles_are_back_in_the_bag():
    state = at("RRRKKBBYY", desks=(desk("L4", "M4", done="F4"), desk()), bag="KKK")
    asked = GAME.play(state, 0, GAME.read(state, 0, "DF1.12"), 0)
    assert (GAME.draw(asked).bag, GAME.draw(asked).count) == ((("K", 3),), 2)
    after = say(state, "DF1.12", drops="KK")
    assert after.bag == (2, 0, 1, 0)


@pytest.mark.parametrize(
    ("kind", "text", "gone"),
    [
        ("W", "DSW1.1", 1),
        ("M", "DSM1.2", 2),
        ("A", "DSA12", 2),
        ("U", "DSU1.1x2", 2),
        ("F", "DSF1.12", 2),
    ],
)
def test_p51_sands_repeats_each_potion_that_takes_marbles(kind, text, gone):
    state = owning(f"S4 {kind}4", "RRYB", "KY", drunk=kind)
    assert text in moves(state)
    asked = GAME.play(state, 0, GAME.read(state, 0, text), 0)
    assert sum(map(len, asked.tracks)) == 6 - gone
    assert asked.desks[0].drunk == "".join(sorted(kind + "S", key="WLMJASUF".index))
    assert refusal(say(state, text), text) in ("no-potion", "no-marble")


def test_p51_sands_repeats_blind_love_and_joy():
    robbing = owning("S4 L4", drunk="L", other=desk("W4", "A4", pool="R"))
    assert say(robbing, "DSL2").desks[1].pool == ""
    joyful = at(desks=(desk("W7", "F7", pool="RRB", done="J4 S4", drunk="J"), desk()))
    state = say(joyful, "DSJ")
    assert (state.phase, state.joy, state.desks[0].drunk) == ("joy", 3, "JS")


def test_p51_sands_needs_an_own_drunk_potion_and_does_not_add_to_its_count():
    assert refusal(owning("S4 W4"), "DSW1.1") == "nothing-to-repeat"
    theirs = owning("S4", other=desk("W4", "A4", done="W5", drunk="W"))
    assert refusal(theirs, "DSW1.1") == "nothing-to-repeat"
    after = say(owning("S4 S5 W4", drunk="W"), "DSW1.1", "DSW1.1")
    assert after.desks[0].drunk == "WSS"


def test_p52_several_potions_of_one_kind_in_one_turn():
    state = say(owning("W4 W5", "YYYY"), "DW1.1", "DW1.1")
    assert state.desks[0].drunk == "WW"


def test_p32_a_potion_completed_in_this_turn_may_be_drunk_in_it():
    state = at("YBKYRBKYR", desks=(desk("W4:RRY", "M4"), desk()))
    assert moves(say(state, "T1.1"), "DW")
