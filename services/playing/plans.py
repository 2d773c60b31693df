"""Plans at the door: answers that a seat leaves for later (async.md 4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from engine.core.codec import canonical_trusted
from engine.core.game import Json
from services.errors import Conflict, NotAllowed, NotFound, Refusal
from services.log.models import Event, SealedPart
from services.log.receipts import Receipt
from services.matches import events as ev
from services.matches.agreements import Ply, read_lines
from services.playing.decide import Deciding
from services.playing.door import SeatAt, act, must_hold_seat, read_seat
from services.playing.forms import MOVE
from services.readers.history import position_at

MOST_LINES: Final = 20
MOST_PLIES: Final = 20
MOST_BYTES: Final = 16 * 1024


class BadPlan(Refusal):
    """The form or the size of a plan."""

    def __init__(self) -> None:
        super().__init__("bad-plan", lines=MOST_LINES, plies=MOST_PLIES)


def put_plan(*, match_id: UUID, account: UUID, lines: Json, command_id: str) -> tuple[Receipt, int]:
    """Leave a plan; it replaces an earlier one. The receipt, and the seq by which the plan is known."""
    _check_form(lines)

    def decide(here: SeatAt, deciding: Deciding, command: str) -> int:
        _check_allowed(here, deciding)
        _check_lines(here.seat, read_lines(lines), deciding.position.kept.seats)
        actor, parts = ev.seat_actor(here.seat), {str(here.seat): {"lines": lines}}
        return deciding.add(ev.PlanMade(seat=here.seat), parts, actor=actor, cmd=command)

    def same(event: Event, here: SeatAt) -> int | None:
        if event.type != ev.PlanMade.TYPE or event.pub["seat"] != here.seat:
            return None
        part = SealedPart.objects.get(stream_id=match_id, seq=event.seq, audience=str(here.seat))
        return event.seq if part.payload == {"lines": lines} else None

    return act(match_id=match_id, account=account, command_id=command_id, same=same, decide=decide)


def drop_plan(*, match_id: UUID, account: UUID, command_id: str) -> Receipt:
    """Raises NotFound where no plan stands."""

    def decide(here: SeatAt, deciding: Deciding, command: str) -> None:
        plan = deciding.position.kept.plans.get(here.seat)
        if plan is None:
            raise NotFound
        event = ev.PlanDropped(seat=here.seat, plan=plan.seq)
        deciding.add(event, actor=ev.seat_actor(here.seat), cmd=command)

    def same(event: Event, here: SeatAt) -> Any:
        return True if event.type == ev.PlanDropped.TYPE and event.pub["seat"] == here.seat else None

    return act(match_id=match_id, account=account, command_id=command_id, same=same, decide=decide)[0]


def plan_of(*, match_id: UUID, account: UUID) -> dict[str, Json]:
    """The caller's plan in force. Raises NotFound."""
    here = read_seat(match_id, account)
    must_hold_seat(here)
    plan = position_at(here.match.id, here.seq).kept.plans.get(here.seat)
    if plan is None:
        raise NotFound
    return {"plan": plan.seq, "lines": [[list(ply) for ply in line] for line in plan.lines]}


# -- what a plan looks like -------------------------------------------------------------------------------------------


def _check_form(lines: Json) -> None:
    """Raises BadPlan."""
    whole = isinstance(lines, list) and 1 <= len(lines) <= MOST_LINES and all(is_line(line) for line in lines)
    if not whole or len(canonical_trusted(lines)) > MOST_BYTES:
        raise BadPlan()


def is_line(line: Json) -> bool:
    """A list of plies that is not too long."""
    return isinstance(line, list) and 1 <= len(line) <= MOST_PLIES and all(_is_ply(ply) for ply in line)


def _is_ply(ply: Json) -> bool:
    if not isinstance(ply, list) or len(ply) != 2:
        return False
    seat, text = ply
    whole = isinstance(seat, int) and not isinstance(seat, bool) and seat >= 0
    return whole and isinstance(text, str) and MOVE.fullmatch(text) is not None


def _check_allowed(here: SeatAt, deciding: Deciding) -> None:
    """Raises NotAllowed `plan-not-allowed`, Conflict `plan-asked`."""
    if not deciding.fold.game.info.plans or not deciding.position.kept.dated:
        raise NotAllowed("plan-not-allowed")
    if here.seat in deciding.position.played.asked:
        raise Conflict("plan-asked", here.seq)


def _check_lines(seat: int, lines: Sequence[tuple[Ply, ...]], seats: int) -> None:
    """Every line begins with another seat's ply; one prefix has one answer."""
    answers: dict[tuple[Ply, ...], str] = {}
    for line in lines:
        if line[0][0] == seat or any(mover >= seats for mover, _ in line):
            raise BadPlan()
        for size, (mover, text) in enumerate(line):
            if mover == seat and answers.setdefault(line[:size], text) != text:
                raise NotAllowed("plan-contradicts")
