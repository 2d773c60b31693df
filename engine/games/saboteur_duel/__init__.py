"""Saboteur: The Duel: hidden hands, hidden goals, secret looks and a map that grows."""

from engine.games.saboteur_duel.game import SaboteurDuel

GAME = SaboteurDuel()
