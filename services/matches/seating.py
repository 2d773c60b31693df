"""The rows of the seats as they follow from a position: who holds one, what it is asked, until when."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from services.matches.agreements import VACATION
from services.matches.clock import moment_of
from services.matches.position import Position
from services.matches.rows import SeatRow


def seat_rows(match_id: UUID, position: Position, at: datetime, older: datetime | None) -> dict[int, SeatRow]:
    """Every seat of a match that has started, asked since `at`. `older`: the deadline by the clock of older tables."""
    if position.kept.started is None:
        return {}
    open_decisions = position.open_decisions
    answered = {move.seat: move.seq for move in position.kept.waiting.values()}
    rows = {}
    for number, holder in position.kept.holders.items():
        decision = open_decisions.get(number)
        away = position.kept.away.get(number)
        rows[number] = SeatRow(
            match_id=match_id,
            seat=number,
            account=None if holder.account is None else UUID(holder.account),
            bot=holder.bot or "",
            decision=decision,
            asked_at=None if decision is None else at,
            answered_seq=answered.get(number),
            deadline_at=deadline_of(position, number) or (older if decision is not None else None),
            former=None if away is None else UUID(away.account),
            may_return=away is not None and away.may_return,
            on_vacation=_on_vacation(position, number),
        )
    return rows


def deadline_of(position: Position, seat: int) -> datetime | None:
    clocks = position.kept.clocks
    deadline = None if clocks is None or seat not in clocks.seats else clocks.seats[seat].deadline()
    return None if deadline is None else moment_of(deadline)


def _on_vacation(position: Position, seat: int) -> bool:
    clocks = position.kept.clocks
    return clocks is not None and any(reason == VACATION for reason, _ in clocks.seats[seat].pauses.running)
