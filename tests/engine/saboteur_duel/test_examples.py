"""The worked examples E1-E18 of the rules."""

from __future__ import annotations

import pytest

from engine.core.errors import IllegalMove
from engine.games.saboteur_duel import GAME
from engine.games.saboteur_duel.rules.rounds import payment
from tests.engine.saboteur_duel.positions import asked, cells, moves, play, position


def test_e1_first_cards_of_green():
    state = position(hands=("HH VV CA", ""))
    assert cells(moves(state, "P:HH")) == ["-1,-1", "1,-1"]
    assert cells(moves(state, "P:VV")) == ["0,-2", "0,0"]
    assert moves(state, "P:CA") == ["P:CA@-1,-1:0", "P:CA@0,-2:1", "P:CA@1,-1:1"]


def test_e2_a_merged_network_is_open_to_both():
    state = play(position(hands=("VV", "HH")), "P:VV@0,0:0", "HH")
    assert cells(moves(state, "P:HH", seat=1)) == ["-1,-1", "-1,1", "1,-1", "1,1"]


def test_e3_walls_must_match():
    state = position("1,-1=CA1 1,1=HH", hands=("VV CA", ""))
    assert "1,0" not in cells(moves(state, "P:VV"))
    assert "P:CA@1,0:0" in moves(state)


def test_e4_a_dead_end_leads_nowhere():
    state = position("1,-1=D2", hands=("HH", ""))
    assert cells(moves(state, "P:")) == ["-1,-1"]
    turned = position("1,-1=D21", hands=("VV HH", ""))
    assert "P:VV@1,-2:0" in moves(turned)
    assert "2,-1" not in cells(moves(turned, "P:"))


def test_e5_a_bridge_keeps_its_tunnels_apart():
    state = position("1,-1=BR", hands=("HH VV CA CB X1 D1", ""))
    assert "P:HH@2,-1:0" in moves(state)
    assert not {"1,0", "1,-2"} & set(cells(moves(state, "P:")))


def test_e6_doors_and_a_key():
    assert [m for m in moves(position(hands=("X1", ""))) if "@1,-1" in m] == ["P:X1@1,-1:0"]
    blue = position(hands=("", "X1"), turn=1)
    assert [m for m in moves(blue) if "@1,1" in m] == ["P:X1@1,1:0", "P:X1@1,1:1"]
    state = position("1,-1=X1", hands=("KEY HH", ""))
    assert "2,-1" not in cells(moves(state, "P:"))
    assert moves(state, "K:") == ["K:1,-1,E"]
    after = play(state, "K:1,-1,E", "VV", seat=0)
    after = play(after, "X:MAP", "MAP")
    assert "P:HH@2,-1:0" in moves(after)
    assert after.keys_left == 1


def test_e7_a_troll_and_a_bribe():
    assert [m for m in moves(position(hands=("T3", ""))) if "@1,-1" in m] == ["P:T3@1,-1:0"]
    state = position("1,-1=T3", hands=("HH", ""))
    assert "2,-1" not in cells(moves(state, "P:"))
    after = play(state, "B:1,-1")
    assert (after.counters, after.turn, after.step) == (7, 0, "turn")
    assert "P:HH@2,-1:0" in moves(after)


def test_e8_gold_behind_rock_and_gold_on_a_bridge():
    state = play(position(hands=("GE", "")), "P:GE@1,-1:0", "HH")
    assert state.claims == ()
    state = play(position(hands=("GB", "")), "P:GB@0,0:0", "HH")
    assert [(c.x, c.y, c.group, c.seat) for c in state.claims] == [(0, 0, 0, 0)]
    assert state.counters == 7


ROW = "1,-1=HH 2,-1=HH 3,-1=HH 4,-1=HH"
BLUE_ROW = "1,1=HH 2,1=HH 3,1=HH 4,1=HH"


def test_e9_a_goal_with_one_turn_is_applied():
    state = play(position(ROW, hands=("CB", ""), goal="g1=Z05"), "P:CB@5,-1:0", "VV")
    assert (state.goals[0].turn, state.counters, state.turn) == (0, 7, 1)
    assert [c.value for c in state.claims] == [2]


def test_e10_two_turns_are_the_acting_players_choice():
    state = play(position(ROW, hands=("CB", ""), goal="g1=Z15"), "P:CB@5,-1:0")
    assert moves(state) == ["O:5,-2:0", "O:5,-2:1"]
    assert moves(state, seat=1) == []
    state = play(state, "O:5,-2:1", "VV")
    assert [c.value for c in state.claims] == [3]


def test_e10_mirrored_the_green_door_keeps_blue_out():
    state = play(position(BLUE_ROW, hands=("", "CA"), goal="g3=Z15", turn=1), "P:CA@5,1:1")
    with pytest.raises(IllegalMove) as refusal:
        play(state, "X:MAP")
    assert refusal.value.code == "orient-first"
    state = play(state, "O:5,2:1", "VV")
    assert (state.claims, state.counters) == ((), 8)


def test_e10_the_other_choice_lets_blue_in():
    state = play(position(BLUE_ROW, hands=("", "CA"), goal="g3=Z15", turn=1), "P:CA@5,1:1")
    assert [c.value for c in play(state, "O:5,2:0", "VV").claims] == [3]


def test_s55_e11_a_fitting_turn_is_compulsory():
    state = play(position(f"{ROW} 4,-2=HH", hands=("CB", ""), goal="g1=Z15"), "P:CB@5,-1:0")
    assert (state.goals[0].turn, asked(state)) == (1, "deck")
    state = play(position(f"{ROW} 4,-2=VV", hands=("CB", ""), goal="g1=Z05"), "P:CB@5,-1:0")
    assert state.goals[0].turn == 0


def test_e12_a_card_that_helps_the_other_gives_the_other_the_gold():
    state = position("1,-1=CA1 1,1=CB 2,0=GT1", hands=("", "DB"), turn=1)
    state = play(state, "P:DB@1,0:0", "HH")
    assert [(c.x, c.y, c.seat) for c in state.claims] == [(2, 0, 0)]


def test_e13_ladders():
    blue_row = "1,1=HH 2,1=HH 3,1=HH"
    ladders = moves(position(blue_row, hands=("LG", "")), "P:LG")
    assert {"P:LG@3,2:1", "P:LG@4,1:1"} <= set(ladders)
    assert "4,2" not in cells(ladders)
    state = play(position(blue_row, hands=("LG VV", "")), "P:LG@4,1:1", "HH")
    state = play(state, "X:MAP", "MAP")
    assert {"4,2", "0,2"} <= set(cells(moves(state, "P:VV")))
    blue = moves(position("1,1=HH 2,1=HH", hands=("", "LG"), turn=1), "P:LG")
    assert "P:LG@3,1:1" in blue
    assert "2,2" not in cells(blue)


def test_e14_what_can_fall():
    state = position("1,-1=X1 2,-1=GE 0,-2=T2", hands=("ROCK", ""), keys="1,-1,E")
    assert moves(state, "F:") == ["F:1,-1"]
    assert play(state, "F:1,-1", "HH").keys_left == 2


def test_e15_broken_tools():
    state = position(hands=("RPL HH VV CA CB MAP", ""), broken=("lamp cart", ""))
    assert moves(state, "P:") == []
    assert moves(state, "R:") == ["R:RPL>lamp"]
    assert len(moves(state, "D:")) == 30
    assert len(moves(state, "X:")) == 21
    state = play(state, "D:CA+CB>cart", "D1")
    assert len(state.hands[0]) == 5
    state = play(play(state, "X:MAP", "KEY"), "X:HH+VV", "D2 D3")
    assert len(state.hands[0]) == 5
    assert moves(position(hands=("SP", ""), broken=("", "pick"))) == ["X:SP"]


@pytest.mark.parametrize(
    ("coins", "debt", "paid"),
    [
        ((1, 2, 3), 2, (2,)),
        ((3,), 1, (3,)),
        ((1, 1, 3), 2, (1, 1)),
        ((1, 1, 2), 2, (2,)),
        ((2, 3), 1, (2,)),
        ((2, 2), 3, (2, 2)),
        ((1,), 2, (1,)),
        ((), 2, ()),
    ],
)
def test_s63_s64_e16_payments(coins, debt, paid):
    assert payment(coins, debt) == paid


def test_e17_the_last_counter_on_a_troll_ends_the_round():
    claims = "5,5,0,1,0 5,6,0,1,0 5,7,0,1,0 5,8,0,1,0 5,9,0,1,0 5,10,0,1,0 1,-2,1,0,1"
    state = play(position("1,-1=T3 1,-2=GT", hands=("HH", ""), claims=claims), "B:1,-1")
    assert state.ledger[0].cause == "counters"
    assert (state.ledger[0].gained[0], state.ledger[0].paid[0]) == ((1,), (1,))
    assert GAME.scores(state) == (0, 0)
    assert (state.round, state.turn, state.gone_paths) == (2, 1, ("GT",))


def test_e18_drawing_alone():
    state = position("1,0=HH 2,0=T1", hands=("HH HH",), pile=6)
    state = play(state, "X:HH", "SP", "SP", "ROCK", "SL", "VV")
    assert state.broken == (("pick", "lamp"),)
    assert [(c.card, c.x, c.y) for c in state.table] == [("T1", 2, 0)]
    assert state.hands == (("HH", "VV"),)
    assert state.pile == 1
    assert state.step == "turn"
