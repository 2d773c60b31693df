"""The row of the records."""

from __future__ import annotations

from services.facts import StreamRevealed
from services.registry import Service

ROW = Service(
    name="records",
    does="reads what people import, keeps the index of all that is over, counts positions, packs days",
    queue="records",
    tasks=("records.follow", "records.take", "records.pack", "records.tick"),
    reads=("log", "people", "matches", "readers", "records"),
    writes=("records", "log"),
    follows=(StreamRevealed,),
    many=0,
    group="tournaments",
    pool="prefork",
    nice=10,
    tick=5.0,
    rest=5.0,
    door=True,
    while_dead="imports and dumps wait; what ended meanwhile is found by search when it is back, once",
)
