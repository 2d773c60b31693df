"""Enigma: everybody solves a puzzle at the same time against the sand, then lays conduits."""

from engine.games.enigma.game import Enigma

GAME = Enigma()
