"""Potion Explosion: marbles, explosions and potions, for two to four seats."""

from engine.games.potion_explosion.game import PotionExplosion

GAME = PotionExplosion()
