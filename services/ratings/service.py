"""The row of the ratings."""

from __future__ import annotations

from services.facts import LeafAdded, ResultRuled
from services.registry import Service

ROW = Service(
    name="ratings",
    does="rates finished matches in the order of the checkpoint log, again from where a ruling changed one",
    queue="ratings",
    tasks=("ratings.follow", "ratings.tick"),
    reads=("log", "people", "matches", "pairings", "ratings"),
    writes=("ratings",),
    follows=(LeafAdded, ResultRuled),
    many=1,
    rest=3.0,
    while_dead="ratings stand still and catch up afterwards",
)
