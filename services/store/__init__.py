"""The log: matches, events, sealed parts, seeds and snapshots. Nothing else writes an event."""
