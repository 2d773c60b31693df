"""Wins by force, held against a plain search by the rules; puzzles of real matches; answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.core.chance import Stream
from engine.core.errors import MoveError
from engine.core.game import complete_options
from engine.games import GAMES
from engine.games.zertz.bots.kernel import spell
from engine.games.zertz.puzzles import MOST_PLIES, WinSearch, forced_win, judge, puzzle_in, start
from engine.games.zertz.state import position_text

ZERTZ = GAMES["zertz"]
RECORDS = [json.loads(line) for line in (Path(__file__).parent / "zertz_boardspace_300.jsonl").read_text().splitlines()]
WITH_PUZZLES = (7, 14, 24)


def play(state, text):
    return ZERTZ.play(state, state.side, ZERTZ.read(state, state.side, text), 0)


def states_of(number: int) -> list:
    record = RECORDS[number]
    options = complete_options(ZERTZ, 2, {name: record[name] for name in ZERTZ.info.options if name in record})
    states = [ZERTZ.setup(2, options)]
    for move in record["moves"]:
        states.append(play(states[-1], move))
    return states


def plain_wins(state, mover: int, plies: int) -> list[str]:
    """The first moves that win by force, by the rules alone: every legal move and every reply is played."""
    return [text for text in ZERTZ.legal_texts(state, mover) if _wins_with(play(state, text), mover, plies - 1)]


def _wins_with(state, mover: int, plies: int) -> bool:
    if state.over:
        return state.winner == mover
    replies = ZERTZ.legal_texts(state, state.side)
    if plies < 2 or not replies or not all(text.startswith("x ") for text in replies):
        return False
    after = [play(state, text) for text in replies]
    return all(not state_after.over and bool(plain_wins(state_after, mover, plies - 1)) for state_after in after)


def test_the_search_finds_what_a_plain_search_by_the_rules_finds():
    """Late positions of real matches, where boards are small; within one ply and within three."""
    chance, wins = Stream(b"puzzles", "positions", 0), {1: 0, 3: 0}
    for _ in range(60):
        states = states_of(chance.uniform(len(RECORDS)))
        state = states[-2 - chance.uniform(min(4, len(states) - 1))]
        if state.over or len(ZERTZ.legal_texts(state, state.side)) > 400:
            continue
        again = start(position_text(state), state.options.goal)
        search = WinSearch(again, 10**7)
        for plies in (1, 3):
            moves = sorted(spell(search.board, search.first, move) for move in search.winning(plies, 10**6))
            assert moves == sorted(plain_wins(again, again.side, plies)), (position_text(state), plies)
            wins[plies] += len(moves)
    assert wins[3] > wins[1] > 10


@pytest.mark.parametrize("number", WITH_PUZZLES)
def test_a_puzzle_of_a_real_match_has_one_first_move_and_only_captures_answer(number):
    states = states_of(number)
    place, puzzle = puzzle_in(states)
    first = start(position_text(states[place]), states[place].options.goal)
    assert puzzle.plies in (3, 5, 7)
    search = WinSearch(first, 10**6)
    assert [spell(search.board, search.first, move) for move in search.winning(MOST_PLIES)] == [puzzle.line[0]]
    state, own = first, []
    for ply, text in enumerate(puzzle.line):
        if ply % 2:
            assert all(reply.startswith("x ") for reply in ZERTZ.legal_texts(state, state.side))
        else:
            own.append(text)
            last = ply == puzzle.plies - 1
            judged = judge(first, own)
            assert judged.state == ("solved" if last else "right")
            assert judged.reply == (None if last else puzzle.line[ply + 1])
        state = play(state, text)
    assert state.winner == first.side
    assert forced_win(first) == puzzle


def test_a_short_puzzle_is_one_by_a_plain_search_too():
    place, puzzle = puzzle_in(states := states_of(24))
    first = start(position_text(states[place]), "standard")
    assert plain_wins(first, first.side, puzzle.plies) == [puzzle.line[0]]


def test_a_position_with_two_winning_moves_or_a_win_at_once_is_none():
    at_once = "37 oooo/ooooo/oooooo/oooWGoo/oooooo/ooooo/oooo 5,7,10 3,0,0 0,0,0 1"
    assert forced_win(start(at_once, "standard")) is None
    states = states_of(7)
    assert forced_win(states[0]) is None
    assert forced_win(states[-1]) is None
    assert forced_win(start(position_text(states[-2]), "standard")) is None


def test_a_play_that_no_goal_ended_has_none():
    assert puzzle_in(states_of(7)) is not None
    assert puzzle_in(states_of(7)[:-1]) is None


def test_where_there_is_nothing_to_choose_there_is_no_puzzle():
    states = states_of(53)
    first = start(position_text(states[-4]), "standard")
    assert plain_wins(first, first.side, 3) == ZERTZ.legal_texts(first, first.side) == ["x d3Wd5"]
    assert forced_win(first) is None
    assert puzzle_in(states) is None


def test_where_the_budget_ends_nothing_is_said():
    place, _ = puzzle_in(states := states_of(14))
    assert forced_win(start(position_text(states[place]), "standard"), budget=100) is None


def test_any_move_that_still_wins_is_right_others_are_wrong_and_illegal_ones_refused():
    place, puzzle = puzzle_in(states := states_of(14))
    first = start(position_text(states[place]), "standard")
    after = play(play(first, puzzle.line[0]), puzzle.line[1])
    wins = plain_wins(after, first.side, 1)
    assert len(wins) > 1
    assert {judge(first, [puzzle.line[0], move]).state for move in wins} == {"solved"}
    wrong = next(move for move in ZERTZ.legal_texts(first, first.side) if move != puzzle.line[0])
    assert judge(first, [wrong]) == judge(first, [wrong, "Wa1"])
    assert (judge(first, [wrong]).state, judge(first, [wrong]).reply) == ("wrong", None)
    for moves in (["Wz9"], ["x a1Wb1"], [puzzle.line[0], puzzle.line[0]], [puzzle.line[0], wins[0], wins[0]]):
        with pytest.raises(MoveError):
            judge(first, moves)
    assert judge(first, []).state == "right"
