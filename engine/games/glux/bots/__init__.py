"""The opponents of GLUX, by level: one that plays at random, one that looks ahead, one that samples futures."""

from __future__ import annotations

from engine.bots.random import RandomBot
from engine.core.game import Bot
from engine.games.glux.bots.greedy import GreedyBot
from engine.games.glux.bots.strong import StrongBot

BOTS: tuple[Bot, ...] = (RandomBot(), GreedyBot(), StrongBot())
