"""The row of the opponents."""

from __future__ import annotations

from services.registry import Service

ROW = Service(
    name="opponents",
    does="bots think and answer like everybody",
    queue="opponents",
    tasks=("opponents.think", "opponents.tick"),
    reads=("log", "matches", "readers"),
    writes=("log", "matches"),
    many=0,
    group="opponents",
    pool="prefork",
    nice=10,
    while_dead="bots do not answer; people go on among themselves",
)
