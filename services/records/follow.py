"""A match that is over comes into the index."""

from __future__ import annotations

from uuid import UUID

from services.facts import Fact, StreamRevealed
from services.matches.models import Match
from services.records.endings import indexed_match
from services.records.index import add_entries


def handle(fact: Fact) -> None:
    """In the transaction that deletes the fact's row."""
    if isinstance(fact, StreamRevealed):
        index_match(UUID(fact.stream))


def index_match(match_id: UUID) -> None:
    """An entry is written once: a repeat changes nothing. Streams of other kinds and aborted matches have none."""
    ended = Match.objects.filter(pk=match_id, status=Match.Status.ENDED, revealed=True)
    match = ended.select_related("stream").first()
    item = None if match is None else indexed_match(match)
    if item is not None:
        add_entries([item])
