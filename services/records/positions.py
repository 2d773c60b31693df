"""The positions a play passes through, up to symmetry, each with what was played from it at the first visit."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from uuid import UUID

from engine.core.game import Game


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
    keys = [game.position_key(text) for text in positions]
    for text, key, move, after in zip(positions, keys, [*moves, ""], [*keys[1:], ""], strict=True):
        if key is None or after is None:
            return ()
        if key not in seen:
            turned = _start_move(game, text, move) if not seen else _turned(game, text, move)
            seen[key] = Passed(position_id(key), turned, after)
    return tuple(seen.values())


def _turned(game: Game[Any, Any], text: str, move: str) -> str:
    keyed = game.keyed(text)
    return "" if keyed is None or not move else keyed.to_key(move)


# The start is the same in all plays, and has most symmetries.
_start_move = lru_cache(20_000)(_turned)
