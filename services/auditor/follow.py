"""A finished stream gets its number in the checkpoint log, in the order of the reveals."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from services.facts import Fact, LeafAdded, StreamRevealed
from services.log import clock
from services.log.checkpoints import add_leaves
from services.log.outbox import say
from services.playing.commit import poke_followers


def handle(facts: Sequence[Fact]) -> None:
    number_streams([UUID(fact.stream) for fact in facts if isinstance(fact, StreamRevealed)])


def number_streams(streams: Sequence[UUID]) -> None:
    """Call it in a transaction: the leaf and the fact that says so commit together."""
    leaves = add_leaves(streams)
    if not leaves:
        return
    now = clock.now()
    for leaf in leaves:
        say([LeafAdded(str(leaf.stream_id), leaf.number)], now, leaf.stream_id)
    transaction.on_commit(lambda: poke_followers([LeafAdded(str(leaves[-1].stream_id), leaves[-1].number)]))
