"""Service: bots think and answer like everybody."""
