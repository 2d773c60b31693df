"""The opponents of ZERTZ, by level: one that plays at random, one that looks a move ahead, one that searches."""

from __future__ import annotations

from engine.bots.random import RandomBot
from engine.core.game import Bot
from engine.games.zertz.bots.greedy import GreedyBot
from engine.games.zertz.bots.strong import StrongBot

BOTS: tuple[Bot, ...] = (RandomBot(), GreedyBot(), StrongBot())
