"""Checks of logs: chain, seals, chance, judgements and refold. Written apart from what writes the log."""
