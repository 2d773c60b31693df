"""A leaf that was added, a result that was ruled: what the ratings hear of."""

from __future__ import annotations

from uuid import UUID

from services.facts import Fact, LeafAdded, ResultRuled
from services.ratings.rating import read_again, take_leaves


def handle(fact: Fact) -> None:
    if isinstance(fact, LeafAdded):
        take_leaves()
    elif isinstance(fact, ResultRuled):
        read_again(UUID(fact.match))
