"""The row of the clocks."""

from __future__ import annotations

from services.facts import MatchOver, OutageNoted
from services.registry import Service

ROW = Service(
    name="clocks",
    does="thinking time that runs out, outages that are credited, tables nobody came to",
    queue="clocks",
    tasks=("clocks.follow", "clocks.tick"),
    reads=("log", "matches", "readers"),
    writes=("log", "matches", "readers"),
    says=(MatchOver,),
    follows=(OutageNoted,),
    many=1,
    group="games",
    while_dead="no clock expires; what is due expires when it is back, once",
)
