"""Choosers that work for any game: they imagine a state that fits the view, and choose in it."""
