"""The boards, read from boards.json and checked (section 10), with their geometry laid out once for rules and bots."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

PATH = "."
BLOCKED = "#"
NO_ROOM = -1
TYPES = ("16", "25", "34")  # G2, and the order in which a bag is published (G52)
EACH = 8  # G2: tokens of each type in a bag
FACES: Mapping[str, tuple[int, int]] = {kind: (int(kind[0]), int(kind[1])) for kind in TYPES}
TYPE_OF = {face: kind for kind in TYPES for face in FACES[kind]}
COLOURS = ("yellow", "green", "red", "purple")  # G1: in seat order
FILE = resources.files("engine.games.glux.data").joinpath("boards.json")

Way = tuple[int, int, int]  # cells that must be free as a bit mask, the destination as a bit, the destination


class BadBoard(ValueError):
    """A board file that cannot be played on; the text says why."""


@dataclass(frozen=True, slots=True)
class CellBoard:
    """One side of the board. Cells are numbered row by row from the top left corner."""

    side: str
    width: int
    height: int
    rows: tuple[str, ...]
    names: tuple[str, ...]
    index: Mapping[str, int]  # name -> cell, without blocked cells
    rooms: tuple[str, ...]  # ids in order
    room_of: tuple[int, ...]  # by cell: place in `rooms`, or NO_ROOM
    middle: int  # place in `rooms`
    starts: Mapping[int, tuple[int, ...]]  # number of seats -> start cell by seat (G6)
    ways: tuple[tuple[tuple[Way, ...], ...], ...]  # by cell and face (G20, G21)


def name_of(cell: int, width: int) -> str:
    return f"{chr(65 + cell % width)}{cell // width + 1}"


# -- reading and checking ---------------------------------------------------------------------------------------------


def load_boards(text: str) -> dict[int, CellBoard]:
    """The board for each number of seats. Raises BadBoard with the reason."""
    try:
        data = json.loads(text)
        _check_tokens(data)
        boards = [_board(side, entry) for side, entry in sorted(data["boards"].items())]
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise error if isinstance(error, BadBoard) else BadBoard(f"not a board file: {error!r}") from None
    by_seats = {seats: board for board in boards for seats in board.starts}
    if sorted(by_seats) != [2, 3, 4] or sum(len(board.starts) for board in boards) != 3:
        raise BadBoard("each of 2, 3 and 4 seats needs exactly one side of the board")
    return by_seats


def _check_tokens(data: Mapping[str, Any]) -> None:
    if data["tokens_per_player"] != dict.fromkeys(TYPES, EACH):
        raise BadBoard(f"a bag holds 8/8/8 tokens of the types 16, 25, 34, not {data['tokens_per_player']}")
    if data["token_faces"] != {kind: list(faces) for kind, faces in FACES.items()}:
        raise BadBoard(f"the faces of the tokens are wrong: {data['token_faces']}")


def _board(side: str, data: Mapping[str, Any]) -> CellBoard:
    rows = _rows(side, data)
    width, height = len(rows[0]), len(rows)
    line = "".join(rows)
    names = tuple(name_of(cell, width) for cell in range(len(line)))
    index = {name: cell for cell, name in enumerate(names) if line[cell] != BLOCKED}
    rooms = tuple(sorted(set(line) - {PATH, BLOCKED}))
    for room in rooms:
        _check_connected(side, room, _cells_of(line, room), width)
    _check_listed(side, data, line, names)
    middle = _middle(side, str(data["middle_room"]), line, width)
    return CellBoard(
        side=side,
        width=width,
        height=height,
        rows=rows,
        names=names,
        index=index,
        rooms=rooms,
        room_of=tuple(rooms.index(kind) if kind in rooms else NO_ROOM for kind in line),
        middle=rooms.index(middle),
        starts=_starts(side, data, index),
        ways=tuple(tuple(_ways(line, width, cell, face) for face in range(7)) for cell in range(len(line))),
    )


def _rows(side: str, data: Mapping[str, Any]) -> tuple[str, ...]:
    rows = tuple(data["rows"])
    if not rows or not all(isinstance(row, str) and row for row in rows):
        raise BadBoard(f"side {side}: there must be rows, and they must be texts")
    if len({len(row) for row in rows}) != 1:
        raise BadBoard(f"side {side}: rows of unequal length")
    if (len(rows[0]), len(rows)) != (data["width"], data["height"]):
        raise BadBoard(f"side {side}: rows do not fit width and height")
    if len(rows[0]) > 26 or len(rows) > 99:
        raise BadBoard(f"side {side}: too large for the notation")
    return rows


def _cells_of(line: str, room: str) -> list[int]:
    return [cell for cell, kind in enumerate(line) if kind == room]


def _check_connected(side: str, room: str, cells: list[int], width: int) -> None:
    left, edge = set(cells[1:]), [cells[0]]
    while edge:
        cell = edge.pop()
        row, column = divmod(cell, width)
        for near in (cell - width, cell + width, cell - 1, cell + 1):
            if near in left and (near // width == row or near % width == column):
                left.remove(near)
                edge.append(near)
    if left:
        raise BadBoard(f"side {side}: room {room} is not one connected group")


def _check_listed(side: str, data: Mapping[str, Any], line: str, names: tuple[str, ...]) -> None:
    """The lists of cells that the file also carries must tell the same as its rows."""
    kinds: dict[str, set[str]] = {}
    for cell, kind in enumerate(line):
        kinds.setdefault(kind, set()).add(names[cell])
    if set(data["blocked"]) != kinds.pop(BLOCKED, set()):
        raise BadBoard(f"side {side}: the blocked cells listed are not those of the rows")
    kinds.pop(PATH, None)
    if {room: set(cells) for room, cells in data["rooms"].items()} != kinds:
        raise BadBoard(f"side {side}: the rooms listed are not those of the rows")


def _middle(side: str, room: str, line: str, width: int) -> str:
    cells = _cells_of(line, room)
    block = [cells[0] + down * width + right for down in range(3) for right in range(3)] if cells else []
    if not cells or room in (PATH, BLOCKED) or cells != block:
        raise BadBoard(f"side {side}: the middle room {room} is not a full 3 x 3 block")
    return room


def _starts(side: str, data: Mapping[str, Any], index: Mapping[str, int]) -> dict[int, tuple[int, ...]]:
    starts = {}
    for seats, names in sorted(data["starts"].items()):
        if missing := [name for name in names if name not in index]:
            raise BadBoard(f"side {side}: start cell {missing[0]} does not exist")
        if len(set(names)) != len(names) or len(names) != int(seats):
            raise BadBoard(f"side {side}: {seats} seats need as many different start cells")
        starts[int(seats)] = tuple(index[name] for name in names)
    if sorted(starts) != sorted(data["players"]):
        raise BadBoard(f"side {side}: start cells are not given for exactly its numbers of players")
    return starts


# -- geometry ---------------------------------------------------------------------------------------------------------


def _ways(line: str, width: int, cell: int, face: int) -> tuple[Way, ...]:
    """G20, G21, G22: where a face shown on this cell may count to, as far as the board goes."""
    ways = (_way(line, width, cell, face, right, down) for right, down in ((0, -1), (1, 0), (0, 1), (-1, 0)))
    return tuple(way for way in ways if way is not None) if face else ()


def _way(line: str, width: int, cell: int, face: int, right: int, down: int) -> Way | None:
    row, column = divmod(cell, width)
    passed = []
    for count in range(1, face + 1):
        x, y = column + count * right, row + count * down
        if not (0 <= x < width and 0 <= y < len(line) // width) or line[y * width + x] == BLOCKED:
            return None
        passed.append(y * width + x)
    end = passed.pop() if passed else cell
    return mask_of(passed), 1 << end, end


def mask_of(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)


BOARDS = load_boards(FILE.read_text(encoding="utf-8"))
