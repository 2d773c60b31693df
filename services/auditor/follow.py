"""A finished stream gets its number in the checkpoint log, in the order of the reveals."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from services.bus.telling import tell
from services.facts import Fact, LeafAdded, StreamRevealed
from services.log import clock
from services.log.checkpoints import add_leaves


def handle(facts: Sequence[Fact]) -> None:
    number_streams([UUID(fact.stream) for fact in facts if isinstance(fact, StreamRevealed)])


def number_streams(streams: Sequence[UUID]) -> None:
    """Call it in a transaction: the leaf and the fact that says so commit together."""
    leaves = add_leaves(streams)
    if not leaves:
        return
    tell([LeafAdded(str(leaf.stream_id), leaf.number) for leaf in leaves], clock.now())
