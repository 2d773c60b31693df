"""The log of every stream: events, sealed parts, seeds, receipts, leaves. Ground: no tasks, no rules of a game."""
