"""Positions drawn as text, and small ways to play from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import pytest

from engine.core.chance import chance_key
from engine.core.errors import MoveError
from engine.core.game import Options, Ply, Seat
from engine.core.table import Table, from_key
from engine.games.saboteur_duel import GAME
from engine.games.saboteur_duel.data import SHAPES, sort_cards
from engine.games.saboteur_duel.state import Bribed, Claim, Goal, KeyAt, LaidCard, State

Chooser: TypeAlias = Callable[[State, Seat, list[str]], str]
FILLER = "MAP"
ROW = "1,-1=HH 2,-1=HH 3,-1=HH 4,-1=HH"  # Green's tunnel up to the goals
SEVEN = " ".join(f"5,{5 + n},0,1,0" for n in range(7))  # seven counters lie elsewhere, one is left


def laid(text: str) -> tuple[LaidCard, ...]:
    """`1,-1=CA1 2,0=HH`: cell, card, turn (0 if left out)."""
    cards = []
    for item in text.split():
        cell, card = item.split("=")
        x, y = map(int, cell.split(","))
        turn = 0
        if card not in SHAPES:
            card, turn = card[:-1], int(card[-1])
        cards.append(LaidCard(card, x, y, turn))
    return tuple(cards)


def goals(text: str) -> tuple[Goal, ...]:
    """`g1=Z05 g3=Z15/1`: faces that are fixed, with a turn if they lie face up."""
    faces = [Goal()] * 6
    for item in text.split():
        name, face = item.split("=")
        card, _, turn = face.partition("/")
        # A fixed face means that somebody looked: the seat that is not to move, unless it lies open.
        faces[int(name[1]) - 1] = Goal(card, int(turn), ()) if turn else Goal(card, None, (0,))
    return tuple(faces)


def position(
    table: str = "",
    *,
    hands: Sequence[str] = ("", ""),
    turn: Seat = 0,
    goal: str = "",
    keys: str = "",
    bribes: str = "",
    claims: str = "",
    broken: Sequence[str] = ("", ""),
    **fields: Any,
) -> State:
    """A duel (or with one hand a solo round) in the middle of a turn; hands as words, `keys` like `1,-1,E`."""
    options = {"colour": fields.pop("colour", "green")}
    state = GAME.setup(len(hands), options)
    while len(broken) > len(hands):
        broken = broken[:-1]
    state = replace(
        state,
        step="turn",
        owed=None,
        turn=turn,
        table=laid(table),
        goals=goals(goal),
        hands=tuple(sort_cards(hand.split() or [FILLER]) for hand in hands),
        broken=tuple(tuple(tools.split()) for tools in broken),
        keys=tuple(KeyAt(int(x), int(y), arm) for x, y, arm in (k.split(",") for k in keys.split())),
        bribes=tuple(Bribed(*map(int, b.split(","))) for b in bribes.split()),
        claims=tuple(Claim(*map(int, c.split(","))) for c in claims.split()),
        pile=36,
        picks=tuple(int(goal.face is not None) for goal in goals(goal)),
    )
    return replace(state, **fields)


def moves(state: State, prefix: str = "", seat: Seat | None = None) -> list[str]:
    texts = GAME.legal_texts(state, state.turn if seat is None else seat)
    return [text for text in texts if text.startswith(prefix)]


def play(state: State, text: str, *drawn: str, seat: Seat | None = None) -> State:
    """The state after a move and the given draws, each as words."""
    table = Table(GAME, state)
    table.play(state.turn if seat is None else seat, text)
    for out in drawn:
        table.deal(out.split())
    return table.state


def deal(state: State, out: str) -> State:
    table = Table(GAME, state)
    table.deal(out.split())
    return table.state


def asked(state: State) -> str | None:
    """The label of the open draw."""
    question = GAME.draw(state)
    return None if question is None else question.label


def cells(texts: Iterable[str]) -> list[str]:
    return sorted(text.split("@")[1].rsplit(":", 1)[0] for text in texts)


def begin(seats: int = 2, seed: bytes = b"seed", options: Options | None = None) -> tuple[State, bytes, dict[str, int]]:
    return GAME.setup(seats, options or {"colour": "green"}), chance_key(seed), {}


def walk(
    seats: int, seed: bytes, choose: Chooser, options: Options | None = None, most: int = 4000
) -> Iterator[tuple[State, Ply, State]]:
    """Plays to the end; yields (before, ply, after) of every ply. `choose(state, seat, texts)` picks."""
    table = Table.opened(GAME, seats, options, from_key(chance_key(seed)))
    steps = table.steps[:]
    while len(table.steps) <= most:
        for step in steps:
            yield step.before, step.ply, step.after
        if table.over:
            return
        (seat,) = table.asked()
        steps = table.play(seat, choose(table.state, seat, table.legal(seat)))
    raise AssertionError("the match does not end")


def refused(state: State, text: str, seat: Seat | None = None) -> str:
    with pytest.raises(MoveError) as refusal:
        play(state, text, seat=seat)
    return refusal.value.code
