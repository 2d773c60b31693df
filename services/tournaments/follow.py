"""Facts that tournaments follow: a match is over, the house was silent."""

from __future__ import annotations

from uuid import UUID

from services.facts import Fact, MatchOver, OutageNoted
from services.log import clock
from services.matches.models import Match
from services.tournaments.models import Tournament


def handle(fact: Fact) -> None:
    """In the transaction that deletes the fact's row: the tournament is due from now on."""
    if isinstance(fact, MatchOver):
        tournament = Match.objects.filter(pk=UUID(fact.match)).values_list("tournament", flat=True).first()
        if tournament is not None:
            Tournament.objects.filter(pk=tournament, revealed=False).update(due_at=clock.now())
    elif isinstance(fact, OutageNoted):
        _note_outage(fact)


def _note_outage(fact: OutageNoted) -> None:
    """Deadlines of rounds move by it; each tournament keeps the gaps it has lived through."""
    for row in Tournament.objects.select_for_update().filter(status="running"):
        row.outages = [*row.outages, [fact.began, fact.ended]]
        row.due_at = clock.now()
        row.save(update_fields=["outages", "due_at"])
