"""The three opponents: they really solve, in a time drawn from their seed, and lay as section 11 says."""

from __future__ import annotations

import math

import pytest

from engine import ladder
from engine.core.chance import Stream
from engine.core.codec import parse
from engine.games.enigma import GAME
from engine.games.enigma.bots import evaluate
from engine.games.enigma.data import KINDS, PUZZLES
from engine.games.enigma.rules.kinds import BY_NAME
from engine.games.enigma.rules.laying import moves
from tests.engine.enigma.table import Hand, Layer

BOTS = ["random", "greedy", "strong"]
FACTOR = {"random": 1.8, "greedy": 1.0, "strong": 0.55}


def choice(hand, seat, bot, seed=b"\1" * 32):
    return GAME.bots[bot].choose(GAME, hand.view(seat), seat, GAME.bots[bot].budget, seed)


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("kind", KINDS)
def test_every_opponent_solves_every_kind_with_a_right_answer(bot, kind):
    other = next(name for name in KINDS if name != kind)
    hand = Hand(mode="live").choose(kind, other)
    chosen = choice(hand, 0, bot)
    data = PUZZLES[hand.state.desks[0].puzzle].data
    assert BY_NAME[kind].fault(data, parse(chosen.move[2:])) is None
    assert chosen.wait_ms > 0


def test_an_asynchronous_opponent_opens_at_once_and_then_takes_its_time():
    hand = Hand(mode="async").choose("weights", "pipes")
    assert choice(hand, 0, "greedy").move == "O"
    assert choice(hand, 0, "greedy").wait_ms == 0
    hand.play(0, "O")
    assert choice(hand, 0, "greedy").wait_ms > 0


@pytest.mark.parametrize("bot", BOTS)
def test_section_11_the_mean_time_follows_par_and_level(bot):
    waits = sorted(evaluate.solving_ms(60, GAME.bots[bot].pace, Stream(b"times", bot, n)) for n in range(2000))
    median = waits[1000] / 1000
    assert median == pytest.approx(60 * FACTOR[bot], rel=0.05)
    # One standard deviation up: a factor of exp(0.35).
    assert waits[1683] / waits[1000] == pytest.approx(math.exp(0.35), rel=0.06)


def test_the_exponential_in_whole_numbers_is_the_exponential():
    for x in (-2.0, -0.35, 0.0, 0.1, 0.35, 1.0, 2.1):
        assert evaluate.exponential(int(x * 10**9)) / 10**9 == pytest.approx(math.exp(x), rel=1e-7)


@pytest.mark.parametrize("bot", BOTS)
def test_the_same_question_gets_the_same_answer(bot):
    hand = Layer("w17").ready(0)
    assert choice(hand, 0, bot) == choice(hand, 0, bot)
    assert choice(Hand(), 0, bot) == choice(Hand(), 0, bot)


def test_greedy_closes_a_system_that_pays():
    hand = Layer("w01", "w04").lay(0, "P:0,-1,2;0").ready(0)
    assert choice(hand, 0, "greedy").move == "P:1,0,3;1"  # closes: red pays 2 + 1, and blue 2 for the new meeple


def test_greedy_takes_the_best_value_on_the_list():
    hand = Layer("w18", "w11").lay(0, "P:0,-1,2;0").ready(1)
    values = {GAME.write(move, 1): evaluate.value_of(hand.state, 1, move) for move in moves(hand.state, 1)}
    assert values[choice(hand, 1, "greedy").move] == max(values.values())


def test_section_11_a_spare_meeple_is_worth_a_fifth_of_a_point_more_than_none():
    hand = Layer("w05").ready(0)
    state = hand.state
    plain, used = (GAME.read(state, 0, text) for text in ("P:0,-1,0;-", "P:0,-1,0;0"))
    gain = evaluate.value_of(state, 0, used) - evaluate.value_of(state, 0, plain)
    # One yellow cell, two open ends: 0.6 * 1 / 3, and 0.2 for using a meeple.
    assert gain == evaluate.POINT // 5 + evaluate.POINT * 3 // 15


def test_a_slow_opponent_avoids_kinds_that_take_long():
    assert evaluate.chance_of("weights", 100) > evaluate.chance_of("tangram", 100)
    assert evaluate.chance_of("tangram", 55) > evaluate.chance_of("tangram", 180)


@pytest.mark.parametrize("mode", ["live", "async"])
def test_opponents_play_whole_matches_against_each_other(mode):
    state, plies = ladder.play_match(GAME, [("strong", 4), ("greedy", 1)], b"\2" * 32, {"mode": mode})
    assert GAME.winners(state)
    assert plies > 50
