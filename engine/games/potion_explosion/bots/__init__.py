"""The opponents of Potion Explosion, by level: at random, one pick ahead, a search of the whole turn."""

from __future__ import annotations

from engine.bots.random import RandomBot
from engine.core.game import Bot
from engine.games.potion_explosion.bots.greedy import GreedyBot
from engine.games.potion_explosion.bots.strong import StrongBot

BOTS: tuple[Bot, ...] = (RandomBot(), GreedyBot(), StrongBot())
