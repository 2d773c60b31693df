"""ZERTZ: marbles, rings, and a board that shrinks."""

from engine.games.zertz.game import Zertz

GAME = Zertz()
