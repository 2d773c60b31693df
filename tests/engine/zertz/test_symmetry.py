"""Positions up to symmetry: how many symmetries each board has, and what they keep."""

import json
from pathlib import Path

import pytest

from engine.games.zertz import GAME
from engine.games.zertz.data.symmetry import symmetries
from tests.engine.zertz.table import new, play

RECORDS = [json.loads(line) for line in (Path(__file__).parent / "zertz_boardspace_300.jsonl").read_text().splitlines()]
W3 = "37 oooo/oBooo/oooGoo/ooooooo/oooWBo/ooooG/oooo 5,6,8 0,0,0 0,0,0 1"


def image(symmetry, text):
    size, columns, rest = text.split(" ", 2)
    signs = iter(symmetry.turn(columns.replace("/", "")))
    return f"{size} {'/'.join(''.join(next(signs) for _ in column) for column in columns.split('/'))} {rest}"


@pytest.mark.parametrize(("size", "number"), [(37, 12), (61, 12), (48, 6), (44, 4), (40, 2), (43, 2)])
def test_each_board_has_its_symmetries(size, number):
    assert len(symmetries(size)) == len({tuple(sorted(symmetry.to.items())) for symmetry in symmetries(size)}) == number
    assert all(label == to for label, to in symmetries(size)[0].to.items())


@pytest.mark.parametrize(("size", "number"), [(37, 57), (48, 166), (61, 126), (44, 220), (40, 372), (43, 420)])
def test_first_moves_of_a_colour_up_to_symmetry_are_as_many_as_counted(size, number):
    start = new(board=size)
    keyed = GAME.keyed(GAME.write_position(start))
    assert len({keyed.to_key(move) for move in GAME.legal_texts(start, 0) if move[0] == "W"}) == number


def test_all_images_of_a_position_have_one_key_and_it_is_the_least_of_them():
    images = [image(symmetry, W3) for symmetry in symmetries(37)]
    assert len(set(images)) == 12
    assert {GAME.position_key(text) for text in images} == {min(images)}


def test_legal_moves_turn_with_the_position():
    for symmetry in symmetries(37):
        turned = GAME.read_position(image(symmetry, W3))
        wanted = sorted(symmetry.turned(move) for move in GAME.legal_texts(GAME.read_position(W3), 0))
        assert GAME.legal_texts(turned, 0) == wanted


@pytest.mark.parametrize("record", RECORDS[::25], ids=lambda record: record["id"])
def test_a_turned_match_passes_through_the_same_keys(record):
    for symmetry in symmetries(record["board"]):
        state = mirror = new(board=record["board"], goal=record["goal"])
        for text in record["moves"]:
            core = GAME.write(GAME.read(state, state.side, text), None)
            keyed = GAME.keyed(GAME.write_position(state))
            other = GAME.keyed(GAME.write_position(mirror))
            assert keyed.key == other.key
            assert keyed.to_key(core) == other.to_key(symmetry.turned(core))
            state, mirror = play(state, core), play(mirror, symmetry.turned(core))
        assert GAME.position_key(GAME.write_position(state)) == GAME.position_key(GAME.write_position(mirror))


def test_a_move_turned_to_the_key_and_back_is_the_same_move_of_the_position():
    for record in RECORDS[::30]:
        state = new(board=record["board"], goal=record["goal"])
        for text in record["moves"]:
            core = GAME.write(GAME.read(state, state.side, text), None)
            keyed = GAME.keyed(GAME.write_position(state))
            back = keyed.from_key(keyed.to_key(core))
            assert back in GAME.legal_texts(state, state.side)
            assert keyed.to_key(back) == keyed.to_key(core)
            assert back <= core
            state = play(state, core)
