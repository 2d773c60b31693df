"""Service: ratings of accounts by game and kind, in the order of the checkpoint log."""
