"""Service: what bots think of matches that are over, and puzzles out of them."""
