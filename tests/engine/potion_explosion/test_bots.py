"""The bots: legal at every table size, the same answer to the same question, each better than the one below (P74)."""

import hashlib

import pytest

from engine.core.chance import Stream
from engine.games.potion_explosion import GAME
from engine.games.potion_explosion.bots.evaluate import Weights, Worth, pack
from engine.games.potion_explosion.bots.kernel import node_of, wins
from engine.games.potion_explosion.rules.dispenser import certain
from engine.ladder import play_match
from tests.engine.potion_explosion.positions import at, desk, moves, only, random_plies

GREEDY, STRONG = ("greedy", 1), ("strong", 400)


def chosen(name, state, budget=None, seed=b"seed"):
    bot = GAME.bots[name]
    return bot.choose(GAME, GAME.view(state, state.turn), state.turn, budget or bot.budget, seed)


@pytest.mark.parametrize("excluded", ["UF", "WL", "MJ", "AS"])
@pytest.mark.parametrize("name", ["greedy", "strong"])
def test_bots_choose_listed_moves_in_any_position(name, excluded):
    for number, (state, ply, _) in enumerate(random_plies(3, 80, {"excluded": excluded}, most=400)):
        if ply.kind == "move" and number % 5 == 0:
            assert chosen(name, state, 200).move in moves(state)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_bots_play_a_match_to_its_end(seats):
    state, _ = play_match(GAME, ((GREEDY, STRONG) * 2)[:seats], b"match")
    assert GAME.winners(state)


def test_p70_the_same_question_has_the_same_answer_by_the_seed_of_the_bot_alone():
    states = [state for state, ply, _ in random_plies(2, 81, most=200) if ply.kind == "move"][::9]
    for state in states:
        assert chosen("strong", state) == chosen("strong", state)
        assert chosen("greedy", state) == chosen("greedy", state)


def points(strong, weak, matches):
    total = 0
    for number in range(matches):
        bots = (strong, weak) if number % 2 == 0 else (weak, strong)
        state, _ = play_match(GAME, bots, hashlib.sha256(b"bots/%d" % number).digest())
        total += number % 2 in GAME.winners(state)
    return total


def test_greedy_beats_random():
    assert points(GREEDY, ("random", 1), 6) == 6


def test_strong_beats_greedy():
    assert points(STRONG, GREEDY, 4) >= 3


def test_greedy_takes_the_largest_useful_explosion():
    state = at("KRRRYBKYB", desks=(desk("F5", "L7"), desk("W4", "A4")))
    assert chosen("greedy", state).move in ("T1.3", "H1.3", "H1.1")


def test_p74_greedy_removes_the_marble_between_two_runs_before_its_pick():
    mine = desk("A6", "F5")
    state = only("YRRBKRRYB", desks=(mine, desk("W4", "A4")))
    assert chosen("greedy", state).move in ("H1.4", "H1.5")


def test_the_certain_part_of_a_pick_is_what_the_rules_do_without_a_bag():
    for track in ("BKYRYYKBB", "KRRRYBKYB", "RRRRRRRRR", "KRYRB"):
        for place, won, left in wins(track):
            text, rest = certain(track, place)
            assert (won, left) == (pack(text), rest)
            state = only(track, desks=(desk(), desk("W4", "A4")))
            after = GAME.play(state, 0, GAME.read(state, 0, f"T1.{place}"), 0)
            assert (pack(after.hand), after.tracks[0]) == (won, left)


def test_a_complete_tile_is_worth_more_than_the_same_marbles_on_two_tiles():
    worth = Worth(desk("W4:RR", "L4"), Weights(), 9)
    assert worth.of(pack("YY")) > worth.of(pack("Y")) * 3 // 2
    assert worth.of(pack("YYY")) > worth.of(pack("YY"))


def test_in_the_last_turn_nothing_unfinished_counts():
    worth = Worth(desk("W4", "L4"), Weights(), 0)
    assert worth.of(pack("RRY")) == 0
    assert worth.of(pack("RRYY")) > 0


def test_a_mind_holds_hand_and_pool_and_the_undrunk_potions():
    node = node_of(at(desks=(desk("W4", "A4", pool="KK", done="W5 M4 S4", drunk="M"), desk())))
    assert (node.loose, node.undrunk, node.drunk) == (pack("KK"), "WS", "M")


def test_joy_completes_a_tile_with_marbles_that_fit_nowhere():
    state = at(desks=(desk("A4:RB", "W4:RR", pool="KKY", done="J4"), desk()), picked=True)
    assert chosen("greedy", state).move == "DJ"
    joyful = GAME.play(state, 0, GAME.read(state, 0, "DJ"), 0)
    assert chosen("strong", joyful).move in ("JKaB", "JKaR", "JYbY", "JKbY")


def test_imagining_needs_no_luck():
    state = at()
    assert GAME.imagine(GAME.view(state, 0), 0, Stream(b"any", "x", 0)) == state
