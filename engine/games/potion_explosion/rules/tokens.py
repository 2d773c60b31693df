"""Chance tokens (P68): each drawn item with the place where it goes in front."""

from __future__ import annotations

from engine.core.errors import BadDraw
from engine.games.potion_explosion.rules.dispenser import drop_order
from engine.games.potion_explosion.state import State


def write_tokens(state: State, drawn: tuple[str, ...]) -> tuple[str, ...]:
    """P68: the outcomes of the open draw, each with its place in front."""
    return tuple(where + item for where, item in zip(_places(state, len(drawn)), drawn, strict=True))


def read_tokens(state: State, tokens: str) -> tuple[str, ...]:
    """The outcomes that tokens stand for at the open draw. Raises BadDraw if they name another track or stack."""
    drawn = []
    given = tokens.split()
    for where, token in zip(_places(state, len(given)), given, strict=True):
        if not token.startswith(where) or len(token) == len(where):
            raise BadDraw("wrong-place", token=token, wanted=where)
        drawn.append(token[len(where) :])
    return tuple(drawn)


def _places(state: State, count: int) -> tuple[str, ...]:
    if state.phase == "kinds":
        return ("X=",) * count
    if state.phase == "offer":
        return ("S=",) * count
    hidden = [stack for stack, size in enumerate(state.sizes) if size and not state.tops[stack]]
    if hidden:
        if count > len(hidden):
            raise BadDraw("wrong-count", wanted=len(hidden), given=count)
        return tuple(f"#{stack + 1}=" for stack in hidden[:count])
    return tuple(str(track + 1) for track in drop_order(state.tracks, count))
