"""The opponents of Saboteur: The Duel, by level: at random, towards the nearest gold, looking ahead."""

from __future__ import annotations

from engine.bots.random import RandomBot
from engine.core.game import Bot
from engine.games.saboteur_duel.bots.greedy import GreedyBot
from engine.games.saboteur_duel.bots.strong import StrongBot

BOTS: tuple[Bot, ...] = (RandomBot(), GreedyBot(), StrongBot())
