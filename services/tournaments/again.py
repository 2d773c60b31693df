"""The rounds of a stored tournament, paired once more from its log."""

from __future__ import annotations

from uuid import UUID

from services.pairings.again import PairedAgain, pair_again
from services.tournaments.seasons import divisions_before
from services.tournaments.streams import load, recorded_events


def rounds_again(tournament: UUID) -> PairedAgain:
    """Raises NotFound."""
    loaded = load(tournament)
    events = recorded_events(tournament, -1, loaded.head.seq)
    return pair_again(str(tournament), events, divisions_before(loaded.state))
