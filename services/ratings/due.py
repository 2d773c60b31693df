"""What is due for the ratings: leaves nobody has read, results that spectators may know by now."""

from __future__ import annotations

from datetime import datetime

from services.ratings.rating import count_public, take_leaves


def due(now: datetime) -> None:
    while take_leaves():
        pass
    count_public(now)
