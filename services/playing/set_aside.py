"""What operators do to what was put aside: a match that cannot be folded, a fact that a follower cannot follow."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.db import transaction

from services.bus import pokes
from services.errors import Conflict, NotFound
from services.log import clock
from services.log.append import Append, HeadMoved, append_one, seal
from services.log.models import Outbox
from services.log.outbox import rows_of
from services.matches import events as ev
from services.matches.models import Match, Seat
from services.matches.rows import MatchRow, SeatRow
from services.people.trail import Order, check_order, note
from services.playing.commit import facts_of
from services.playing.forms import command_of
from services.playing.order import people_of
from services.playing.rulings import ANNUL, RULING, director_actor
from services.registry import services

RETRY, GIVE_UP = "retry", "give-up"
FOLLOWER, MATCH = "follower", "match"
NOT_PARKED: Final = "not-parked"


def retry_match(match_id: UUID, order: Order) -> None:
    """The referee tries it again, three times. Raises BadRequest, NotFound, Conflict `not-parked`."""
    check_order(order)
    with transaction.atomic():
        match = _parked(match_id)
        Match.objects.filter(pk=match_id).update(parked="", tries=0)
        _note_match(order, match, {"parked": ""})
        transaction.on_commit(lambda: _poke(match))


def give_up_match(match_id: UUID, order: Order) -> None:
    """Ends it without asking the rules: `director.ruled`, then `match.aborted`.

    Raises BadRequest, NotFound, Conflict `not-parked`, `own-match`, `match-over`, `busy`.
    """
    check_order(order)
    with transaction.atomic():
        match = _parked(match_id)
        if order.operator in people_of(match_id):
            raise Conflict("own-match")
        if match.over:
            raise Conflict("match-over", match.head.seq)
        _abort(match, order)
        Match.objects.filter(pk=match_id).update(parked="")
        _note_match(order, match, {"parked": "", "status": str(Match.Status.ABORTED)})
        transaction.on_commit(lambda: _poke(match))


def _parked(match_id: UUID) -> Match:
    match = Match.objects.select_related("stream").filter(pk=match_id).first()
    if match is None:
        raise NotFound
    if not match.parked:
        raise Conflict(NOT_PARKED)
    return match


def _abort(match: Match, order: Order) -> None:
    drafts = [
        ev.DirectorRuled(ruling=ANNUL).draft(director_actor(order.operator), cmd=command_of(order.command)),
        ev.MatchAborted(reason=RULING).draft(ev.SERVER),
    ]
    sealed = seal(match.head, drafts, clock.now())
    ended = MatchRow(
        match.id, status=Match.Status.ABORTED, ended_at=sealed.head.at, due_at=None, clock_at=None, tries=0
    )
    numbers = Seat.objects.filter(match_id=match.id).values_list("seat", flat=True)
    nothing = [
        SeatRow(match.id, seat, decision=None, asked_at=None, answered_seq=None, deadline_at=None) for seat in numbers
    ]
    facts = facts_of(match, drafts)
    try:
        append_one(Append(sealed, [ended, *nothing, *rows_of(match.id, facts, sealed.head.at)]))
    except HeadMoved:
        raise Conflict("busy") from None
    transaction.on_commit(lambda: pokes.wake(facts))


def _note_match(order: Order, match: Match, after: dict[str, str]) -> None:
    before = {"parked": match.parked, "status": str(match.status)}
    people = people_of(match.id)
    note(
        order, thing=MATCH, subject=match.id, accounts=people, match=match.id, before=before, after={**before, **after}
    )


def _poke(match: Match) -> None:
    pokes.call_referee(match.id, match.game)


# -- facts ------------------------------------------------------------------------------------------------------------


def retry_fact(key: int, order: Order) -> None:
    """Raises BadRequest, NotFound, Conflict `not-parked`."""
    check_order(order)
    with transaction.atomic():
        row = _parked_fact(key)
        Outbox.objects.filter(pk=key).update(parked="", tries=0, due_at=clock.now())
        _note_fact(order, row, {"parked": ""})
        transaction.on_commit(lambda: _poke_follower(row.follower))


def give_up_fact(key: int, order: Order) -> None:
    """The follower never hears of it. Raises BadRequest, NotFound, Conflict `not-parked`."""
    check_order(order)
    with transaction.atomic():
        row = _parked_fact(key)
        Outbox.objects.filter(pk=key).delete()
        _note_fact(order, row, {"parked": "", "given_up": True})


def _parked_fact(key: int) -> Outbox:
    row = Outbox.objects.select_for_update().filter(pk=key).first()
    if row is None:
        raise NotFound
    if not row.parked:
        raise Conflict(NOT_PARKED)
    return row


def _note_fact(order: Order, row: Outbox, after: dict[str, object]) -> None:
    before = {"follower": row.follower, "fact": row.fact, "body": row.body, "parked": row.parked}
    note(order, thing=FOLLOWER, subject=row.pk, accounts=[], before=before, after=after)


def _poke_follower(name: str) -> None:
    for row in services():
        if row.name == name and row.queue:
            pokes.poke(f"{name}.follow", queue=row.queue)
