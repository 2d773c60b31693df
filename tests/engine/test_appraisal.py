"""What bots think of moves that were played: every game, every strongest bot, from what a seat saw."""

from __future__ import annotations

import pytest

from engine.bots.appraisal import WHOLE, appraise, even_share, sampled_shares, share_of_lead
from engine.bots.random import RandomBot
from engine.core.chance import Stream
from engine.core.game import complete_options
from engine.core.table import Table, from_key
from engine.games import GAMES

BUDGET = 40
SLOW = {"zertz": 4, "saboteur_duel": 7, "potion_explosion": 3}  # of their moves only every so many is looked at
TABLES = [(key, seats) for key, game in sorted(GAMES.items()) for seats in game.info.seats]


def strongest(game):
    return max(game.bots.values(), key=lambda bot: bot.level)


def played_at_random(game, seats: int, plies: int):
    """Tables with a seat and the move it makes, in a random match."""
    table = Table.opened(game, seats, complete_options(game, seats, {}), from_key(b"appraisal"))
    chance = Stream(b"appraisal", game.info.key, seats)
    for _ in range(plies):
        open_to = [seat for seat in table.asked() if table.legal(seat)]
        if not open_to:
            if table.over or game.deadline(table.state) is None:
                return
            table.time_up()
            continue
        seat = chance.choose(open_to)
        move = chance.choose(table.legal(seat))
        yield table.state, seat, move
        table.play(seat, move)


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_every_move_of_a_match_has_a_share_and_loses_nothing_or_something(key, seats):
    game = GAMES[key]
    bot, lost = strongest(game), 0
    for number, (state, seat, move) in enumerate(played_at_random(game, seats, 150)):
        if number % SLOW.get(key, 1):
            continue
        view, seed = game.view(state, seat), number.to_bytes(32, "big")
        appraisal = appraise(game, bot, view, seat, move, BUDGET, seed)
        assert 0 <= appraisal.lost <= appraisal.value <= WHOLE
        assert appraisal.best == appraisal.line[0]
        assert appraisal.best == move or game.read(state, seat, appraisal.best) is not None
        assert appraisal.lost == 0 or appraisal.best != move
        lost += appraisal.lost
        if number < 8:
            assert appraisal == appraise(game, bot, view, seat, move, BUDGET, seed)
    assert lost > 0


def test_a_bot_without_an_opinion_is_helped_by_the_score():
    game = GAMES["glux"]
    for state, seat, move in played_at_random(game, 3, 12):
        appraisal = appraise(game, RandomBot(), game.view(state, seat), seat, move, 1, bytes(32))
        assert 0 <= appraisal.value <= WHOLE


def test_what_cannot_be_made_in_any_imagined_state_is_even():
    game = GAMES["zertz"]
    view = game.view(game.setup(2, complete_options(game, 2, {})), 0)
    assert sampled_shares(game, view, 0, ["Wd4,a1", "x a1Wb1"], bytes(32)) == [500, 500]


def test_a_lead_is_turned_into_a_share():
    assert [share_of_lead(lead, 10, 2) for lead in (-10, 0, 10)] == [250, 500, 750]
    assert [share_of_lead(lead, 10, 4) for lead in (-10, 0, 10)] == [125, 250, 625]
    assert share_of_lead(10**9, 10, 3) in (WHOLE, WHOLE - 1)
    assert even_share(1) == 500


def test_a_missed_win_is_a_blunder_and_the_winning_move_is_named():
    game = GAMES["zertz"]
    state = game.read_position("37 oooo/ooooo/oooooo/oooWGoo/oooooo/ooooo/oooo 5,7,10 3,0,0 0,0,0 1")
    moves = game.legal_texts(state, 0)
    wins = [move for move in moves if game.winners(game.play(state, 0, game.read(state, 0, move), 0)) == {0}]
    others = [move for move in moves if move not in wins]
    assert wins
    assert others
    bot = strongest(game)
    appraisal = appraise(game, bot, game.view(state, 0), 0, others[0], 200, bytes(32))
    assert appraisal.best in wins
    assert appraisal.lost >= 200
    assert appraise(game, bot, game.view(state, 0), 0, wins[0], 200, bytes(32)).lost == 0
