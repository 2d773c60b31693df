"""What holds in every position of whole matches, live and asynchronous, at every table size."""

from __future__ import annotations

import hashlib
from functools import cache

import pytest

from engine.core import codec
from engine.core.chance import Stream
from engine.core.errors import IllegalMove
from engine.core.game import complete_options
from engine.core.replay import replay
from engine.core.table import Table, from_key
from engine.games.enigma import GAME
from engine.games.enigma.data import KINDS
from engine.games.enigma.rules.conduits import grid_of, placements
from engine.games.enigma.state import GiveUp, LayTile
from tests.engine.enigma.table import WRONG, right_answer

TABLES = [(2, "live"), (2, "async"), (3, "async"), (4, "live"), (4, "async")]
every_table = pytest.mark.parametrize(("seats", "mode"), TABLES)


@cache
def match_of(seats, mode):
    """A match of random answers: openings, wrong and right attempts, giving up, time running out, any laying."""
    options = complete_options(GAME, seats, {"mode": mode, "grace_ms": 500})
    stream = Stream(b"enigma", mode, seats)
    table = Table.opened(GAME, seats, options, from_key(hashlib.sha256(mode.encode()).digest()))
    while not table.over:
        play_any(table, stream)
    return options, table.plies, table.states


def play_any(table, stream):
    state, later = table.state, table.at + stream.uniform(20000)
    due = GAME.deadline(state)
    if due is not None and due <= later:
        return table.time_up()
    seat = stream.choose(table.asked())
    texts = table.legal(seat)
    desk = state.desks[seat]
    if state.phase == "solve" and desk.puzzle is not None:
        texts = [*texts, *[WRONG[desk.kind]] * 3, *[right_answer(desk.puzzle)] * 4]
    elif state.phase == "solve":
        texts = [*texts, "O", "O", "O", "O"]
    return table.play(seat, stream.choose(texts), later)


def eyes(seats):
    return [None, *range(seats)]


@every_table
def test_a_view_depends_on_nothing_it_hides(seats, mode):
    for n, state in enumerate(match_of(seats, mode)[2]):
        for eye in eyes(seats):
            seen = GAME.view(state, eye)
            imagined = GAME.imagine(seen, eye, Stream(b"eye", "imagine", n))
            assert GAME.view(imagined, eye) == seen
            if eye is not None and (state.phase != "lay" or n % 4 == 0):
                assert GAME.legal_texts(imagined, eye) == GAME.legal_texts(state, eye)
            assert GAME.deadline(imagined) == GAME.deadline(state)
            assert GAME.to_act(imagined) == GAME.to_act(state)


@every_table
def test_views_and_states_are_canonical_json_and_states_come_back(seats, mode):
    for state in match_of(seats, mode)[2][::7]:
        assert GAME.load(codec.parse(codec.canonical(GAME.dump(state)))) == state
        for eye in eyes(seats):
            codec.canonical(GAME.view(state, eye))


@every_table
def test_refolding_gives_the_same_end(seats, mode):
    options, plies, states = match_of(seats, mode)
    assert replay(GAME, GAME.setup(seats, options), plies) == states[-1]


@every_table
def test_meeples_points_and_tiles_are_never_lost(seats, mode):
    for state in match_of(seats, mode)[2]:
        held = [sum(meeple.seat == seat for meeple in state.meeples) for seat in range(seats)]
        assert all(0 <= n <= 3 for n in held)
        squares = [(laid.x, laid.y) for laid in state.table]
        assert len(set(squares)) == len(squares)
        assert len({laid.tile for laid in state.table}) == len(state.table)
        for pile in state.piles:
            assert pile.top not in pile.unseen


@every_table
def test_scores_never_fall_and_every_move_is_masked_only_while_solving(seats, mode):
    _, plies, states = match_of(seats, mode)
    for before, ply, after in zip(states, plies, states[1:], strict=False):
        assert all(old <= new for old, new in zip(before.scores, after.scores, strict=True))
        if ply.kind == "move":
            public = GAME.write(ply.move, None)
            assert public in ("?", GAME.write(ply.move, ply.seat))
            assert public != "?" or before.phase == "solve"


@every_table
def test_every_masked_move_and_every_puzzle_is_shown_exactly_once(seats, mode):
    _, plies, states = match_of(seats, mode)
    stood, masked, shown, puzzles, draws = [0] * seats, set(), [], {}, []
    for before, ply, after in zip(states, plies, states[1:], strict=False):
        if ply.kind == "move":
            if GAME.write(ply.move, None) == "?":
                masked.add((ply.seat, stood[ply.seat]))
            stood[ply.seat] += 1
        elif ply.kind == "deal" and ply.draw.label.startswith("puzzle/"):
            puzzles[ply.draw.label] = puzzles.get(ply.draw.label, 0) + 1
        for part in GAME.shown(before, ply, after):
            (shown if part.move else draws).append(part.move or part.draw)
    assert sorted(shown) == sorted(masked)
    assert sorted(draws) == sorted((label, n) for label, many in puzzles.items() for n in range(many))


@every_table
def test_listed_placements_are_all_that_can_be_laid(seats, mode):
    laying = [state for state in match_of(seats, mode)[2] if state.phase == "lay"]
    for state in laying[::5]:
        (seat,) = GAME.to_act(state)
        listed = set(GAME.legal_texts(state, seat))
        squares = sorted({(laid.x, laid.y) for laid in state.table})
        for x, y in sorted({(x + dx, y + dy) for x, y in squares for dx in (-1, 0, 1) for dy in (-1, 0, 1)})[::3]:
            for rot in range(4):
                for cell in (None, 0, 1, 3):
                    move = LayTile(x, y, rot, cell)
                    assert (GAME.write(move, seat) in listed) == can_play(state, seat, move)


def can_play(state, seat, move):
    try:
        GAME.play(state, seat, move, 0)
    except IllegalMove:
        return False
    return True


@every_table
def test_a_laid_tile_joins_a_channel_unless_nothing_can(seats, mode):
    _, plies, states = match_of(seats, mode)
    for before, ply in zip(states, plies, strict=False):
        if isinstance(ply.move, LayTile):
            tile = before.desks[ply.seat].tile
            assert (ply.move.x, ply.move.y, ply.move.rot) in placements(grid_of(before.table), tile)


def test_the_matches_meet_every_phase_and_every_kind():
    seen = {(state.phase, desk.kind) for table in TABLES for state in match_of(*table)[2] for desk in state.desks}
    assert {kind for phase, kind in seen if phase == "lay"} == set(KINDS)
    assert any(isinstance(ply.move, GiveUp) for ply in match_of(2, "async")[1])
    assert any(ply.kind == "time" for table in TABLES for ply in match_of(*table)[1])
