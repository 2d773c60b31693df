"""Positions drawn as text, and small ways to play from them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core.chance import chance_key
from engine.core.errors import MoveError
from engine.core.table import Table, from_key
from engine.games.saboteur_duel import GAME
from engine.games.saboteur_duel.data import SHAPES, sort_cards
from engine.games.saboteur_duel.state import Bribed, Claim, Goal, KeyAt, Laid

FILLER = "MAP"
ROW = "1,-1=HH 2,-1=HH 3,-1=HH 4,-1=HH"  # Green's tunnel up to the goals
SEVEN = " ".join(f"5,{5 + n},0,1,0" for n in range(7))  # seven counters lie elsewhere, one is left


def laid(text):
    """`1,-1=CA1 2,0=HH`: cell, card, turn (0 if left out)."""
    cards = []
    for item in text.split():
        cell, card = item.split("=")
        x, y = map(int, cell.split(","))
        turn = 0
        if card not in SHAPES:
            card, turn = card[:-1], int(card[-1])
        cards.append(Laid(card, x, y, turn))
    return tuple(cards)


def goals(text):
    """`g1=Z05 g3=Z15/1`: faces that are fixed, with a turn if they lie face up."""
    found = [Goal()] * 6
    for item in text.split():
        name, face = item.split("=")
        card, _, turn = face.partition("/")
        # A fixed face means that somebody looked: the seat that is not to move, unless it lies open.
        found[int(name[1]) - 1] = Goal(card, int(turn), ()) if turn else Goal(card, None, (0,))
    return tuple(found)


def position(table="", *, hands=("", ""), turn=0, goal="", keys="", bribes="", claims="", broken=("", ""), **fields):
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


def moves(state, prefix="", seat=None):
    texts = GAME.legal_texts(state, state.turn if seat is None else seat)
    return [text for text in texts if text.startswith(prefix)]


def play(state, text, *drawn, seat=None):
    """The state after a move and the given draws, each as words."""
    table = Table(GAME, state)
    table.play(state.turn if seat is None else seat, text)
    for out in drawn:
        table.deal(out.split())
    return table.state


def deal(state, out):
    table = Table(GAME, state)
    table.deal(out.split())
    return table.state


def asked(state):
    """The label of the open draw."""
    question = GAME.draw(state)
    return question and question.label


def cells(texts):
    return sorted(text.split("@")[1].rsplit(":", 1)[0] for text in texts)


def begin(seats=2, seed=b"seed", options=None):
    return GAME.setup(seats, options or {"colour": "green"}), chance_key(seed), {}


def walk(seats, seed, choose, options=None, most=4000):
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


def refused(state, text, seat=None):
    with pytest.raises(MoveError) as refusal:
        play(state, text, seat=seat)
    return refusal.value.code
