"""Invitations: whoever sits at a table asks somebody to sit down there, too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from services.bus.telling import tell
from services.errors import Conflict, NotFound, NotYours
from services.facts import TableInvited
from services.lobby.models import Invitation
from services.log import clock
from services.matches.models import Match, Seat
from services.people.accounts import is_guest, names_of
from services.people.preferences import EVERYBODY, KNOWN, settings_of
from services.people.social import blockers_of, blocks, follows, other_account
from services.playing.tables import Wish, open_table, take_seat
from services.readers.social import have_played

OPEN = Invitation.Status.OPEN


def invite(*, table: UUID, me: UUID, other: UUID) -> dict[str, Any]:
    """A blocked inviter is answered as ever. Raises NotFound, NotYours, Conflict."""
    match = Match.objects.select_related("stream").filter(pk=table).first()
    seats = list(Seat.objects.filter(match_id=table))
    sits = me in [seat.account for seat in seats]
    if match is None or (not sits and _is_hidden(match, seats, me)):
        raise NotFound
    if not sits:
        raise NotYours("not-your-table")
    other_account(me, other)
    _check_table(match, seats, other)
    silent = blocks(other, me)
    if not silent and not _takes_from(other, me):
        raise Conflict("takes-no-invitations", match.head.seq)
    return _written(match, me, other, silent)


def _is_hidden(match: Match, seats: Sequence[Seat], me: UUID) -> bool:
    """From whoever sits elsewhere: a private table, and an open one at which somebody has blocked them."""
    seated = [seat.account for seat in seats if seat.account is not None]
    return match.private or (match.status == Match.Status.OPEN and bool(blockers_of(me, seated)))


def challenge(*, me: UUID, other: UUID, wish: Wish, asker: str) -> UUID:
    """A private table and the invitation to it; refused, there is neither. Raises as both do."""
    with transaction.atomic():
        other_account(me, other)
        table = open_table(account=me, wish=replace(wish, private=True), asker=asker).id
        invite(table=table, me=me, other=other)
    return table


def _check_table(match: Match, seats: Sequence[Seat], other: UUID) -> None:
    if match.rated and is_guest(other):
        raise NotYours("guests-kept-out")
    if match.status != Match.Status.OPEN:
        raise Conflict("already-started", match.head.seq)
    if len(seats) >= match.seats:
        raise Conflict("table-full", match.head.seq)
    if other in [seat.account for seat in seats]:
        raise Conflict("already-seated", match.head.seq)


def _takes_from(other: UUID, me: UUID) -> bool:
    wish = settings_of(other).invitations
    return wish == EVERYBODY or (wish == KNOWN and (follows(other, me) or have_played(other, me)))


def _written(match: Match, me: UUID, other: UUID, silent: bool) -> dict[str, Any]:
    row = Invitation(table=match.id, inviter=me, invited=other, silent=silent, at=clock.now())
    try:
        with transaction.atomic():
            row.save(force_insert=True)
            if not silent:
                tell([TableInvited(str(match.id), str(other), str(row.id))], row.at, match.id)
    except IntegrityError:
        raise Conflict("already-invited", match.head.seq) from None
    return invitations_json([row])[0]


def answer(*, invitation: UUID, me: UUID, accepted: bool, entropy: str) -> dict[str, Any]:
    """Accepted: seated. Raises NotFound, Conflict."""
    with transaction.atomic():
        row = Invitation.objects.select_for_update().filter(pk=invitation, invited=me, silent=False).first()
        if row is None:
            raise NotFound
        if row.status == Invitation.Status.WITHDRAWN:
            raise Conflict("invitation-withdrawn")
        if row.status != OPEN:
            raise Conflict("invitation-answered")
        if accepted:
            _sit(row, me, entropy)
        row.status = Invitation.Status.ACCEPTED if accepted else Invitation.Status.DECLINED
        row.save(update_fields=["status"])
    return invitations_json([row])[0]


def _sit(row: Invitation, me: UUID, entropy: str) -> None:
    match = Match.objects.filter(pk=row.table).first()
    if match is None or match.status == Match.Status.ABORTED:
        raise Conflict("table-gone")
    take_seat(match_id=row.table, account=me, entropy=entropy, invite=match.invite)


def withdraw(*, invitation: UUID, me: UUID) -> None:
    """Raises NotFound, Conflict `invitation-answered`."""
    row = Invitation.objects.filter(pk=invitation, inviter=me).first()
    if row is None:
        raise NotFound
    if not Invitation.objects.filter(pk=row.pk, status=OPEN).update(status=Invitation.Status.WITHDRAWN):
        row.refresh_from_db()
        if row.status != Invitation.Status.WITHDRAWN:
            raise Conflict("invitation-answered")


def open_to(me: UUID) -> list[dict[str, Any]]:
    rows = Invitation.objects.filter(invited=me, status=OPEN, silent=False).order_by("-at", "id")
    return _still_open(list(rows[:100]))


def count_to(me: UUID) -> int:
    """How many wait for an answer: one statement, for every page."""
    tables = Match.objects.filter(status=Match.Status.OPEN).values("pk")
    return Invitation.objects.filter(invited=me, status=OPEN, silent=False, table__in=tables).count()


def open_from(me: UUID) -> list[dict[str, Any]]:
    return _still_open(list(Invitation.objects.filter(inviter=me, status=OPEN).order_by("-at", "id")[:100]))


def _still_open(rows: Sequence[Invitation]) -> list[dict[str, Any]]:
    return [item for item in invitations_json(rows) if item["status"] == OPEN]


def invitations_json(rows: Sequence[Invitation]) -> list[dict[str, Any]]:
    """An open one whose table has begun or is gone is gone, too."""
    tables = Match.objects.in_bulk([row.table for row in rows])
    names = names_of(row.inviter for row in rows)
    return [_json(row, tables.get(row.table), names.get(row.inviter)) for row in rows]


def _json(row: Invitation, table: Match | None, name: str | None) -> dict[str, Any]:
    over = row.status == OPEN and (table is None or table.status != Match.Status.OPEN)
    return {
        "id": str(row.id),
        "status": str(Invitation.Status.GONE if over else row.status),
        "table": str(row.table),
        "game": None if table is None else table.game,
        "clock": None if table is None else table.clock,
        "rated": None if table is None else table.rated,
        "from": {"account": str(row.inviter), "name": name},
        "to": str(row.invited),
        "at": row.at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
    }
