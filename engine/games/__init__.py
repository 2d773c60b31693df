"""The shelf: one line per game."""

from __future__ import annotations

from typing import Any

from engine.core.game import Game

_SHELF: tuple[Game[Any, Any], ...] = ()

GAMES: dict[str, Game[Any, Any]] = {game.info.key: game for game in _SHELF}
