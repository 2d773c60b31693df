"""The row of the sweeper."""

from __future__ import annotations

from services.facts import OutageNoted
from services.registry import Service

ROW = Service(
    name="sweeper",
    does="the schedule: sends every service its tick, keeps the heartbeat by which outages are known",
    queue="",
    tasks=(),
    reads=("sweeper",),
    writes=("sweeper",),
    says=(OutageNoted,),
    many=1,
    vital=True,
    group="sweeper",
    workers=1,
    tick=0,
    while_dead="nothing that is due is found again; its own silence is credited to every clock afterwards",
)
