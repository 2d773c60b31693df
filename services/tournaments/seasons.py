"""The season before: who stood where in each division of a league."""

from __future__ import annotations

from uuid import UUID

from services.pairings.league import Divisions, season_result
from services.pairings.state import TournamentState
from services.tournaments.streams import load


def divisions_before(state: TournamentState) -> Divisions | None:
    previous = state.opened.previous
    if previous is None:
        return None
    return season_result(load(UUID(previous["match"])).state)
