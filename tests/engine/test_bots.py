"""The chooser for any game, on a toy with hidden hands, draws, simultaneous seats and a timer."""

import pytest

from engine.bots.mcts import MctsBot
from engine.bots.search import settle
from engine.core.chance import Stream
from engine.core.game import complete_options
from engine.ladder import play_match
from tests.engine.toy import Hush


class Tried(Hush):
    """The toy with the chooser for any game as an opponent."""

    bots = {**Hush.bots, "mcts": MctsBot(plies=6)}


TOY = Tried()


def opened(seats=2, seed=b"o" * 32):
    """The toy once everything is dealt."""
    state = TOY.setup(seats, complete_options(TOY, seats, {}))
    return settle(TOY, state, Stream(seed, "deal", 0))


@pytest.mark.parametrize("seats", [2, 3])
def test_a_chooser_plays_hidden_hands_and_draws_to_the_end(seats):
    state, _ = play_match(TOY, [("mcts", 25)] + [("random", 1)] * (seats - 1), b"mcts" * 8)
    assert TOY.winners(state)


def test_the_same_question_gets_the_same_answer():
    view = TOY.view(opened(), 0)
    answers = {TOY.bots["mcts"].choose(TOY, view, 0, 25, b"k" * 32) for _ in range(3)}
    assert len(answers) == 1


def test_a_small_budget_still_answers():
    state = opened()
    assert MctsBot().choose(TOY, TOY.view(state, 0), 0, 0, b"k" * 32).move in TOY.legal_texts(state, 0)


def test_settling_answers_draws_and_leaves_choices_alone():
    state = opened()
    assert TOY.draw(state) is None
    assert len(TOY.to_act(state)) == 2
    assert settle(TOY, state, Stream(b"", "deal", 0)) == state
