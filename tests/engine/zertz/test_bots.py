"""The opponents: what they see, that they repeat themselves, and that the choosers for any game play ZERTZ too."""

import pytest

from engine.bots.mcts import MctsBot
from engine.games.zertz import GAME
from engine.games.zertz.bots.evaluate import quiet_value, worth
from engine.games.zertz.bots.kernel import Dice, Position
from engine.games.zertz.bots.search import after, all_moves, grow_tree, promising
from engine.ladder import play_match
from tests.engine.zertz.table import CLAIM, SIZES, at, legal, new, play, result

CHOOSERS = [
    (GAME.bots["random"], 1),
    (GAME.bots["greedy"], 200),
    (GAME.bots["mcts"], 30),
    (MctsBot(plies=4, worlds=1), 12),
]
WIN = "37 ----/-----/---o--/BWoWoWo/--o---/-----/---- 0,4,5 3,2,2 0,2,2 1"
CUT_OFF = "37 W-oo/-oooo/o-oooo/ooooooo/oooooo/ooooo/oooo 2,7,10 3,0,0 0,0,0 1"
CROWDED = "48 --B--/-oWo-o/-WoBBo-/-GGooBW-/-GooBW-/--ooW-/--GB-/-Go- 0,3,1 0,0,0 1,0,3 2"


def choose(bot, budget, state, seed=b"s" * 32):
    return bot.choose(GAME, GAME.view(state, state.side), state.side, budget, seed)


@pytest.mark.parametrize(("bot", "budget"), CHOOSERS, ids=lambda value: type(value).__name__)
def test_a_bot_gives_the_same_answer_to_the_same_question(bot, budget):
    state = play(new(), "Wd4,d1", "Ga1,g1")
    first = choose(bot, budget, state)
    assert first.move in legal(state)
    assert choose(bot, budget, state) == first


@pytest.mark.parametrize(("bot", "budget"), CHOOSERS, ids=lambda value: type(value).__name__)
def test_a_bot_plays_a_lone_capture(bot, budget):
    assert choose(bot, budget, at(WIN)).move == "x d1Wd3Wd5Wd7"


@pytest.mark.parametrize("name", ["greedy", "mcts"])
def test_a_bot_that_knows_the_game_cuts_off_the_winning_marble(name):
    state = at(CUT_OFF)
    move = choose(GAME.bots[name], GAME.bots[name].budget // 3, state).move
    assert result(play(state, move)) == "1-0 white"


def test_greedy_prefers_the_chain_that_wins_more():
    state = at("37 oooo/oBooo/oooGoo/ooooooo/oooWBo/ooooG/oooo 5,6,8 3,0,0 0,0,0 1")
    after_ = play(state, choose(GAME.bots["greedy"], 100, state).move)
    assert result(after_) == "1-0 white"


@pytest.mark.parametrize("size", SIZES)
def test_bots_play_every_board_to_the_end(size):
    state, plies = play_match(GAME, (("greedy", 60), ("mcts", 8)), bytes([size]) * 32, {"board": size})
    assert GAME.winners(state) is not None
    assert plies < 150


def test_bots_play_the_claim_procedure_to_the_end():
    for first, second in (("random", "greedy"), ("mcts", "random")):
        state, _ = play_match(GAME, ((first, 20), (second, 20)), first.encode() * 5, CLAIM)
        assert GAME.winners(state) is not None


@pytest.mark.parametrize("name", ["greedy", "mcts"])
def test_z37_a_bot_claims_against_a_win_that_missed_a_capture(name):
    state = at("48 G-ooo/-ooooo/o-ooooo/oooWGooo/ooooooo/oooooo/ooooo/oooo 5,2,10 0,4,0 0,0,0 1", **CLAIM)
    assert choose(GAME.bots[name], 20, play(state, "Bh1,b2")).move == "!"


@pytest.mark.parametrize("name", ["greedy", "mcts"])
@pytest.mark.parametrize(("option", "answer"), [("double_loss", "!"), ("draw", "-")])
def test_z37_a_bot_claims_against_a_loss_for_both_and_keeps_a_draw_that_is_better_than_losing(name, option, answer):
    position = "48 WGo--/oo----/-------/--------/-------/------/-----/---- 0,0,0 1,0,0 0,0,0 1"
    state = play(at(position, **CLAIM, dead_position=option), "Wa3,b1")
    assert choose(GAME.bots[name], 20, state).move == answer


def test_every_move_of_the_kernel_is_judged_at_the_root():
    state = play(new(), "Wd4,d1", "Ga1,g1")
    assert len(all_moves(Position(state))) == len(legal(state))


@pytest.mark.parametrize("size", SIZES)
def test_promising_moves_are_legal_and_far_fewer(size):
    state = play(new(board=size), "Wd4,d1", "Ga1,g1", "Bb4,a3")
    position = Position(state)
    some = promising(position, Dice(size, b"p" * 32))
    assert set(some) <= set(all_moves(position))
    assert len(some) < len(all_moves(position)) / 4


def test_promising_moves_hold_what_cuts_off():
    position = Position(at(CUT_OFF))
    won = [move for move in promising(position, Dice(37, b"p" * 32)) if after(position, move).winner == 0]
    assert won


def test_a_lone_reply_is_no_depth():
    state = at("37 oooo/ooooo/oooooo/oooW-oo/oooooo/ooooo/oooo 5,8,10 0,0,0 0,0,0 1")
    position = Position(state)
    offered = [move for move in all_moves(position) if after(position, move).side == 0]
    assert offered  # a marble was given, the other seat had one capture, and it is seat 0's turn again
    assert all(after(position, move).plies == 2 for move in offered)


def test_white_marbles_are_worth_most_and_the_last_one_most_of_all():
    def value(counts):
        return worth(Position(at(f"37 oooo/ooooo/oooooo/ooooooo/oooooo/ooooo/oooo 1,1,1 {counts} 0,0,0 1")), 0)

    assert value("1,0,0") > value("0,1,0") > value("0,0,1") > value("0,0,0")
    assert value("3,0,0") - value("2,0,0") > value("2,0,0") - value("1,0,0") > value("1,0,0")


def test_a_won_match_is_worth_more_the_sooner_it_is_won():
    position = Position(at(WIN))
    later = position.copy()
    later.plies += 2
    assert quiet_value(position) > quiet_value(later) > 0


def test_a_tree_spends_its_simulations():
    root = grow_tree(Position(new()), 25, Dice(37, b"t" * 32))
    assert root.visits == 25
    assert sum(child.visits for child in root.opened) == 25


@pytest.mark.parametrize(("name", "budget"), [("greedy", 5000), ("mcts", 1)])
def test_a_bot_compares_a_bounded_number_of_ways_where_many_marbles_can_jump(name, budget, monkeypatch):
    copies = [0]
    copy = Position.copy

    def counted(position):
        copies[0] += 1
        return copy(position)

    monkeypatch.setattr(Position, "copy", counted)
    state = at(CROWDED)
    assert choose(GAME.bots[name], budget, state).move in legal(state)
    assert copies[0] < 50_000  # comparing them all would take millions
