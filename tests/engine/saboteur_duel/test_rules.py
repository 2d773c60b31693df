"""One test per rule that the worked examples leave open, named with its number."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.games.saboteur_duel import GAME
from engine.games.saboteur_duel.data import ACTIONS, DECK, GOALS, GOLD_PATHS, PATHS, SHAPES, STARTS
from engine.games.saboteur_duel.state import LayCard, PassCards
from tests.engine.saboteur_duel.positions import ROW, SEVEN, asked, cells, deal, moves, play, position, refused

# -- components


def test_s1_s2_s3_the_box_holds_34_paths_18_actions_18_goals():
    assert (sum(PATHS.values()), sum(ACTIONS.values()), len(GOALS)) == (34, 18, 18)
    assert sum(DECK.values()) == GAME.setup(2, {"colour": "green"}).pile == 52


def test_s1_s88_31_gold_lie_in_the_box():
    paths = sum(value for card in GOLD_PATHS for _, value in SHAPES[card][0].gold)
    hoard = sum(value for card in GOALS for _, value in SHAPES[card][0].gold)
    assert (paths, hoard) == (5, 26)


def test_s9_cards_that_look_the_same_turned_have_one_turn():
    assert {card for card in PATHS if len(SHAPES[card]) == 1} == {"HH", "VV", "BR", "DB", "GB"}
    for card, shapes in SHAPES.items():
        once, again = shapes[0], shapes[-1]
        if card in ("HH", "Z18", "SG"):
            assert once is again
        elif len(shapes) == 2:
            assert again.open == ((once.open << 2) | (once.open >> 2)) & 15


def test_s7_every_open_arm_leads_into_one_group_and_a_closed_one_into_none():
    for shape in (shape for shapes in SHAPES.values() for shape in shapes):
        for arm in (1, 2, 4, 8):
            assert sum(bool(group & arm) for group in shape.groups) == bool(shape.open & arm)


def test_s8_doors_and_trolls_stand_in_open_arms_and_gold_lies_on_groups():
    for shape in (shape for shapes in SHAPES.values() for shape in shapes):
        assert (shape.doors[0] | shape.doors[1] | shape.troll) & ~shape.open == 0
        assert all(group < len(shape.groups) for group, _ in shape.gold)


def test_every_goal_can_be_open_on_every_side():
    for card in GOALS:
        assert SHAPES[card][0].open | SHAPES[card][-1].open == 15


# -- setup


def test_s13_s15_green_is_dealt_six_then_blue_and_green_begins():
    state = GAME.setup(2, {"colour": "green"})
    question = GAME.draw(state)
    assert (question.label, question.count, question.eye) == ("deck", 6, 0)
    assert question.bag == tuple(DECK.items())
    assert GAME.to_act(state) == frozenset()
    state = deal(state, "HH HH HH HH VV VV")
    question = GAME.draw(state)
    assert (question.count, question.eye) == (6, 1)
    assert dict(question.bag)["VV"] == 1
    assert "HH" not in dict(question.bag)
    state = deal(state, "VV CA CA CB CB LG")
    assert (GAME.to_act(state), state.pile) == (frozenset({0}), 40)


def test_s4_s5_s14_eight_counters_and_two_keys_are_shared_and_nothing_is_broken_or_discarded():
    state = GAME.setup(2, {"colour": "green"})
    assert (state.counters, state.keys_left) == (8, 2)
    assert (state.broken, state.spent, state.hidden) == (((), ()), (), ((), ()))
    one_each = position("1,-1=GN 1,1=GN", claims="1,-1,1,0,1 1,1,1,1,1")
    assert one_each.counters == 6


def test_s6_s11_green_starts_in_the_north_and_blue_in_the_south():
    assert GAME.view(position(), None)["starts"] == [["SG", 0, -1], ["SB", 0, 1]]
    assert {SHAPES[start][0].groups for start in STARTS} == {(15,)}


def test_s10_x_grows_to_the_east_and_y_to_the_south():
    assert moves(position(hands=("HH", "")), "P:HH") == ["P:HH@-1,-1:0", "P:HH@1,-1:0"]
    assert moves(position(hands=("VV", "")), "P:VV") == ["P:VV@0,-2:0", "P:VV@0,0:0"]


def test_s16_s67_six_goals_lie_on_the_table_and_the_pool_is_enough_for_three_rounds():
    state = play(position(hands=("MAP MAP", "MAP")), "M:5,0")
    assert (len(state.goals), len(GAME.draw(state).bag)) == (6, 18)
    state = play(deal(deal(state, "Z13"), "HH"), "M:5,2")
    assert len(GAME.draw(state).bag) == 17
    assert len(GOALS) >= 3 * len(state.goals)


def test_s12_no_two_goals_are_neighbours_and_they_have_no_face_yet():
    view = GAME.view(GAME.setup(2, {"colour": "green"}), None)
    assert [(g["x"], g["y"]) for g in view["goals"]] == [(5, -2), (5, 0), (5, 2), (7, -1), (7, 1), (9, 0)]
    assert all(g["face"] is None for g in view["goals"])


# -- the turn


def test_s22_a_pass_draws_as_many_as_it_discards_and_d_draws_one():
    state = position(hands=("HH VV CA", ""))
    assert GAME.draw(play(state, "X:HH")).count == 1
    assert GAME.draw(play(state, "X:CA+HH")).count == 2
    broken = position(hands=("HH VV CA", ""), broken=("pick", ""))
    assert GAME.draw(play(broken, "D:CA+HH>pick")).count == 1


def test_s22_a_short_pile_gives_fewer_cards():
    state = play(position(hands=("HH VV CA", ""), pile=1), "X:CA+HH")
    assert GAME.draw(state).count == 1
    state = play(position(hands=("HH VV CA", ""), pile=0), "X:CA+HH")
    assert (GAME.draw(state), state.turn) == (None, 1)


def test_s23_a_player_without_cards_is_skipped():
    state = play(position(hands=("HH", "VV VV"), pile=0), "X:HH")
    state = play(state, "X:VV")
    assert (state.turn, state.round) == (1, 1)


def test_s60_the_round_ends_when_pile_and_hands_are_empty():
    state = play(position(hands=("HH", "VV"), pile=0), "X:HH")
    state = play(state, "X:VV")
    assert (state.round, state.ledger[0].cause) == (2, "cards")


def test_s26_a_bribe_that_ends_the_round_costs_the_main_action():
    state = play(position("1,-1=T3", hands=("HH", ""), claims=SEVEN), "B:1,-1")
    assert (state.round, asked(state), len(state.hands[0])) == (2, "deck", 0)


# -- walking


def test_s32_a_door_blocks_in_both_directions():
    # The blue door of X1 looks west here: Green comes from the west and stays outside.
    state = position("1,-1=HH 2,-1=X11 3,-1=HH", hands=("HH", ""))
    assert "4,-1" not in cells(moves(state, "P:"))
    blue = position("0,0=VV 1,-1=HH 2,-1=X11 3,-1=HH", hands=("", "HH"), turn=1)
    assert "4,-1" in cells(moves(blue, "P:"))


def test_s34_an_exit_leads_out_of_a_walkable_arm_of_a_reached_card():
    # Green reaches the bend, but its blue door lets only Blue out to the east.
    table = "0,0=VV 1,-1=X1"
    assert "2,-1" not in cells(moves(position(table, hands=("HH", "")), "P:"))
    assert "2,-1" in cells(moves(position(table, hands=("", "HH"), turn=1), "P:"))


def test_s31_a_bribed_troll_is_open_for_both():
    state = position("0,0=VV 1,-1=T3", hands=("", "HH"), turn=1, bribes="1,-1,0")
    assert "2,-1" in cells(moves(state, "P:"))


def test_s31_a_key_opens_a_door_to_the_other_colour_only_where_it_lies():
    state = position("1,-1=X1", hands=("HH VV", ""), keys="1,-1,E")
    assert "2,-1" in cells(moves(state, "P:"))


def test_s33_the_other_start_card_is_a_four_way_card():
    state = position("0,0=VV", hands=("HH", ""))
    assert {"-1,1", "1,1"} <= set(cells(moves(state, "P:HH")))


def test_s35_a_ladder_joins_its_start_for_the_other_player_too():
    # Blue's tunnel holds the green ladder, so Blue walks up to the green start.
    state = position("1,1=HH 2,1=LG1", hands=("", "HH"), turn=1)
    assert {"-1,-1", "1,-1"} <= set(cells(moves(state, "P:HH")))


def test_s36_a_ladder_keeps_away_from_goals_and_gold():
    near_goal = position(ROW, hands=("LG LB", ""))
    assert "5,-1" not in cells(moves(near_goal, "P:L"))
    assert refused(near_goal, "P:LB@5,-1:0") == "ladder-near-gold"
    near_gold = position("1,-1=GN", hands=("LB", ""))
    assert refused(near_gold, "P:LB@2,-1:0") == "ladder-near-gold"


def test_s36_gold_may_be_laid_next_to_a_ladder():
    state = position("1,-1=LB", hands=("GB", ""))
    assert "1,-2" in cells(moves(state, "P:GB"))


def test_s40_a_ladder_laid_by_its_link_must_touch_a_card():
    state = position(hands=("LG", ""))
    assert refused(state, "P:LG@20,20:0") == "not-connected"
    assert all(abs(int(c.split(",")[0])) <= 1 for c in cells(moves(state, "P:LG")))


# -- moves


def test_s40_refusals_name_their_reason():
    state = position("1,-1=HH", hands=("HH VV", ""))
    assert refused(state, "P:HH@1,-1:0") == "cell-taken"
    assert refused(state, "P:HH@5,0:0") == "cell-taken"
    assert refused(state, "P:VV@2,-1:0") == "does-not-fit"
    assert refused(state, "P:HH@4,4:0") == "not-connected"
    assert refused(state, "P:HH@1,255:0") == "not-connected"
    assert refused(state, "P:CA@2,-1:0") == "not-in-hand"


def test_s40_a_card_joined_only_by_its_own_foreign_door_or_troll_is_not_connected():
    assert refused(position(hands=("X1", "")), "P:X1@1,-1:1") == "not-connected"
    assert refused(position(hands=("T3", "")), "P:T3@1,-1:1") == "not-connected"


def test_s40_a_face_down_goal_imposes_nothing_on_a_card_beside_it():
    # The bridge has open arms towards g1 and g2, but Green stands in its other tunnel.
    state = play(position(ROW, hands=("BR", "")), "P:BR@5,-1:0")
    assert asked(state) == "deck"


def test_s41_sabotage_forbids_laying_only():
    state = position(hands=("HH SP MAP", ""), broken=("cart", ""))
    assert refused(state, "P:HH@1,-1:0") == "tools-broken"
    assert {text[0] for text in moves(state)} == {"S", "M", "D", "X"}


def test_s42_one_sabotage_card_of_a_tool():
    state = position(hands=("SP SL", ""), broken=("", "pick"))
    assert moves(state, "S:") == ["S:SL"]
    assert refused(state, "S:SP") == "already-broken"
    assert play(state, "S:SL", "HH").broken == ((), ("pick", "lamp"))


def test_s43_a_repair_sends_both_cards_to_the_discard_pile():
    state = play(position(hands=("RPL", ""), broken=("pick lamp", "")), "R:RPL>pick", "HH")
    assert state.broken[0] == ("lamp",)
    assert Counter(state.spent) == {"RPL": 1, "SP": 1}
    again = position(hands=("RPL", ""), broken=("cart", ""))
    assert refused(again, "R:RPL>cart") == "tool-not-on-card"
    assert refused(again, "R:RPL>pick") == "tool-not-broken"


def test_s44_keys():
    state = position("1,-1=X1 1,1=X4", hands=("KEY", ""))
    assert moves(state, "K:") == ["K:1,-1,E"]
    assert refused(state, "K:1,1,S") == "own-door"
    assert refused(state, "K:1,1,N") == "no-door-there"
    assert refused(state, "K:9,9,N") == "no-door-there"
    assert refused(position("1,-1=X1", hands=("KEY", ""), keys="1,-1,E"), "K:1,-1,E") == "door-has-key"
    empty = position("1,-1=X1 1,-2=X2", hands=("KEY", ""), keys="1,-1,E 1,-2,N")
    assert refused(empty, "K:1,-1,E") == "no-keys-left"


def test_s44_a_key_on_a_goal_claims_its_gold_by_settling():
    state = position(f"{ROW} 5,-1=CB", hands=("KEY", ""), goal="g1=Z08/0")
    assert moves(state, "K:") == ["K:5,-2,E", "K:5,-2,S"]
    assert play(state, "K:5,-2,E", "VV").claims == ()
    assert [c.value for c in play(state, "K:5,-2,S", "VV").claims] == [1]


def test_s45_s53_rockfall_leaves_cut_off_cards_and_claims():
    state = position("1,-1=HH 2,-1=GN", hands=("ROCK", ""), claims="2,-1,1,0,1")
    after = play(state, "F:1,-1", "VV")
    assert [laid.card for laid in after.table] == ["GN"]
    assert len(after.claims) == 1
    assert Counter(after.spent) == {"ROCK": 1, "HH": 1}
    assert refused(state, "F:2,-1") == "cannot-fall"
    assert refused(state, "F:0,-1") == "cannot-fall"
    assert refused(state, "F:5,0") == "no-card-there"


def test_s13a_s46_a_look_draws_the_face_for_the_looker_before_the_hand_card():
    state = play(position(hands=("MAP", "")), "M:5,0")
    question = GAME.draw(state)
    assert (question.label, question.eye, question.count, len(question.bag)) == ("goal/g2", 0, 1, 18)
    state = deal(state, "Z13")
    assert (asked(state), state.goals[1].looked) == ("deck", (0,))


def test_s13b_a_second_look_at_a_goal_draws_nothing():
    state = play(position(hands=("MAP", "MAP")), "M:5,0", "Z13", "HH")
    state = play(state, "M:5,0")
    assert (asked(state), state.goals[1].looked) == ("deck", (0, 1))
    assert GAME.view(state, 1)["goals"][1]["face"] == "Z13"


def test_s46_only_face_down_goals_can_be_looked_at():
    state = position(hands=("MAP", ""), goal="g1=Z08/0")
    assert moves(state, "M:") == ["M:5,0", "M:5,2", "M:7,-1", "M:7,1", "M:9,0"]
    assert refused(state, "M:5,-2") == "goal-face-up"
    assert refused(state, "M:4,4") == "no-goal-there"


def test_s47_a_troll_can_be_bribed_from_outside():
    # The troll of T3 turned looks west, at Green's exit; nothing else joins the card to Green.
    state = position("1,-1=HH 2,-1=T31", hands=("HH", ""), broken=("pick", ""))
    assert moves(state, "B:") == ["B:2,-1"]
    after = play(state, "B:2,-1")
    assert (after.bribes[0].seat, after.step, after.turn) == (0, "turn", 0)
    assert refused(after, "B:2,-1") == "troll-bribed"


def test_s47_refusals():
    state = position("1,-1=HH 1,1=T1", hands=("HH", ""))
    assert refused(state, "B:1,1") == "troll-not-reached"
    assert refused(state, "B:1,-1") == "no-troll-there"
    assert refused(state, "B:8,8") == "no-troll-there"


def test_s48_discard_two_needs_two_cards_and_a_broken_tool():
    state = position(hands=("HH", ""), broken=("pick", ""))
    assert moves(state, "D:") == []
    assert refused(state, "D:HH+HH>pick") == "not-in-hand"
    state = position(hands=("HH VV", ""), broken=("pick", ""))
    assert refused(state, "D:HH+VV>lamp") == "tool-not-broken"
    after = play(state, "D:HH+VV>pick", "CA")
    assert (after.hidden[0], after.spent, after.broken[0]) == (("HH", "VV"), ("SP",), ())


def test_s49_equal_cards_are_listed_once():
    assert moves(position(hands=("HH HH HH", "")), "X:") == ["X:HH", "X:HH+HH"]


def test_s20_only_the_player_to_move_moves():
    assert refused(position(hands=("HH", "HH")), "X:HH", seat=1) == "not-your-turn"
    assert refused(position(hands=("HH", "HH")), "O:5,0:0") == "nothing-to-turn"


# -- notation


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "unreadable-move"),
        ("P:HH@1,-1", "unreadable-move"),
        ("P:HH@01,-1:0", "unreadable-move"),
        ("P:HH@-0,1:0", "unreadable-move"),
        ("P:HH@1,-1:2", "unreadable-move"),
        ("P:HH@1,-1:1", "one-turn-only"),
        ("P:QQ@1,-1:0", "unknown-card"),
        ("P:SG@1,-1:0", "unknown-card"),
        ("S:RP", "unknown-card"),
        ("R:SP>pick", "unknown-card"),
        ("R:RP>boot", "unreadable-move"),
        ("X:VV+HH", "cards-unsorted"),
        ("X:?", "unreadable-move"),
        ("D:HH+VV", "unreadable-move"),
        ("K:1,1,X", "unreadable-move"),
        ("P:HH@1000,1:0", "unreadable-move"),
        ("X:HH\n", "unreadable-move"),
    ],
)
def test_texts_outside_the_notation_are_unreadable(text, code):
    assert refused(position(hands=("HH VV", "")), text) == code


def test_hidden_parts_are_masked_for_everybody_else():
    assert GAME.write(PassCards(("HH",)), None) == "X:?"
    assert GAME.write(PassCards(("HH", "VV")), None) == "X:?+?"
    assert GAME.write(GAME.read(position(), 0, "D:CA+HH>cart"), None) == "D:?+?>cart"
    assert GAME.write(LayCard("HH", 1, -1, 0), None) == "P:HH@1,-1:0"
