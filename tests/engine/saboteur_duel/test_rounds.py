"""Settling, the end of a round, the end of the match, and the game alone (S50-S89)."""

from __future__ import annotations

import pytest

from engine.games.saboteur_duel import GAME
from tests.engine.saboteur_duel.positions import ROW, SEVEN, asked, cells, deal, moves, play, position, refused

# -- settling


def test_s51_shared_gold_goes_to_the_acting_player_and_claims_are_compulsory():
    state = play(position(hands=("", "GB"), turn=1), "P:GB@0,0:0", "HH")
    assert [c.seat for c in state.claims] == [1]


def test_s52_with_one_counter_left_the_dearest_spot_is_claimed():
    # X5 joins the nugget of GT (1) and the goal g1 (2) at the same moment.
    state = position(f"{ROW} 6,-1=GT1", hands=("X5", ""), goal="g1=Z05/0", claims=SEVEN)
    after = play(state, "P:X5@5,-1:0")
    assert [(c.x, c.y, c.value) for c in after.ledger[0].claims[7:]] == [(5, -2, 2)]


NUGGETS = "1,0=GB0 2,-1=GT1"  # equal in value: one further left, the other further up


def test_s52_of_equal_spots_the_one_further_left_comes_first_even_if_the_other_is_further_up():
    after = play(position(NUGGETS, hands=("T1", "")), "P:T1@1,-1:1")
    assert [(c.x, c.y, c.value) for c in after.claims] == [(1, 0, 1), (2, -1, 1)]


def test_s52_with_one_counter_left_the_spot_further_left_is_claimed_and_the_other_is_not():
    after = play(position(NUGGETS, hands=("T1", ""), claims=SEVEN), "P:T1@1,-1:1")
    assert [(c.x, c.y) for c in after.ledger[0].claims[7:]] == [(1, 0)]


def test_s52_in_one_column_the_spot_further_up_comes_first():
    after = play(position("1,0=GB0 1,-2=GD0", hands=("X1", "")), "P:X1@1,-1:0")
    assert [(c.x, c.y) for c in after.claims] == [(1, -2), (1, 0)]


def test_s21_s50_s54_goals_are_turned_up_in_their_order_before_a_card_is_drawn():
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


def test_s57_a_goal_that_lies_open_is_walked_through_and_never_goes_away():
    state = position(f"{ROW} 5,-1=CB", hands=("HH ROCK", ""), goal="g1=Z18/0")
    assert "6,-2" in cells(moves(state, "P:HH"))
    assert "6,-2" not in cells(moves(position(f"{ROW} 5,-1=CB", hands=("HH", "")), "P:HH"))
    assert refused(state, "F:5,-2") == "cannot-fall"


def test_s58_the_last_counter_ends_the_round_and_drops_a_pending_reveal():
    state = play(position(f"{ROW} 6,-1=GT1", hands=("X5", ""), claims=SEVEN), "P:X5@5,-1:0")
    assert (state.round, state.ledger[0].cause, state.ledger[0].goals) == (2, "counters", ())


def test_s60_s61_six_goals_face_up_end_the_round_after_claims():
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
def test_s70_s71_after_round_three_the_higher_total_wins_and_equal_ones_draw(coins, winners, reason):
    state = position(hands=("HH", ""), pile=0, coins=coins, round=3)
    state = play(play(state, "X:HH"), "X:MAP")
    assert (GAME.winners(state), GAME.reason(state)) == (frozenset(winners), reason)
    assert GAME.to_act(state) == frozenset()
    assert refused(state, "X:HH", seat=0) == "match-over"


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
