"""The row of the lobby."""

from __future__ import annotations

from services.facts import AccountRuled, MatchOver, PairedMatchOver, SeatTakenOver, TableInvited, VacationChanged
from services.registry import Service

ROW = Service(
    name="lobby",
    does="brings together who looks for somebody to play; ends what closed accounts leave open",
    queue="lobby",
    tasks=("lobby.follow", "lobby.tick"),
    reads=("log", "people", "matches", "readers", "ratings", "lobby"),
    writes=("log", "seeds", "commitments", "people", "matches", "readers", "lobby"),
    says=(TableInvited, MatchOver, PairedMatchOver, SeatTakenOver, VacationChanged),
    follows=(AccountRuled,),
    many=1,
    door=True,
    while_dead="a new seek is still paired at the door; seeks that came to fit later wait, closed accounts stay seated",
)
