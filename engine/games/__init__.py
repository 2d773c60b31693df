"""The shelf: one line per game."""

from __future__ import annotations

from functools import cache
from typing import Any

from engine.core.errors import UnknownRules
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


def game_of(key: str, rules_version: int) -> Game[Any, Any]:
    """The rules by which a log of that version folds. Raises UnknownRules."""
    game = GAMES.get(key)
    if game is None:
        raise UnknownRules("unknown-game", game=key)
    rules = at_version(game, rules_version)
    if rules is None:
        raise UnknownRules("unknown-rules", game=key, rules_version=rules_version)
    return rules


def at_version(game: Game[Any, Any], rules_version: int) -> Game[Any, Any] | None:
    """A game by the rules of that version; None: it does not know them."""
    if game.info.rules_version == rules_version:
        return game
    return _older(type(game), rules_version) if rules_version in game.older else None


@cache
def _older(kind: type[Game[Any, Any]], rules_version: int) -> Game[Any, Any]:
    return kind(rules_version)
