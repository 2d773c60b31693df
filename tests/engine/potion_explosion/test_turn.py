"""The dispenser, explosions, placing, the end of a turn, of a round and of the match (P17-P40, P53-P65)."""

import pytest

from engine.core.errors import IllegalMove
from engine.core.replay import answer
from engine.games.potion_explosion import GAME
from engine.games.potion_explosion.rules.dispenser import certain, drop_order
from tests.engine.potion_explosion.positions import at, desk, moves, only, opened, say, seat_of, tile

BARE = (desk(), desk("W4", "A4"))


def refusal(state, text):
    with pytest.raises(IllegalMove) as refused:
        GAME.play(state, state.turn, GAME.read(state, state.turn, text), 0)
    return refused.value.code


def test_p17_p18_the_ninth_place_is_out_of_reach_and_a_short_track_can_be_emptied():
    assert "T1.8" in moves(at())
    assert "T1.9" not in moves(at())
    assert refusal(at(), "T1.9") == "out-of-reach"
    assert refusal(only("RB"), "T1.3") == "no-marble"
    assert moves(only("RB", desks=BARE), "T") == ["T1.1", "T1.2"]


def test_p19_a_marble_is_drawn_from_what_lies_nowhere_else():
    state = at("KRRRYBKYB", desks=(desk("W4:R", "A4:B", pool="KK"), desk()))
    asked = GAME.play(state, 0, GAME.read(state, 0, "T1.1"), 0)
    lying = "".join(asked.tracks) + asked.hand + asked.held + "RB" + "KK"
    assert dict(GAME.draw(asked).bag) == {colour: 20 - lying.count(colour) for colour in "RBKY"}
    assert GAME.view(state, None)["bag"] == list(state.bag)


def test_p20_the_emptiest_track_is_filled_first_and_the_lowest_number_among_equals():
    assert drop_order(("RRR", "R", "RR", "R", "RRRR"), 6) == (1, 3, 1, 2, 3, 0)


def test_p22_marbles_of_one_effect_are_lifted_together():
    state = at("RBKYRBKYR", desks=(desk(done="M4"), desk()))
    after = say(state, "DM1.2", drops="YY")
    assert after.tracks[0] == "RYRBKYRYY"


def test_p24_potions_and_help_explode_nothing():
    state = at("RBRRYBKYK", desks=(desk(done="W4"), desk()))
    assert say(state, "DW1.2", drops="Y").tracks[0] == "RRRYBKYKY"
    assert say(state, "H1.2", drops="Y").tracks[0] == "RRRYBKYKY"


def test_p26_what_is_certain_needs_no_newcomer():
    assert certain("KRRRYBKYB", 3) == ("RRR", "KYBKYB")
    assert certain("BKYRYYKBB", 4) == ("RYYYKKBBB", "")
    assert say(only("RRYKKK", desks=BARE), "T1.5").tracks[0] == "RRY"


def test_p26_a_newcomer_hits_the_marble_below_a_gap_at_the_top():
    after = say(at("KBKBKBYBR", desks=BARE), "T1.8", drops="B")
    assert after.hand == "B"  # the red at the ninth place came down first
    after = say(at("KBKBKBYRB", desks=BARE), "T1.7", drops="R")
    assert after.tracks[0] == "KBKBKBRBR"
    gap = say(at("KBKBKBYYY", desks=BARE), "T1.8", drops="YBRKYR")
    assert gap.hand == "BBYYYY"  # the newcomer joined the run, the next one hit the blue below


def test_p27_the_picked_marble_and_all_that_exploded_go_to_the_hand():
    assert say(at("KRRRYBKYB", desks=BARE), "T1.3").hand == "RRR"
    assert say(at("KRRRYBKYB", desks=BARE), "T1.5").hand == "Y"


@pytest.mark.parametrize("place", range(1, 9))
def test_p28_a_chain_ends_even_when_all_marbles_are_of_one_colour(place):
    state = at(*["R" * 9] * 5, bag="R" * 35, desks=BARE)
    after = say(state, f"T1.{place}")
    assert GAME.draw(after) is None
    assert all(len(step[1]) >= 2 for step in after.story if step[0] == "burst")
    assert len(after.hand) + sum(map(len, after.tracks)) + sum(after.bag) == 80


def test_p29_help_and_pick_come_in_either_order_before_the_end():
    state = at("KRRRYBKYB", desks=BARE)
    assert moves(state, "E") == moves(say(state, "H2.1"), "E") == []
    assert moves(say(state, "H2.1", "T1.1"), "E")
    assert moves(say(state, "T1.1", "H2.1"), "E")


def test_p30_one_regular_pick_and_p31_one_help_per_turn():
    state = say(at(desks=BARE), "T1.1", "H1.1")
    assert moves(state, "T") == moves(state, "H") == []
    assert refusal(state, "T1.1") == "already-picked"
    assert refusal(state, "H1.1") == "already-helped"


def test_p30_the_pick_is_waived_when_nothing_is_in_reach():
    state = only(desks=(desk("W4", "A4"), desk("W4", "A4")))
    assert moves(state) == ["E:"]
    last = only("R", desks=(desk("W4", "A4"), desk("W4", "A4")))
    assert moves(last, "E") == []
    assert "E:" not in moves(last)
    assert refusal(last, "E:") == "pick-first"
    # the last marble is asked from the professor: the pick falls away
    assert "E:R" in moves(say(only("R", desks=BARE), "H1.1"))


def test_p31_no_help_when_the_tokens_are_gone():
    state = at(desks=(desk("W4", "A4", helps=20), desk("W4", "A4", helps=1)))
    assert moves(state, "H") == []
    assert refusal(state, "H1.1") == "no-help-left"


def test_p34_a_colour_with_one_place_to_go_is_placed_by_itself():
    after = say(at("RBKYRBKYR", desks=(desk("W4", "M4"), desk())), "T1.1")
    assert after.hand == ""
    assert after.desks[0].slots[0] == tile("W4:R")


def test_p35_p36_a_pending_colour_may_wait_but_the_turn_cannot_end():
    state = say(at("RBKYRBKYR", desks=(desk("W4", "A4", done="J4 W5"), desk())), "T1.1")
    assert state.hand == "R"
    assert moves(state, "P") == ["PR0-1", "PR1-0"]
    assert moves(state, "E") == moves(state, "DJ") == []
    assert refusal(state, "E:R") == "pending"
    assert refusal(state, "DJ") == "pending"
    assert refusal(state, "PR1-1") == "bad-split"
    assert refusal(state, "PY1-0") == "not-pending"
    assert moves(state, "DW")
    assert say(state, "PR0-1").desks[0].slots[1] == tile("A4:R")


def test_p36_a_pool_marble_can_turn_a_pending_colour_into_a_forced_one():
    mine = desk("U4", "L4", pool="R")  # one red hole on each
    state = say(at("RBKYRBKYR", desks=(mine, desk())), "T1.1")
    assert moves(state, "Q") == ["QRa", "QRb"]
    after = say(state, "QRa")
    assert (after.hand, after.desks[0].pool) == ("", "")
    assert [t.filled for t in after.desks[0].slots] == ["RR", "RR"]


def test_p37_pool_marbles_stay_or_go_as_the_player_likes():
    state = at(desks=(desk("W4", "M4", pool="RK"), desk()))
    assert moves(state, "Q") == ["QKb", "QRa"]
    assert refusal(state, "QRb") == "no-hole"
    assert refusal(state, "QYa") == "not-in-pool"
    assert say(state, "T1.2").desks[0].pool == "RK"


def test_p23_p39_a_full_tile_becomes_a_potion_and_its_marbles_return():
    state = at("YBKYRBKYR", desks=(desk("W4:RRY", "M4"), desk()), bag="")
    after = say(state, "T1.1")
    assert after.desks[0].done == ("W4",)
    assert after.desks[0].slots[0] == tile("")
    # one gap was open: one of the four returned drops at once, the bag keeps three
    assert sum(after.bag) == 3
    assert ("done", "W4", "a", "RRYY") in after.story


def test_p39_two_tiles_of_one_step_return_together_in_one_fill():
    both = only("Y", "Y", desks=(desk("W4:RRY", "L4:RKY", done="A4"), desk()), bag="")
    ended = say(both, "T1.1", "H2.1")
    assert ended.desks[0].done == ("A4", "W4", "L4")
    assert sum(map(len, ended.tracks)) == 8
    assert [step[0] for step in ended.story].count("drop") == 1


def test_p40_hand_and_pool_stay_apart_until_the_end_of_the_turn():
    state = say(at("KYRBKYRBR", desks=(desk("A4", "A6", pool="B"), desk())), "T1.1")
    assert (state.hand, state.desks[0].pool) == ("K", "B")
    assert {text[0] for text in moves(state)} == {"H", "Q", "E"}
    assert say(state, "E:BK").desks[0].pool == "BK"


def test_p53_p54_three_stay_in_the_pool_and_the_rest_returns():
    state = at("KKKKKYRBR", desks=(desk("A4", "A6"), desk()), picked=False)
    after = say(state, "T1.3")
    assert after.hand == "KKKKK"
    assert moves(after, "E") == ["E:KKK"]
    assert refusal(after, "E:KK") == "keep-count"
    assert refusal(after, "E:RRR") == "not-loose"
    assert say(after, "E:KKK").desks[0].pool == "KKK"


def test_p54_a_marble_that_fits_must_be_kept():
    state = at("KKKKKYRBR", desks=(desk("W4", "A6", pool="R"), desk()))
    after = say(state, "T1.3")
    assert moves(after, "E") == ["E:RKK"]
    assert refusal(after, "E:KKK") == "must-keep"


def test_p33_p55_new_tiles_are_chosen_one_after_another_and_turned_up_at_once():
    state = at(desks=(desk("W4:RRY", "L4:RKY", pool="YY"), desk("W4", "A4")))
    state = say(state, "QYa", "QYb", "T1.2", "E:B")
    assert state.phase == "choose"
    assert moves(state) == ["N1", "N2", "N3", "N4", "N5"]
    assert refusal(state, "E:B") == "phase-choose"
    first = say(state, "N1")
    assert first.desks[0].slots[0] == tile("W5")
    assert first.tops[0] != ""
    assert (first.phase, first.sizes[0]) == ("choose", 4)
    two = say(first, "N1")
    assert (two.phase, two.turn, two.sizes[0]) == ("main", 1, 3)
    assert two.desks[0].pool == "B"  # no marbles on new tiles in this turn


def test_p55_slots_that_cannot_be_refilled_stay_empty():
    state = at(desks=(desk("W4"), desk("W4", "A4")), sizes=(0,) * 5, tops=("",) * 5, picked=True)
    after = say(state, "E:")
    assert (after.turn, after.desks[0].slots[1]) == (1, tile(""))


def test_p58_each_award_is_given_once():
    mine = desk("W4", "A4", done="W4 W5 W6 W7 L4 M4 J4 S4", awards="W", tokens=1)
    after = say(at(desks=(mine, desk("W4", "A4")), picked=True), "E:")
    assert (after.desks[0].tokens, after.desks[0].awards, after.countdown) == (2, "W5", 3)
    again = say(at(desks=(after.desks[0], desk("W4", "A4")), picked=True), "E:")
    assert again.desks[0].tokens == 2


def test_p59_p60_tokens_come_from_the_countdown_then_the_bank_then_not_at_all():
    mine = desk("W4", "A4", done="W4 W5 W6 M4 M5 M6 L4 J4 S4")
    one_left = at(desks=(mine, desk("W4", "A4")), countdown=1, bank=1, picked=True)
    after = say(one_left, "E:")
    assert (after.desks[0].tokens, after.countdown, after.bank) == (2, 0, 0)
    assert after.desks[0].awards == "WM5"


def test_p61_empty_stacks_end_the_match_even_if_the_last_tile_was_just_taken():
    state = at(desks=(desk("W4"), desk("W4", "A4")), sizes=(1, 0, 0, 0, 0), tops=("W5", "", "", "", ""), picked=True)
    after = say(state, "E:", "N1")
    assert (after.ending, after.turn) == (True, 1)


def test_p56_p62_the_match_is_over_at_once_when_the_last_seat_triggers_the_end():
    desks = (desk("W4", "A4"), desk("W4", "A4", done="W4 W5 W6"))
    after = say(at(desks=desks, turn=1, countdown=1, picked=True), "E:")
    assert (GAME.winners(after), GAME.reason(after)) == ({1}, "score")
    assert GAME.to_act(after) == frozenset()
    assert GAME.legal_texts(after, 1) == []


def test_p62_discards_of_the_last_turn_fall_before_the_match_is_over():
    state = at("KKKKKYRBR", desks=(desk("W4", "A4", done="W7"), desk("A4", "A6")), turn=1, ending=True)
    picked = say(state, "T1.3")
    asked = GAME.play(picked, 1, GAME.read(picked, 1, "E:KKK"), 0)
    assert GAME.winners(say(picked, "E:KKK")) == {0}
    short = at("KKKKKYRB", "RB", "", "", "", bag="", desks=state.desks, turn=1, ending=True)
    picked = say(short, "T1.3")
    asked = GAME.play(picked, 1, GAME.read(picked, 1, "E:KKK"), 0)
    assert (GAME.draw(asked).count, GAME.winners(asked)) == (2, None)


def test_p63_score_counts_potions_tokens_and_help():
    state = at(desks=(desk(done="W4 F7", tokens=2, helps=3, drunk="W"), desk(helps=2)))
    assert GAME.scores(state) == (5 + 11 + 8 - 6, -4)


def tied(*tracks, seats=2, **more):
    desks = tuple(desk("W4", "A4", done="M4") for _ in range(seats))
    return say(only(*tracks, desks=desks, turn=seats - 1, ending=True, picked=True, **more), "E:")


def test_p64_equal_picks_share_the_victory():
    state = say(tied("RB", "KY"), "B1.1", "B2.1")
    assert (GAME.winners(state), GAME.reason(state)) == ({0, 1}, "shared")
    assert GAME.scores(state) == (4, 4)


def test_p64_who_has_nothing_in_reach_gets_nothing_without_a_move():
    state = tied("R")
    assert refusal(state, "T1.1") == "phase-tie"
    state = say(state, "B1.1")
    assert (GAME.winners(state), GAME.reason(state), state.spoils) == ({0}, "tie-break", ("R", ""))
    nobody = tied()
    assert (GAME.winners(nobody), GAME.reason(nobody)) == ({0, 1}, "shared")


def test_p64_marbles_won_in_the_tie_break_stay_out_of_the_bag():
    state = say(tied("RB", "KY"), "B1.1")
    assert (state.bag, state.tracks) == ((0, 0, 0, 0), ("B", "KY", "", "", ""))


def test_p64_only_the_best_scores_break_the_tie():
    desks = (desk("W4", "A4", done="M4"), desk("W4", "A4"), desk("W4", "A4", done="M4"))
    state = say(only("RB", desks=desks, turn=2, ending=True, picked=True), "E:")
    assert state.tied == (0, 2)
    assert seat_of(say(state, "B1.1")) == 2


def test_p65_the_match_ends_after_a_hundred_rounds():
    desks = (desk("W4", "A4", done="M4"), desk("W4", "A4"))
    assert GAME.winners(say(at(desks=desks, turn=1, round=99, picked=True), "E:")) is None
    assert GAME.winners(say(at(desks=desks, turn=1, round=100, picked=True), "E:")) == {0}


@pytest.mark.parametrize(
    ("phase", "text"),
    [("draft", "T1.1"), ("main", "N1"), ("main", "S:W4"), ("main", "JKaR"), ("main", "J."), ("main", "B1.1")],
)
def test_p72_a_move_of_another_phase_is_refused(phase, text):
    state = at() if phase == "main" else say(opened())
    assert refusal(state, text) == f"phase-{phase}"


def test_a_seat_that_is_not_asked_is_refused():
    with pytest.raises(IllegalMove) as refused:
        answer(GAME, at(), 1, "T1.1", 0)
    assert refused.value.code == "not-your-turn"
    assert GAME.legal_texts(at(), 1) == []
