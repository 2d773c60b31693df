"""Offers, answers, the end of a pause, resigning and coming back, at the door."""

from __future__ import annotations

import uuid
from typing import Any
from uuid import UUID

from services.errors import BadRequest, Conflict, Refusal
from services.log.models import Event
from services.log.receipts import Receipt
from services.matches import events as ev
from services.matches.agreements import AGREEMENT, KINDS, UNDO, undo_targets
from services.playing import absence, agree
from services.playing.bot_tables import end_bot_table, is_bot_table
from services.playing.decide import Deciding
from services.playing.door import SeatAt, act, must_hold_seat, must_run, read_seat
from services.playing.forms import command_of
from services.playing.older import is_dated, resign_in_the_old_form


def make_offer(*, match_id: UUID, account: UUID, kind: str, to: int | None, command_id: str) -> tuple[Receipt, int]:
    """The receipt and the number of the offer. Raises Refusal."""
    if kind not in KINDS:
        raise BadRequest({"kind": f"one of {', '.join(KINDS)}"})
    if (to is not None) != (kind == UNDO):
        raise BadRequest({"to": "the seq of an event, for an undo alone"})

    def decide(here: SeatAt, deciding: Deciding, command: str) -> int:
        agree.check_offer(deciding, here.seat, kind, to)
        return agree.make_offer(deciding, here.seat, kind, to, command)

    def same(event: Event, here: SeatAt) -> int | None:
        mine = event.type == ev.OfferMade.TYPE and event.pub["seat"] == here.seat
        return event.pub["offer"] if mine and (event.pub["kind"], event.pub.get("to")) == (kind, to) else None

    return act(match_id=match_id, account=account, command_id=command_id, same=same, decide=decide)


def possible_offers(*, match_id: UUID, account: UUID) -> dict[str, dict[str, Any]]:
    """By kind: `refused`, the code that making it now would get, or null; an undo's `to`, before one's last move."""
    here = read_seat(match_id, account)
    must_hold_seat(here)
    deciding = here.deciding()
    to = next(iter(undo_targets(deciding.position.played.trail, here.seat)), None)
    return {kind: _possible(deciding, here.seat, kind, to if kind == UNDO else None) for kind in KINDS}


def _possible(deciding: Deciding, seat: int, kind: str, to: int | None) -> dict[str, Any]:
    try:
        agree.check_offer(deciding, seat, kind, to)
    except Refusal as refusal:
        return {"refused": refusal.code, "to": None}
    return {"refused": None, "to": to}


def answer_offer(*, match_id: UUID, account: UUID, offer: int, accepted: bool, command_id: str) -> Receipt:
    def decide(here: SeatAt, deciding: Deciding, command: str) -> None:
        agree.check_answer(deciding, here.seat, offer)
        agree.answer_offer(deciding, here.seat, offer, accepted, command)

    def same(event: Event, here: SeatAt) -> Any:
        wanted = {"seat": here.seat, "offer": offer, "accepted": accepted}
        return True if event.type == ev.OfferAnswered.TYPE and event.pub == wanted else None

    return act(match_id=match_id, account=account, command_id=command_id, same=same, decide=decide)[0]


def end_pause(*, match_id: UUID, account: UUID, command_id: str) -> Receipt:
    """Any seat may end a pause by agreement. Raises Conflict `not-paused`."""

    def decide(here: SeatAt, deciding: Deciding, command: str) -> None:
        if not deciding.position.kept.agreed_pause:
            raise Conflict("not-paused", here.seq)
        absence.end_agreed_pause(deciding, ev.seat_actor(here.seat), command)
        deciding.answer_by_plans()

    def same(event: Event, here: SeatAt) -> Any:
        mine = event.actor == ev.seat_actor(here.seat) and event.pub.get("reason") == AGREEMENT
        return True if event.type == ev.ClockResumed.TYPE and mine else None

    return act(match_id=match_id, account=account, command_id=command_id, same=same, decide=decide)[0]


def come_back(*, match_id: UUID, account: UUID, command_id: str) -> Receipt:
    """Take one's seat back from the bot. Raises Conflict `not-away`, `move-waits`."""

    def decide(here: SeatAt, deciding: Deciding, command: str) -> None:
        away = deciding.position.kept.away.get(here.seat)
        if not here.away or away is None or not away.may_return:
            raise Conflict("not-away", here.seq)
        if any(move.seat == here.seat for move in deciding.position.kept.waiting.values()):
            raise Conflict("move-waits", here.seq)
        absence.come_back(deciding, here.seat, command)

    def same(event: Event, here: SeatAt) -> Any:
        return True if event.type == ev.SeatReturned.TYPE and event.pub["seat"] == here.seat else None

    return act(match_id=match_id, account=account, command_id=command_id, same=same, decide=decide, check=must_run)[0]


def resign(*, match_id: UUID, account: UUID, command_id: str = "") -> Receipt:
    """Give the match up: it ends, or a bot takes over. A table of bots is ended by its opener.

    Raises BadRequest, Conflict `move-waits`, `command-reused`.
    """

    def decide(here: SeatAt, deciding: Deciding, command: str) -> None:
        if deciding.position.kept.waiting:
            raise Conflict("move-waits", here.seq)
        absence.resign(deciding, here.seat, command)

    def same(event: Event, here: SeatAt) -> Any:
        return True if event.type == ev.SeatResigned.TYPE and event.pub["seat"] == here.seat else None

    command = command_of(command_id or str(uuid.uuid4()))
    if is_bot_table(match_id):
        return end_bot_table(match_id=match_id, account=account, command=command)
    if not is_dated(match_id):
        return resign_in_the_old_form(match_id, account, command, same)
    return act(match_id=match_id, account=account, command_id=command, same=same, decide=decide)[0]
