"""The row of the analysis."""

from __future__ import annotations

from services.registry import Service

ROW = Service(
    name="analysis",
    does="says what a bot thinks of every move of a match that is over; finds puzzles at night",
    queue="analysis",
    tasks=("analysis.look", "analysis.puzzles", "analysis.tick"),
    reads=("log", "matches", "records", "analysis"),
    writes=("analysis",),
    many=0,
    time_limit=240,
    long=True,
    group="analysis",
    pool="prefork",
    workers=1,
    nice=10,
    door=True,
    while_dead="what was asked for waits and is gone on with where it was when it is back; no new puzzles are found",
)
