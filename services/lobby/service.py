"""The row of the lobby."""

from __future__ import annotations

from services.facts import TableInvited
from services.registry import Service

ROW = Service(
    name="lobby",
    does="brings together who looks for somebody to play; ends seeks that nobody answered",
    queue="lobby",
    tasks=("lobby.tick",),
    reads=("log", "people", "matches", "readers", "ratings", "lobby"),
    writes=("log", "seeds", "commitments", "matches", "readers", "lobby"),
    says=(TableInvited,),
    many=1,
    door=True,
    while_dead="a new seek is still paired at the door; seeks that came to fit later wait, old ones stay listed",
)
