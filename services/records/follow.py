"""A match that is over comes into the index."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from services.facts import Fact, StreamRevealed
from services.matches.models import Match
from services.records.endings import indexed_match
from services.records.index import add_entries


def handle(facts: Sequence[Fact]) -> None:
    """In the transaction that deletes the facts' rows."""
    index_matches([UUID(fact.stream) for fact in facts if isinstance(fact, StreamRevealed)])


def index_matches(match_ids: Sequence[UUID]) -> None:
    """An entry is written once: a repeat changes nothing. Streams of other kinds and aborted matches have none."""
    ended = Match.objects.filter(pk__in=match_ids, status=Match.Status.ENDED, revealed=True)
    items = [item for match in ended.select_related("stream") if (item := indexed_match(match)) is not None]
    if items:
        add_entries(items)
