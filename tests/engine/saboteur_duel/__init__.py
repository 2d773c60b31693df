"""Tests of Saboteur: The Duel."""
