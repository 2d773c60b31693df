"""The shelf: one line per game."""

from __future__ import annotations

from typing import Any

from engine.core.game import Game
from engine.games.zertz import GAME as ZERTZ

_SHELF: tuple[Game[Any, Any], ...] = (ZERTZ,)

GAMES: dict[str, Game[Any, Any]] = {game.info.key: game for game in _SHELF}
