"""The positions a play passes through, up to symmetry, each with what was played from it at the first visit."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from uuid import UUID

from engine.core.game import Game
from engine.core.positions import Keyed


@dataclass(frozen=True, slots=True)
class Passed:
    """One position of a play; `move` is turned as the key is, and empty where the play ended."""

    position: UUID
    move: str
    next: str


def position_id(key: str) -> UUID:
    return UUID(bytes=hashlib.sha256(key.encode()).digest()[:16])


def passed_by(game: Game[Any, Any], positions: Sequence[str], moves: Sequence[str]) -> tuple[Passed, ...]:
    """None for a game whose positions do not recur."""
    seen: dict[str, Passed] = {}
    keyed = [game.keyed(text) for text in positions]
    for here, text, move, after in zip(keyed, positions, [*moves, ""], [*keyed[1:], None], strict=True):
        if here is None:
            return ()
        if here.key not in seen:
            turned = _turned(here, move) if seen else _start_move(game, text, move)
            seen[here.key] = Passed(position_id(here.key), turned, "" if after is None else after.key)
    return tuple(seen.values())


def _turned(here: Keyed | None, move: str) -> str:
    return "" if here is None or not move else here.to_key(move)


@lru_cache(20_000)
def _start_move(game: Game[Any, Any], text: str, move: str) -> str:
    """The start is the same in all plays, and has most symmetries."""
    return _turned(game.keyed(text), move)
