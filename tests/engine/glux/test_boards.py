"""The board file and the checks its loader makes (section 10)."""

from __future__ import annotations

import copy
import json

import pytest

from engine.games.glux.data import BOARDS, FILE, BadBoard, load_boards

GOOD = json.loads(FILE.read_text(encoding="utf-8"))


def damaged(change):
    data = copy.deepcopy(GOOD)
    change(data, data["boards"]["two"])
    return json.dumps(data)


def set_row(board, number, row):
    board["rows"][number] = row


def sizes(seats):
    board = BOARDS[seats]
    return [board.room_of.count(room) for room in range(len(board.rooms))]


def test_the_file_as_it_is_loads():
    assert set(load_boards(json.dumps(GOOD))) == {2, 3, 4}
    assert BOARDS[3] is BOARDS[4]


def test_side_two_has_nine_rooms_of_the_known_sizes():
    assert sizes(2) == [4, 8, 4, 7, 9, 7, 4, 8, 4]
    assert BOARDS[2].rooms[BOARDS[2].middle] == "5"


def test_side_multi_has_eleven_rooms_of_the_known_sizes():
    assert BOARDS[4].rooms == tuple("123456789AB")
    assert sizes(4) == [4, 6, 6, 4, 11, 9, 11, 6, 6, 4, 4]
    assert BOARDS[4].rooms[BOARDS[4].middle] == "6"


@pytest.mark.parametrize("seats", [2, 4])
def test_both_sides_are_mirrored_both_ways_in_shape(seats):
    shape = [[kind != "." for kind in row] for row in BOARDS[seats].rows]
    assert shape == shape[::-1]
    assert shape == [row[::-1] for row in shape]


DAMAGE = {
    "rows of unequal length": lambda data, two: set_row(two, 2, "...."),
    "rows do not fit width and height": lambda data, two: two.update(width=12),
    "room 1 is not one connected group": lambda data, two: set_row(two, 2, "............1"),
    "middle room 5 is not a full 3 x 3 block": lambda data, two: (
        set_row(two, 3, ".44..55...66."),
        two["rooms"]["5"].remove("H4"),
    ),
    "middle room 1 is not a full 3 x 3 block": lambda data, two: two.update(middle_room="1"),
    "start cell Z9 does not exist": lambda data, two: two.update(starts={"2": ["A9", "Z9"]}),
    "2 seats need as many different start cells": lambda data, two: two.update(starts={"2": ["A9", "A9"]}),
    "exactly its numbers of players": lambda data, two: two.update(players=[2, 3]),
    "a bag holds 8/8/8": lambda data, two: data.update(tokens_per_player={"16": 8, "25": 7, "34": 9}),
    "the faces of the tokens are wrong": lambda data, two: data["token_faces"].update({"16": [1, 5]}),
    "the rooms listed are not those of the rows": lambda data, two: two["rooms"]["9"].remove("M9"),
    "the blocked cells listed are not those of the rows": lambda data, two: two.update(blocked=["C1"]),
    "exactly one side of the board": lambda data, two: data["boards"].pop("two"),
    "there must be rows": lambda data, two: two.update(rows=[]),
    "not a board file": lambda data, two: two.pop("rows"),
}


@pytest.mark.parametrize("reason", DAMAGE)
def test_a_damaged_board_file_is_refused_with_the_reason(reason):
    with pytest.raises(BadBoard, match=reason):
        load_boards(damaged(DAMAGE[reason]))


def test_a_board_file_that_is_no_json_is_refused():
    with pytest.raises(BadBoard, match="not a board file"):
        load_boards("{")


def test_g4_blocked_cells_are_honoured():
    def block(data, two):
        set_row(two, 2, "..#..........")
        two["blocked"] = ["C3"]

    board = load_boards(damaged(block))[2]
    assert "C3" not in board.index
    ends = {board.names[end] for _, _, end in board.ways[board.index["A3"]][3]}
    assert ends == {"A6"}


def test_a_start_on_a_blocked_cell_is_refused():
    def block(data, two):
        set_row(two, 8, "#7..88888..99")
        two["blocked"] = ["A9"]
        two["rooms"]["7"].remove("A9")

    with pytest.raises(BadBoard, match="start cell A9 does not exist"):
        load_boards(damaged(block))
