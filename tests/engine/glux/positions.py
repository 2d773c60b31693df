"""Positions for the tests, drawn as text or reached by plies."""

from __future__ import annotations

import hashlib

from engine.core import chance
from engine.core.game import Ply
from engine.core.table import Drawer, Table, from_key
from engine.games.glux import GAME
from engine.games.glux.data import BOARDS, TYPE_OF, TYPES
from engine.games.glux.notation import read_cells
from engine.games.glux.rules import destinations
from engine.games.glux.state import Phase, State


def position(seats: int, lying: str) -> str:
    """`"A9=05 F9=02.14"` as the position string of the board for so many seats."""
    board = BOARDS[seats]
    stacks = dict(item.split("=") for item in lying.split())
    texts = [stacks.pop(name, "-") for name in board.names]
    assert not stacks, "cells that are not on the board"
    return "/".join(",".join(texts[at : at + board.width]) for at in range(0, len(texts), board.width))


def at(lying: str, *, seats: int = 2, turn: int = 0, hands: tuple[str, ...] = (), left: int | None = None) -> State:
    """A state in which `turn` is to place. `left`: empty the bags but for so many tokens of type 34."""
    cells = read_cells(position(seats, lying))
    hands = hands or ("16",) * seats
    tokens = [token for stack in cells for token in (stack // 100, stack % 100) if token]
    gone = [[TYPE_OF[token % 10] for token in tokens if token // 10 == seat] + [hands[seat]] for seat in range(seats)]
    bags = tuple(tuple(8 - used.count(kind) for kind in TYPES) for used in gone)
    if left is not None:
        bags = ((0, 0, left),) * seats
    return State(Phase.PLACE, 0, turn, cells, bags, hands, (False,) * seats)


def cells_of(state: State, seat: int) -> str:
    """The destinations of a seat, as a sorted text, whoever is to move."""
    return " ".join(sorted(state.board.names[cell] for cell in destinations(state, seat)))


def play(state: State, *texts: str, draws: str = "") -> State:
    """Moves by whoever is to act; every draw takes the next of `draws`, else the first type of its bag."""
    table = Table(GAME, state, named(draws))
    for text in texts:
        (seat,) = table.asked()
        table.play(seat, text)
    return table.state


def named(draws: str) -> Drawer:
    """The given types one after another, then the first of each bag."""
    wanted = draws.split()
    return lambda question, first: [wanted.pop(0) if wanted else question.bag[0][0]]


def opened(seats: int, draws: str = "") -> State:
    """A fresh match whose opening draws are answered by `draws`."""
    return Table.opened(GAME, seats, drawer=named(draws)).state


def random_match(seats: int, number: int) -> tuple[list[State], list[Ply]]:
    """The plies of a random match, and every state from the first to the last."""
    seed = hashlib.sha256(f"glux/{seats}/{number}".encode()).digest()
    pick = chance.Stream(seed, "test", 0)
    table = Table.opened(GAME, seats, drawer=from_key(seed))
    while not table.over:
        (seat,) = table.asked()
        table.play(seat, pick.choose(table.legal(seat)))
    return table.states, table.plies
