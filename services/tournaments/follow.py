"""Facts that tournaments follow: a match is over, the house was silent."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from services.facts import Fact, MatchOver, OutageNoted, PairedMatchOver
from services.log import clock
from services.matches.models import Match
from services.tournaments.models import Tournament


def handle(facts: Sequence[Fact]) -> None:
    """In the transaction that deletes the facts' rows: their tournaments are due from now on."""
    tournaments = {UUID(fact.tournament) for fact in facts if isinstance(fact, PairedMatchOver)} | _said_before(facts)
    if tournaments:
        Tournament.objects.filter(pk__in=tournaments, revealed=False).update(due_at=clock.now())
    for fact in facts:
        if isinstance(fact, OutageNoted):
            _note_outage(fact)


def _said_before(facts: Sequence[Fact]) -> set[UUID]:
    """What still waits from when ends of all matches were said to us."""
    over = [UUID(fact.match) for fact in facts if isinstance(fact, MatchOver)]
    matches = Match.objects.filter(pk__in=over, tournament__isnull=False)
    return {match.tournament for match in matches if match.tournament is not None} if over else set()


def _note_outage(fact: OutageNoted) -> None:
    """Deadlines of rounds move by it; each tournament keeps the gaps it has lived through."""
    for row in Tournament.objects.select_for_update().filter(status="running"):
        row.outages = [*row.outages, [fact.began, fact.ended]]
        row.due_at = clock.now()
        row.save(update_fields=["outages", "due_at"])
