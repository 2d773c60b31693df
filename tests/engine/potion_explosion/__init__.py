"""Tests of the rules of Potion Explosion."""
