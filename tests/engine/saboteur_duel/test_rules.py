"""One test per rule that the worked examples leave open, named with its number."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.core.errors import IllegalMove, UnreadableMove
from engine.games.saboteur_duel import GAME
from engine.games.saboteur_duel.cards import ACTIONS, DECK, GOALS, GOLD_PATHS, PATHS, SHAPES
from engine.games.saboteur_duel.state import Lay, Pass
from tests.engine.saboteur_duel.positions import asked, cells, deal, moves, play, position

ROW = "1,-1=HH 2,-1=HH 3,-1=HH 4,-1=HH"  # Green's tunnel up to the goals
SEVEN = " ".join(f"5,{5 + n},0,1,0" for n in range(7))  # seven counters lie elsewhere, one is left


def refused(state, text, seat=None):
    with pytest.raises((IllegalMove, UnreadableMove)) as refusal:
        play(state, text, seat=seat)
    return refusal.value.code


# -- components


def test_s1_s3_the_box_holds_34_paths_18_actions_18_goals():
    assert (sum(PATHS.values()), sum(ACTIONS.values()), len(GOALS)) == (34, 18, 18)


def test_s1_31_gold_lie_in_the_box():
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


def test_every_goal_can_be_open_on_every_side():
    for card in GOALS:
        assert SHAPES[card][0].open | SHAPES[card][-1].open == 15


# -- setup


def test_s13_green_is_dealt_six_then_blue_and_green_begins():
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


def test_s45_rockfall_leaves_cut_off_cards_and_claims():
    state = position("1,-1=HH 2,-1=GN", hands=("ROCK", ""), claims="2,-1,1,0,1")
    after = play(state, "F:1,-1", "VV")
    assert [laid.card for laid in after.table] == ["GN"]
    assert len(after.claims) == 1
    assert Counter(after.spent) == {"ROCK": 1, "HH": 1}
    assert refused(state, "F:2,-1") == "cannot-fall"
    assert refused(state, "F:0,-1") == "cannot-fall"
    assert refused(state, "F:5,0") == "no-card-there"


def test_s46_a_look_draws_the_face_for_the_looker_before_the_hand_card():
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


# -- settling


def test_s51_shared_gold_goes_to_the_acting_player_and_claims_are_compulsory():
    state = play(position(hands=("", "GB"), turn=1), "P:GB@0,0:0", "HH")
    assert [c.seat for c in state.claims] == [1]


def test_s52_with_one_counter_left_the_dearest_spot_is_claimed():
    # X5 joins the nugget of GT (1) and the goal g1 (2) at the same moment.
    state = position(f"{ROW} 6,-1=GT1", hands=("X5", ""), goal="g1=Z05/0", claims=SEVEN)
    after = play(state, "P:X5@5,-1:0")
    assert [(c.x, c.y, c.value) for c in after.ledger[0].claims[7:]] == [(5, -2, 2)]


def test_s54_goals_are_turned_up_in_their_order_and_a_face_is_drawn_for_everybody():
    state = play(position(ROW, hands=("X1", "")), "P:X1@5,-1:0")
    question = GAME.draw(state)
    assert (question.label, question.eye) == ("goal/g1", None)
    state = deal(state, "Z05")
    assert asked(state) == "goal/g2"
    state = deal(state, "Z18")
    assert asked(state) == "deck"
    assert [goal.turn for goal in state.goals[:2]] == [0, 0]


def test_s56_the_acting_player_turns_a_goal_that_only_the_other_reaches():
    # Blue's double bend joins Green's tunnel to g2; the gold is Green's, the choice Blue's.
    table = "1,-1=HH 2,-1=HH 3,-1=BR 4,-1=CA1 1,1=HH 2,1=HH 3,1=GB 4,1=CB"
    state = play(position(table, hands=("", "DB"), turn=1, goal="g2=Z03"), "P:DB@4,0:0")
    assert (moves(state, seat=0), moves(state, seat=1)) == ([], ["O:5,0:0", "O:5,0:1"])
    state = play(state, "O:5,0:1", "VV")
    assert [(c.seat, c.value) for c in state.claims] == [(0, 2)]


def test_s58_the_last_counter_ends_the_round_and_drops_a_pending_reveal():
    state = play(position(f"{ROW} 6,-1=GT1", hands=("X5", ""), claims=SEVEN), "P:X5@5,-1:0")
    assert (state.round, state.ledger[0].cause, state.ledger[0].goals) == (2, "counters", ())


def test_s60_six_goals_face_up_end_the_round_after_claims():
    up = "g2=Z05/0 g3=Z04/0 g4=Z14/0 g5=Z18/0 g6=Z16/0"
    state = play(position(ROW, hands=("CB", ""), goal=f"g1=Z06 {up}"), "P:CB@5,-1:0")
    assert (state.round, state.ledger[0].cause) == (2, "goals")
    assert state.coins == ((2,), ())
    assert set(state.gone_goals) == {"Z04", "Z05", "Z06", "Z14", "Z16", "Z18"}


# -- the end of a round


def test_s62_only_claimed_gold_cards_leave_the_game():
    state = position("1,-1=GN 2,-1=GE", hands=("HH", ""), claims="1,-1,1,0,1", pile=0)
    state = play(play(state, "X:HH"), "X:MAP")
    assert (state.round, state.gone_paths, state.pile) == (2, ("GN",), 51)
    assert dict(GAME.draw(state).bag).get("GN") is None


def test_s62_a_goal_looked_at_goes_back_to_the_pool_and_is_unknown_again():
    state = position(hands=("HH", ""), goal="g2=Z13", pile=0)
    state = play(play(state, "X:HH"), "X:MAP")
    assert state.gone_goals == ()
    assert all(goal["face"] is None for goal in GAME.view(state, 0)["goals"])


def test_s65_the_rest_of_a_debt_is_forgiven():
    state = position("1,-1=T3", hands=("HH", ""), bribes="1,-1,0", pile=0)
    state = play(play(state, "X:HH"), "X:MAP")
    assert (state.coins, state.ledger[0].paid) == (((), ()), ((), ()))


def test_s66_less_gold_starts_and_blue_on_a_tie():
    def next_starter(coins):
        state = position(hands=("HH", ""), pile=0, coins=coins)
        return play(play(state, "X:HH"), "X:MAP").turn

    assert next_starter(((1,), (2,))) == 0
    assert next_starter(((2,), (1,))) == 1
    assert next_starter(((2,), (2,))) == 1


def test_s68_tokens_and_sabotage_are_reset():
    state = position("1,-1=X1", hands=("HH", ""), keys="1,-1,E", broken=("pick", "lamp"), pile=0)
    state = play(play(state, "X:HH"), "X:MAP")
    assert (state.keys_left, state.counters, state.broken, state.hidden) == (2, 8, ((), ()), ((), ()))


@pytest.mark.parametrize(
    ("coins", "winners", "reason"),
    [(((3,), (1,)), {0}, "gold"), (((1,), (1, 2)), {1}, "gold"), (((2,), (1, 1)), {0, 1}, "draw")],
)
def test_s70_after_round_three_the_higher_total_wins(coins, winners, reason):
    state = position(hands=("HH", ""), pile=0, coins=coins, round=3)
    state = play(play(state, "X:HH"), "X:MAP")
    assert (GAME.winners(state), GAME.reason(state)) == (frozenset(winners), reason)
    assert GAME.to_act(state) == frozenset()
    with pytest.raises(IllegalMove, match="match-over"):
        GAME.play(state, 0, Pass(("HH",)), 0)


def test_s72_claims_count_only_from_the_end_of_the_round():
    assert GAME.scores(position("1,-1=GN", claims="1,-1,1,0,1")) == (0, 0)


# -- alone


def test_s80_the_colour_is_an_option_and_decides_the_doors():
    green = position(hands=("X1",), colour="green")
    assert [m for m in moves(green) if "@1,0" in m] == ["P:X1@1,0:0"]
    blue = position(hands=("X1",), colour="blue")
    assert [m for m in moves(blue) if "@1,0" in m] == ["P:X1@1,0:0", "P:X1@1,0:1"]
    assert GAME.view(blue, 0)["starts"] == [["SB", 0, 0]]


def test_s81_ten_cards_are_set_aside_unseen():
    state = GAME.setup(1, {"colour": "green"})
    question = GAME.draw(state)
    assert (state.pile, question.count, sum(count for _, count in question.bag)) == (42, 1, 52)


def test_s82_s84_sabotage_strikes_in_the_opening_hand_too():
    state = GAME.setup(1, {"colour": "green"})
    for card in ("SP", "SP", "ROCK", "HH", "HH", "VV", "VV", "CA"):
        state = deal(state, card)
    assert (state.step, state.broken, len(state.hands[0])) == ("open", (("pick",),), 5)
    state = deal(state, "CB")
    assert (state.step, GAME.to_act(state), state.pile) == ("turn", frozenset({0}), 33)


def test_s85_the_other_ladder_is_a_plain_curve():
    state = position("1,0=HH", hands=("LB LG",))
    assert "1,1" in cells(moves(state, "P:LG"))
    assert "1,1" not in cells(moves(state, "P:LB"))
    assert "2,0" in cells(moves(state, "P:LB"))


def test_s86_six_counters():
    assert GAME.setup(1, {"colour": "green"}).counters == 6


@pytest.mark.parametrize(
    ("gold", "band", "winners"), [(14, "band0", set()), (15, "band1", {0}), (20, "band2", {0}), (25, "band3", {0})]
)
def test_s87_the_rating(gold, band, winners):
    state = play(position(hands=("HH",), pile=0, coins=((1,) * gold,), round=3), "X:HH")
    assert (GAME.reason(state), GAME.winners(state)) == (band, frozenset(winners))


def test_s89_a_solo_rockfall_triggers_nothing():
    state = position("1,0=HH", hands=("HH",))
    state = play(state, "X:HH", "ROCK")
    assert (state.table, asked(state)) == ((), "deck")


def test_s83_only_the_last_card_without_gold_and_troll_falls():
    state = position("1,0=HH 2,0=HH 3,0=GN 4,0=T1", hands=("HH",))
    state = play(state, "X:HH", "ROCK")
    assert [(laid.card, laid.x) for laid in state.table] == [("HH", 1), ("GN", 3), ("T1", 4)]


def test_s85_nobody_can_be_sabotaged_alone():
    assert moves(position(hands=("SP",)), "S:") == []
    assert refused(position(hands=("SP",)), "S:SP") == "nobody-to-sabotage"


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
    assert GAME.write(Pass(("HH",)), None) == "X:?"
    assert GAME.write(Pass(("HH", "VV")), None) == "X:?+?"
    assert GAME.write(GAME.read(position(), 0, "D:CA+HH>cart"), None) == "D:?+?>cart"
    assert GAME.write(Lay("HH", 1, -1, 0), None) == "P:HH@1,-1:0"
