"""The opponent that solves at par and lays the tile that is worth most now."""

from __future__ import annotations

from engine.games.enigma.bots.search import Solver


class GreedyBot(Solver):
    """Solves at par and lays the tile that is worth most now."""

    key, level, pace = "greedy", 2, 100
