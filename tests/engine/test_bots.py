"""The choosers for any game, on a toy with hidden hands, draws, simultaneous seats and a timer."""

import pytest

from engine.bots.greedy import GreedyBot
from engine.bots.mcts import MctsBot
from engine.bots.search import WON, by_score, judge, settle
from engine.core.chance import Stream
from engine.core.game import complete_options
from engine.ladder import play_match
from tests.engine.toy import Hush


class Tried(Hush):
    """The toy with the choosers for any game as its opponents."""

    bots = {**Hush.bots, "greedy": GreedyBot(worlds=3), "mcts": MctsBot(plies=6)}


TOY = Tried()


def opened(seats=2, seed=b"o" * 32):
    """The toy once everything is dealt."""
    state = TOY.setup(seats, complete_options(TOY, seats, {}))
    return settle(TOY, state, Stream(seed, "deal", 0))


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize(("name", "budget"), [("greedy", 50), ("mcts", 25)])
def test_a_chooser_plays_hidden_hands_and_draws_to_the_end(name, budget, seats):
    state, _ = play_match(TOY, [(name, budget)] + [("random", 1)] * (seats - 1), name.encode() * 8)
    assert TOY.winners(state)


@pytest.mark.parametrize(("name", "budget"), [("greedy", 50), ("mcts", 25)])
def test_the_same_question_gets_the_same_answer(name, budget):
    view = TOY.view(opened(), 0)
    answers = {TOY.bots[name].choose(TOY, view, 0, budget, b"k" * 32) for _ in range(3)}
    assert len(answers) == 1


def test_a_small_budget_still_answers():
    state = opened()
    for bot in (GreedyBot(), MctsBot()):
        assert bot.choose(TOY, TOY.view(state, 0), 0, 0, b"k" * 32).move in TOY.legal_texts(state, 0)


def test_settling_answers_draws_and_leaves_choices_alone():
    state = opened()
    assert TOY.draw(state) is None
    assert len(TOY.to_act(state)) == 2
    assert settle(TOY, state, Stream(b"", "deal", 0)) == state


class Ended(Hush):
    """The toy as if the match had ended with these winners."""

    def __init__(self, winners):
        self._winners = frozenset(winners)

    def winners(self, state):
        return self._winners


@pytest.mark.parametrize(
    ("seats", "winners", "worth"),
    [
        (2, {0}, WON),
        (2, {1}, -WON),
        (2, {0, 1}, 0),
        (2, set(), -WON),
        (3, {0}, WON),
        (3, {0, 2}, WON // 2),
        (3, {0, 1, 2}, 0),
    ],
)
def test_a_shared_win_is_worth_what_it_is_shared_with(seats, winners, worth):
    assert judge(Ended(winners), opened(seats), 0, by_score) == worth


def test_while_in_play_the_lead_over_the_best_other_counts():
    state = opened(3)
    assert judge(TOY, state, 1, by_score) == by_score(TOY, state, 1) == 0
