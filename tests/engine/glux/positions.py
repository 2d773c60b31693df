"""Positions for the tests, drawn as text or reached by plies."""

from __future__ import annotations

import hashlib

from engine.core import chance
from engine.core.game import Ply
from engine.core.replay import step
from engine.games.glux import GAME
from engine.games.glux.boards import BOARDS, TYPE_OF, TYPES
from engine.games.glux.notation import read_cells
from engine.games.glux.rules import destinations
from engine.games.glux.state import Phase, State


def position(seats: int, lying: str) -> str:
    """`"A9=05 F9=02.14"` as the position string of the board for so many seats."""
    board = BOARDS[seats]
    stacks = dict(one.split("=") for one in lying.split())
    texts = [stacks.pop(name, "-") for name in board.names]
    assert not stacks, "cells that are not on the board"
    return "/".join(",".join(texts[at : at + board.width]) for at in range(0, len(texts), board.width))


def at(lying: str, *, seats: int = 2, turn: int = 0, hands: tuple[str, ...] = (), left: int | None = None) -> State:
    """A state in which `turn` is to place. `left`: empty the bags but for so many tokens of type 34."""
    cells = read_cells(position(seats, lying))
    hands = hands or ("16",) * seats
    tokens = [one for stack in cells for one in (stack // 100, stack % 100) if one]
    gone = [[TYPE_OF[one % 10] for one in tokens if one // 10 == seat] + [hands[seat]] for seat in range(seats)]
    bags = tuple(tuple(8 - used.count(kind) for kind in TYPES) for used in gone)
    if left is not None:
        bags = ((0, 0, left),) * seats
    return State(Phase.PLACE, 0, turn, cells, bags, hands, (False,) * seats)


def cells_of(state: State, seat: int) -> str:
    """The destinations of a seat, as a sorted text, whoever is to move."""
    return " ".join(sorted(state.board.names[cell] for cell in destinations(state, seat)))


def play(state: State, *texts: str, draws: str = "") -> State:
    """Moves by whoever is to act; every draw takes the next of `draws`, else the first type of its bag."""
    wanted = draws.split()
    for text in texts:
        (seat,) = GAME.to_act(state)
        state = step(GAME, state, Ply(at=0, seat=seat, move=GAME.read(state, seat, text)))
        state = settle(state, wanted)
    return state


def settle(state: State, wanted: list[str]) -> State:
    while (question := GAME.draw(state)) is not None:
        item = wanted.pop(0) if wanted else question.bag[0][0]
        state = step(GAME, state, Ply(at=0, draw=question, drawn=(item,)))
    return state


def opened(seats: int, draws: str = "") -> State:
    """A fresh match whose opening draws are answered by `draws`."""
    return settle(GAME.setup(seats, {}), draws.split())


def random_match(seats: int, number: int):
    """The plies of a random match, and every state from the first to the last."""
    seed = hashlib.sha256(f"glux/{seats}/{number}".encode()).digest()
    pick, drawn = chance.Stream(seed, "test", 0), dict[str, int]()
    states, plies = [GAME.setup(seats, {})], []
    while GAME.winners(states[-1]) is None:
        state = states[-1]
        if (question := GAME.draw(state)) is not None:
            first = drawn.get(question.label, 0)
            drawn[question.label] = first + 1
            ply = Ply(at=0, draw=question, drawn=chance.draw(seed, question.label, first, question.bag, 1))
        else:
            (seat,) = GAME.to_act(state)
            text = pick.choose(GAME.legal_texts(state, seat))
            ply = Ply(at=0, seat=seat, move=GAME.read(state, seat, text))
        plies.append(ply)
        states.append(step(GAME, state, ply))
    return states, plies
