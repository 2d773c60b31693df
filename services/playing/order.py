"""What operators do to matches: each ruling is in the log and, in the same transaction, in the trail."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from engine.core.game import Seat as SeatNumber
from services.errors import BadRequest, Conflict, NotFound
from services.log.append import Head
from services.matches.models import Match, Seat
from services.people.trail import Order, check_order, note
from services.playing import rulings
from services.playing.forms import command_of

ABORT, FORFEIT, CREDIT = "abort", "forfeit", "credit"
MATCH: Final = "match"
MOST_MS: Final = 366 * 86_400_000
Rule = Callable[[str], Head | None]


def abort_match(match_id: UUID, order: Order) -> None:
    """Raises what `_ruled` does."""

    def rule(command: str) -> Head | None:
        return rulings.annul_by_operator(match_id=match_id, operator=order.operator, command=command)

    _ruled(match_id, order, rule, {})


def forfeit_seat(match_id: UUID, seat: SeatNumber, order: Order) -> None:
    """Raises what `_ruled` does; NotAllowed `bad-seat`."""

    def rule(command: str) -> Head | None:
        return rulings.forfeit_by_operator(match_id=match_id, seat=seat, operator=order.operator, command=command)

    _ruled(match_id, order, rule, {"seat": seat})


def credit_clock(match_id: UUID, seat: SeatNumber, ms: int, order: Order) -> None:
    """Raises what `_ruled` does; NotAllowed `bad-seat`, Conflict `no-clock`."""
    if not 0 < ms <= MOST_MS:
        raise BadRequest({"ms": f"1 to {MOST_MS}"})

    def rule(command: str) -> Head | None:
        return rulings.credit_by_operator(
            match_id=match_id, seat=seat, ms=ms, reason=order.reason, operator=order.operator, command=command
        )

    _ruled(match_id, order, rule, {"seat": seat, "ms": ms})


def _ruled(match_id: UUID, order: Order, rule: Rule, what: Mapping[str, Any]) -> None:
    """Raises BadRequest, NotFound, Conflict `own-match`, `tournament-match`, `match-over`, `not-started`,
    `match-parked`, `move-waits`, `command-reused`."""
    check_order(order)
    command = command_of(order.command)
    with transaction.atomic():
        match = match_to_rule(match_id, order)
        before, people = _standing(match), people_of(match_id)
        if rule(command) is None:
            raise Conflict("command-reused" if _runs(match_id) else "match-over")
        note(
            order, thing=MATCH, subject=match_id, accounts=people, match=match_id, before=before,
            after={**_standing(_match(match_id)), **what},
        )  # fmt: skip


def match_to_rule(match_id: UUID, order: Order) -> Match:
    match = _match(match_id)
    if order.operator in people_of(match_id):
        raise Conflict("own-match")
    if match.tournament is not None:
        raise Conflict("tournament-match")
    if match.over:
        raise Conflict("match-over", match.head.seq)
    if match.parked:
        raise Conflict("match-parked", match.head.seq)
    if match.status != Match.Status.RUNNING:
        raise Conflict("not-started", match.head.seq)
    return match


def people_of(match_id: UUID) -> list[UUID]:
    """Who sits there, and those whose seat a bot has taken over."""
    pairs = Seat.objects.filter(match_id=match_id).values_list("account", "former")
    return [person for pair in pairs for person in pair if person is not None]


def _match(match_id: UUID) -> Match:
    match = Match.objects.select_related("stream").filter(pk=match_id).first()
    if match is None:
        raise NotFound
    return match


def _runs(match_id: UUID) -> bool:
    return _match(match_id).status == Match.Status.RUNNING


def _standing(match: Match) -> dict[str, Any]:
    """How a match stands, as far as the trail tells it."""
    return {"status": str(match.status), "seq": match.head.seq}
