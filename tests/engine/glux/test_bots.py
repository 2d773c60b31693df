"""The opponents of section 7: what they weigh, that they repeat themselves, and who beats whom."""

from __future__ import annotations

import hashlib

import pytest

from engine.games.glux import GAME
from engine.games.glux.bots.evaluate import ranked, spell, weigh
from engine.games.glux.bots.kernel import FastTable
from engine.games.glux.bots.search import FutureSearch, reply
from engine.ladder import play_match
from tests.engine.glux.positions import at, opened, random_match

BOTS = ["random", "greedy", "strong"]


def choose(name, state, *, budget=300, seed=b"seed"):
    seat = state.turn
    return GAME.bots[name].choose(GAME, GAME.view(state, seat), seat, budget, seed)


def points(names, matches):
    """Points of the first bot when the seats change every match."""
    won = 0.0
    for number in range(matches):
        seats = names if number % 2 == 0 else names[::-1]
        state, _ = play_match(GAME, seats, hashlib.sha256(f"duel/{number}".encode()).digest())
        winners = GAME.winners(state)
        won += (number % 2 in winners) / len(winners)
    return won


def test_levels_rise_from_random_to_strong():
    assert [(name, GAME.bots[name].level) for name in GAME.bots] == [("random", 1), ("greedy", 2), ("strong", 3)]


def test_the_weight_of_a_position_is_that_of_section_7():
    # Yellow leads room 7 with 5 pips (4 points), green room 3 (4 points); yellow reaches A4, A9 and F9.
    assert weigh(FastTable.of(at("A9=05 M1=13")), 0) == 600 * 4 - 360 * 4 - 240 * 4 + 30 * 5 + 48 * 3
    # Four seats: yellow 4 points, the others 4, 4 and none.
    table = FastTable.of(at("A1=04 O1=16 O11=21 C3=33", seats=4))
    assert weigh(table, 0) == 600 * 4 - 360 * 4 - 80 * 8 + 30 * 4 + 48 * 3


def test_weighing_leaves_the_table_as_it_was():
    state = at("A9=05 M1=13 F9=14")
    assert [option for _, option in ranked(state)] == [option for _, option in ranked(state)]
    table = FastTable.of(state)
    under = table.place(0, state.board.index["F9"], 6)
    table.lift(0, state.board.index["F9"], 6, under)
    assert (table.tops, table.pips, table.full) == (
        FastTable.of(state).tops,
        FastTable.of(state).pips,
        FastTable.of(state).full,
    )
    assert table.destinations(1) == FastTable.of(state).destinations(1)


def test_greedy_takes_the_room_that_wins_points():
    assert choose("greedy", at("A9=05 M1=13 F9=14")).move == "F9=6"


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_bot_answers_every_kind_of_question_with_a_legal_move(name, seats):
    states, _ = random_match(seats, 20)
    asked = [state for state in states if GAME.to_act(state)]
    for state in [*asked[:seats], *asked[seats :: 9 * seats], asked[-1]]:
        assert choose(name, state).move in GAME.legal_texts(state, state.turn)


@pytest.mark.parametrize("name", BOTS)
def test_the_same_seed_and_view_give_the_same_answer(name):
    states, _ = random_match(3, 21)
    state = [met for met in states if GAME.to_act(met)][30]
    assert choose(name, state) == choose(name, state)


def test_strong_answers_do_not_hang_on_a_hand_it_cannot_see():
    seen = {hand: choose("strong", at("A9=05 M1=13 F9=14", hands=("34", hand))) for hand in ("16", "25", "34")}
    assert len(set(seen.values())) == 1


def test_strong_keeps_to_its_budget_of_placements():
    state = [met for met in random_match(2, 22)[0] if GAME.to_act(met)][20]
    choice = choose("strong", state, budget=1000)
    assert 1000 <= choice.nodes <= 1000 + 13 * 12


def test_strong_without_budget_plays_the_move_of_greedy():
    state = [met for met in random_match(2, 23)[0] if GAME.to_act(met)][20]
    assert choose("strong", state, budget=0).move == choose("greedy", state).move


def test_strong_sees_the_last_placement_that_wins_the_match():
    # Each holds one token; only covering F9 turns room 8 and with it the match.
    state = at("A9=05 M1=13 F9=11 L8=14", left=0, hands=("16", "16"), turn=0)
    search = FutureSearch(state, 0, b"end")
    best, _ = search.best_of([option for _, option in ranked(state)], 400)
    assert spell(state, best).startswith("F9")


def test_a_quick_reply_takes_the_lead_of_a_room():
    state = at("A9=05 M1=13 F9=14")
    table = FastTable.of(state)
    for word in range(4):
        cell, face = reply(table, 0, table.destinations(0), word)
        assert (state.board.names[cell], face) in {("F9", 1), ("F9", 6)}


def test_the_start_face_is_weighed_too():
    for name in BOTS:
        assert choose(name, opened(4, "2 25")).move in {"S=2", "S=5"}


def test_greedy_beats_random():
    assert points([("greedy", 1), ("random", 1)], 10) >= 9


def test_strong_beats_greedy():
    assert points([("strong", 400), ("greedy", 1)], 4) >= 3
