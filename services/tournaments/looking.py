"""One look at a tournament: what is due by its log, its matches and the time."""

from __future__ import annotations

from services.pairings.decide import decide
from services.pairings.steps import Step
from services.tournaments.matches import match_facts, moved_deadlines, watched_now
from services.tournaments.streams import Loaded


def steps_due(loaded: Loaded) -> tuple[Step, ...]:
    moved = moved_deadlines(loaded.state, loaded.row.outages)
    facts = match_facts(loaded.state, loaded.at, watched_now(loaded.state), moved)
    return decide(loaded.state, now=loaded.now, facts=facts, moved=moved)
