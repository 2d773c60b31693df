"""The row of the clocks."""

from __future__ import annotations

from services.facts import MatchOver, MatchUnserved, OutageNoted, PairedMatchOver, SeatTakenOver, VacationChanged
from services.registry import Service

ROW = Service(
    name="clocks",
    does="thinking time that runs out, outages that are credited, vacations, tables nobody came to",
    queue="clocks",
    tasks=("clocks.follow", "clocks.tick"),
    reads=("log", "matches", "people", "readers"),
    writes=("log", "commitments", "matches", "people", "readers"),
    says=(MatchOver, MatchUnserved, PairedMatchOver, SeatTakenOver, VacationChanged),
    follows=(OutageNoted, MatchUnserved, VacationChanged),
    many=1,
    group="games",
    while_dead="no clock expires; what is due expires when it is back, once",
)
