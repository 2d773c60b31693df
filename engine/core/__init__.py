"""What every game stands on: the Game class, the fold, canonical JSON, fair chance, errors."""
