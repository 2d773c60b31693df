"""Everything that lists show of a tournament, redrawn from its log."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.db import transaction

from services.log import clock
from services.log.append import redraw
from services.log.models import Stream
from services.pairings.fold import fold
from services.pairings.state import TournamentState
from services.tournaments.models import Tournament, TournamentEntry
from services.tournaments.streams import projections, recorded_events


def rebuild_tournament(tournament: UUID) -> None:
    """Rows and entries from the log alone, while its head is held. Name, text and what waits are no projection."""
    with transaction.atomic():
        Stream.objects.select_for_update().get(pk=tournament)
        row = Tournament.objects.select_related("stream").get(pk=tournament)
        TournamentEntry.objects.filter(tournament=row).delete()
        state = fold(str(tournament), recorded_events(tournament, -1, row.head.seq))
        redraw(row.head, projections(TournamentState(str(tournament)), state, clock.now()))


def rebuild_tournaments(ids: Iterable[UUID] | None = None) -> int:
    """All of them, or those given; how many."""
    chosen = list(Tournament.objects.values_list("pk", flat=True)) if ids is None else list(ids)
    for tournament in chosen:
        rebuild_tournament(tournament)
    return len(chosen)
