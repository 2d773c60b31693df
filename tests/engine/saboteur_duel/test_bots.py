"""The bots answer with legal moves, the same ones for the same question, and see what a person would see."""

from __future__ import annotations

import hashlib

import pytest

from engine.core.chance import Stream
from engine.games.saboteur_duel import GAME
from engine.games.saboteur_duel.bots.kernel import distances, field_of, gold_from
from engine.games.saboteur_duel.data import GOAL_CELLS
from engine.games.saboteur_duel.rules.tunnel import tunnel_of
from engine.ladder import play_match
from tests.engine.saboteur_duel.positions import moves, position, walk


def ask(bot, state, seed=b"seed", budget=None):
    seat = state.turn
    choice = GAME.bots[bot].choose(GAME, GAME.view(state, seat), seat, budget or GAME.bots[bot].budget, seed)
    assert choice.move in GAME.legal_texts(state, seat)
    return choice.move


@pytest.mark.parametrize("bot", ["random", "greedy", "strong"])
@pytest.mark.parametrize("seats", [1, 2])
def test_answers_are_legal_and_repeatable(bot, seats):
    stream = Stream(b"bots", "pick", seats)
    asked = 0
    for before, ply, _ in walk(seats, b"bots", lambda _, __, texts: stream.choose(texts)):
        if ply.kind == "move" and (asked := asked + 1) % 23 == 0:
            assert ask(bot, before) == ask(bot, before)


@pytest.mark.parametrize("bot", ["greedy", "strong"])
def test_gold_in_reach_is_taken(bot):
    state = position("1,-1=HH", hands=("GB VV CA MAP", ""))
    assert ask(bot, state).startswith("P:GB@0,")


@pytest.mark.parametrize("bot", ["greedy", "strong"])
def test_a_goal_turned_with_gold_inside_is_turned_to_oneself(bot):
    row = "1,1=HH 2,1=HH 3,1=HH 4,1=HH 5,1=CA1"
    state = position(row, turn=1, goal="g3=Z15", step="orient")
    state = GAME.load({**GAME.dump(state), "goal": 2, "owed": 1})
    assert ask(bot, state) == "O:5,2:0"


def test_greedy_mends_its_tools_and_breaks_the_others_when_behind():
    assert ask("greedy", position(hands=("RP HH MAP", ""), broken=("pick", ""))) == "R:RP>pick"
    behind = position("1,1=HH 2,1=HH 3,1=HH", hands=("SP RL MAP", ""))
    assert ask("greedy", behind) == "S:SP"


def test_a_bot_that_knows_a_worthless_goal_walks_past_it():
    assert gold_from("Z01", 0, 8) == 0
    assert gold_from("Z10", 0, 4) == 3
    assert gold_from("Z10", 0, 8) == 0
    assert gold_from("Z08", 0, 2) == 0
    assert gold_from("Z08", 1, 2) == 1


def test_distances_count_cards_and_add_the_price_of_doors_and_trolls():
    tunnel = tunnel_of(position("1,-1=HH 2,-1=HH 3,-1=HH 4,-1=HH"))
    seen = distances(tunnel, 0, field_of(GOAL_CELLS[2]), 4, 2)
    assert seen.goals[0, 4] == 1
    assert seen.goals[3, 8] == 2
    shut = tunnel_of(position("1,-1=HH 2,-1=HH 3,-1=HH 4,-1=X1"))
    assert distances(shut, 0, field_of(GOAL_CELLS[2]), 4, 2).goals[3, 8] > 2


def test_a_short_match_of_greedy_against_random_is_won():
    state, _ = play_match(GAME, [("greedy", 1), ("random", 1)], hashlib.sha256(b"short").digest())
    assert GAME.winners(state) == frozenset({0})


def test_the_strong_bot_keeps_to_its_budget_of_tables():
    state = position("1,-1=HH 2,-1=HH 1,1=HH", hands=("HH VV CA CB X5 SP", "HH CB D1 D2 X1 SL"))
    small = GAME.bots["strong"].choose(GAME, GAME.view(state, 0), 0, 1, b"seed")
    large = GAME.bots["strong"].choose(GAME, GAME.view(state, 0), 0, 400, b"seed")
    assert small.nodes < large.nodes < 1000
    assert {small.move, large.move} <= set(moves(state))
