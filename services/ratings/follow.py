"""A leaf that was added, a result that was ruled: what the ratings hear of."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from services.facts import Fact, LeafAdded, ResultRuled
from services.ratings.rating import read_again, take_leaves


def handle(facts: Sequence[Fact]) -> None:
    if any(isinstance(fact, LeafAdded) for fact in facts):
        take_leaves()
    for fact in facts:
        if isinstance(fact, ResultRuled):
            read_again(UUID(fact.match))
