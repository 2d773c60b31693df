"""The row of the auditor."""

from __future__ import annotations

from services.facts import LeafAdded, StreamRevealed
from services.registry import Service

ROW = Service(
    name="auditor",
    does="checks every finished match, numbers it in the checkpoint log, signs checkpoints",
    queue="auditor",
    tasks=("auditor.follow", "auditor.check", "auditor.nightly", "auditor.full", "auditor.tick"),
    reads=("log", "seeds", "matches", "readers", "auditor"),
    writes=("log", "checkpoints", "matches", "auditor"),
    says=(LeafAdded,),
    follows=(StreamRevealed,),
    many=0,
    group="tournaments",
    pool="prefork",
    nice=10,
    tick=5.0,
    rest=3.0,
    while_dead="finished matches wait for their leaf, their audit and the next checkpoint",
)
