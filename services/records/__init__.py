"""Service: plays that come from elsewhere, the index of everything that is over, positions, dumps."""
