"""Properties that hold along random matches of every size, and the fast kernel held equal to the rules."""

from __future__ import annotations

import pytest

from engine.core import codec
from engine.core.replay import answer, replay
from engine.games.glux import GAME, rules
from engine.games.glux.bots.kernel import FastTable, faces_of, nth_bit, playouts
from engine.games.glux.data import FACES, TYPES
from engine.games.glux.state import FULL, Phase, Place, left_of
from tests.engine.glux.positions import at, opened, random_match

SIZES = [(2, 10), (2, 11), (3, 10), (4, 10)]


@pytest.mark.parametrize(("seats", "number"), SIZES)
def test_g53_a_random_match_ends_and_refolds_to_the_same_digest(seats, number):
    states, plies = random_match(seats, number)
    assert len(plies) <= 1 + 24 * 2 * seats
    again = replay(GAME, GAME.setup(seats, {}), plies)
    assert codec.digest(GAME.dump(again)) == codec.digest(GAME.dump(states[-1]))
    assert GAME.load(GAME.dump(again)) == again


@pytest.mark.parametrize(("seats", "number"), SIZES)
def test_no_token_is_lost_and_no_stack_is_higher_than_two(seats, number):
    states, _ = random_match(seats, number)
    for state in states:
        tokens = [token for stack in state.cells for token in (stack // FULL, stack % FULL) if token]
        assert all(stack < FULL * FULL for stack in state.cells)
        for seat in range(seats):
            assert sum(left_of(state, seat)) + sum(token // 10 == seat for token in tokens) == 24


@pytest.mark.parametrize(("seats", "number"), SIZES)
def test_play_accepts_exactly_the_listed_moves(seats, number):
    states, _ = random_match(seats, number)
    for state in states[:: 5 * seats]:
        for seat in GAME.to_act(state):
            listed = set(GAME.legal_texts(state, seat))
            names = ["S", *state.board.names, "Z99"]
            tried = {f"{name}={face}" for name in names for face in range(1, 7)}
            assert {text for text in tried if _stands(state, seat, text)} == listed


def _stands(state, seat, text):
    try:
        answer(GAME, state, seat, text, 0)
    except rules.IllegalMove:
        return False
    return True


@pytest.mark.parametrize(("seats", "number"), SIZES)
def test_the_kernel_agrees_with_the_rules_at_every_placement(seats, number):
    states, plies = random_match(seats, number)
    table = None
    for state, ply in zip(states, plies, strict=False):
        if state.phase is Phase.PLACE:
            table = table or FastTable.of(state)
            for seat in range(seats):
                mask = table.destinations(seat)
                cells = [nth_bit(mask, n) for n in range(mask.bit_count())]
                assert cells == rules.destinations(state, seat)
            assert table.pips == rules.room_pips(state)
            assert tuple(table.points()) == GAME.scores(state)
        if isinstance(ply.move, Place):
            table.place(ply.seat, state.board.index[ply.move.cell], ply.move.face)
    assert table.winners() == GAME.winners(states[-1])


def test_a_copied_table_leaves_the_old_one_alone():
    table = FastTable.of(at("A9=05 M1=13 F9=14"))
    twin = table.copy()
    twin.place(0, table.board.index["F9"], 6)
    twin.draw(0, 3)
    assert table.tops[table.board.index["F9"]] == 14
    assert table.pips != twin.pips
    assert table.bags != twin.bags
    assert table.destinations(1) != twin.destinations(1)


@pytest.mark.parametrize("word", range(12))
def test_the_kernel_draws_from_the_bag_by_run(word):
    table = FastTable.of(at("A9=05 M1=13"))
    table.bags[0] = [2, 0, 3]
    table.draw(0, word)
    assert TYPES[table.hands[0]] == ("16" if word % 5 < 2 else "34")
    assert faces_of(table.hands[0]) == FACES[TYPES[table.hands[0]]]
    assert sum(table.bags[0]) == 4


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_playouts_from_any_moment_are_deterministic_and_end(seats):
    states, _ = random_match(seats, 12)
    set_up = states[: 3 * seats + 3]
    for state in (*set_up, opened(seats), states[len(states) // 2], states[len(states) // 2 + 1], states[-1]):
        plies, wins = playouts(state, 3, b"seed")
        assert (plies, wins) == GAME.playouts(state, 3, b"seed")
        assert sum(wins) >= 3
        lying = sum(1 + (stack >= FULL) for stack in state.cells if stack)
        assert plies + 3 * lying <= 3 * 24 * seats
        if state in set_up:
            assert plies + 3 * lying >= 3 * 20 * seats
    assert playouts(states[0], 40, b"a") != playouts(states[0], 40, b"b")


def test_playouts_find_stuck_seats_out_as_the_rules_do():
    state = at("A9=01.01 M1=13 A8=11.12 B9=11.12", turn=1, hands=("34", "25"), left=0)
    assert playouts(state, 5, b"stuck") == (5, (0, 5))
