"""GLUX: place light, cover light, win rooms; for two, three or four seats."""

from engine.games.glux.game import Glux

GAME = Glux()
