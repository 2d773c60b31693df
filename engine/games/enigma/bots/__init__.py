"""The opponents of Enigma, by level: one that lays at random, one that lays well, one that weighs the replies."""

from __future__ import annotations

from engine.core.game import Bot
from engine.games.enigma.bots.greedy import GreedyBot
from engine.games.enigma.bots.search import RandomSolver
from engine.games.enigma.bots.strong import StrongBot

BOTS: tuple[Bot, ...] = (RandomSolver(), GreedyBot(), StrongBot())
