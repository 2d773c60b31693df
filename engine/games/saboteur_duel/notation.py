"""Notation: a move as one ASCII line, and back (section 11 of the rules)."""

from __future__ import annotations

import re
from collections.abc import Callable

from engine.core.errors import UnreadableMove
from engine.core.game import Eye, Seat
from engine.games.saboteur_duel.data import BREAKS, DECK, PATHS, REPAIRS, SHAPES
from engine.games.saboteur_duel.state import (
    Bribe,
    DiscardTwo,
    LayCard,
    Look,
    Move,
    Orient,
    PassCards,
    Repair,
    Rockfall,
    Sabotage,
    State,
    UseKey,
)

_XY = r"(-?[1-9][0-9]{0,2}|0),(-?[1-9][0-9]{0,2}|0)"
_CARD = r"([A-Z][A-Z0-9]{1,3})"
_TOOL = r"(pick|lamp|cart)"


def write(move: Move, eye: Eye) -> str:
    """The whole move, or what everybody may read of it: discards are face down (S49)."""
    match move:
        case LayCard(card, x, y, turn):
            return f"P:{card}@{x},{y}:{turn}"
        case Sabotage(card):
            return f"S:{card}"
        case Repair(card, tool):
            return f"R:{card}>{tool}"
        case UseKey(x, y, arm):
            return f"K:{x},{y},{arm}"
        case Rockfall(x, y):
            return f"F:{x},{y}"
        case Look(x, y):
            return f"M:{x},{y}"
        case DiscardTwo(cards, tool):
            return f"D:{_cards(cards, eye)}>{tool}"
        case PassCards(cards):
            return f"X:{_cards(cards, eye)}"
        case Bribe(x, y):
            return f"B:{x},{y}"
        case Orient(x, y, turn):
            return f"O:{x},{y}:{turn}"


def _cards(cards: tuple[str, ...], eye: Eye) -> str:
    return "+".join("?" if eye is None else card for card in cards)


def read(state: State, seat: Seat, text: str) -> Move:
    """Raises UnreadableMove. Whether the move may be made is not asked here."""
    for form, make in _FORMS:
        if match := form.fullmatch(text):
            return make(*match.groups())
    raise UnreadableMove("unreadable-move", text=text[:40])


def _known(card: str, known: object) -> str:
    if card not in known:  # type: ignore[operator]
        raise UnreadableMove("unknown-card", card=card)
    return card


def _lay(card: str, x: str, y: str, turn: str) -> Move:
    _known(card, PATHS)
    if int(turn) >= len(SHAPES[card]):
        raise UnreadableMove("one-turn-only", card=card)
    return LayCard(card, int(x), int(y), int(turn))


def _pair(first: str, second: str) -> tuple[str, str]:
    if first > second:
        raise UnreadableMove("cards-unsorted", first=first, second=second)
    return _known(first, DECK), _known(second, DECK)


def _sabotage(card: str) -> Move:
    return Sabotage(_known(card, BREAKS))


def _repair(card: str, tool: str) -> Move:
    return Repair(_known(card, REPAIRS), tool)


def _discard_two(first: str, second: str, tool: str) -> Move:
    return DiscardTwo(_pair(first, second), tool)


def _pass(card: str) -> Move:
    return PassCards((_known(card, DECK),))


def _pass_two(first: str, second: str) -> Move:
    return PassCards(_pair(first, second))


def _bribe(x: str, y: str) -> Move:
    return Bribe(int(x), int(y))


def _key(x: str, y: str, arm: str) -> Move:
    return UseKey(int(x), int(y), arm)


def _rockfall(x: str, y: str) -> Move:
    return Rockfall(int(x), int(y))


def _look(x: str, y: str) -> Move:
    return Look(int(x), int(y))


def _orient(x: str, y: str, turn: str) -> Move:
    return Orient(int(x), int(y), int(turn))


_FORMS: tuple[tuple[re.Pattern[str], Callable[..., Move]], ...] = tuple(
    (re.compile(form, re.ASCII), make)
    for form, make in (
        (f"P:{_CARD}@{_XY}:([01])", _lay),
        (f"S:{_CARD}", _sabotage),
        (f"R:{_CARD}>{_TOOL}", _repair),
        (f"K:{_XY},([NESW])", _key),
        (f"F:{_XY}", _rockfall),
        (f"M:{_XY}", _look),
        (rf"D:{_CARD}\+{_CARD}>{_TOOL}", _discard_two),
        (f"X:{_CARD}", _pass),
        (rf"X:{_CARD}\+{_CARD}", _pass_two),
        (f"B:{_XY}", _bribe),
        (f"O:{_XY}:([01])", _orient),
    )
)
