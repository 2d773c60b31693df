"""The row of the tournaments."""

from __future__ import annotations

from services.facts import (
    DeadlineNear,
    OutageNoted,
    PairedMatchOver,
    ResultNotedFact,
    ResultRuled,
    RoundPairedFact,
    StreamRevealed,
)
from services.registry import Service

PAIRING_LIMIT = 240  # seconds for pairing one round

ROW = Service(
    name="tournaments",
    does="pairs rounds, opens their matches, notes results, closes rounds and tournaments",
    queue="tournaments",
    tasks=("tournaments.follow", "tournaments.advance", "tournaments.direct", "tournaments.pair", "tournaments.tick"),
    reads=("log", "seeds", "people", "matches", "readers", "pairings", "ratings", "tournaments"),
    writes=("log", "seeds", "matches", "readers", "tournaments"),
    says=(RoundPairedFact, DeadlineNear, ResultNotedFact, ResultRuled, StreamRevealed),
    follows=(PairedMatchOver, OutageNoted),
    many=0,
    time_limit=PAIRING_LIMIT,
    long=True,
    group="tournaments",
    pool="prefork",
    nice=5,
    door=True,
    while_dead="entries and rulings are recorded, matches go on; starts, cancellations, results and rounds wait for it",
)
