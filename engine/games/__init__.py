"""The shelf: one line per game."""

from __future__ import annotations

from typing import Any

from engine.core.game import Game
from engine.games.enigma import GAME as ENIGMA
from engine.games.glux import GAME as GLUX
from engine.games.potion_explosion import GAME as POTION_EXPLOSION
from engine.games.saboteur_duel import GAME as SABOTEUR_DUEL
from engine.games.zertz import GAME as ZERTZ

_SHELF: tuple[Game[Any, Any], ...] = (
    ENIGMA,
    GLUX,
    POTION_EXPLOSION,
    SABOTEUR_DUEL,
    ZERTZ,
)

GAMES: dict[str, Game[Any, Any]] = {game.info.key: game for game in _SHELF}
