"""The door for everything a person does at a running match beside moving: read, decide, commit, repeat if overtaken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, connection

from services.errors import Conflict, NotFound, NotYours
from services.log import clock
from services.log.append import Head
from services.log.models import Event
from services.log.receipts import Receipt, receipt_of
from services.matches.models import Match
from services.matches.position import Position
from services.matches.snapshots import past_of
from services.playing.commit import Work, announce, commit
from services.playing.decide import Deciding
from services.playing.forms import command_of
from services.readers.history import position_at

RETRIES: Final = 20


@dataclass(frozen=True, slots=True)
class SeatAt:
    """A match as of one moment, and the seat of whoever stands at the door."""

    match: Match
    at: datetime
    seat: int
    away: bool  # a bot has taken the seat over

    @property
    def seq(self) -> int:
        return self.match.head.seq

    def deciding(self, position: Position | None = None) -> Deciding:
        start = position or position_at(self.match.id, self.seq)
        return Deciding(start, None, self.match.head, self.at, past_of(self.match.id))


_READ = f"""
    SELECT {Match.columns("m", "st")}, {clock.NOW}, s.seat, s.account IS NULL
      FROM store_match m JOIN store_stream st ON st.id = m.id
      LEFT JOIN store_seat s ON s.match_id = m.id AND (s.account = %s OR s.former = %s)
     WHERE m.id = %s
"""


def read_match(match_id: UUID) -> tuple[Match, datetime]:
    """A match and the database's time, as of one moment. Raises NotFound."""
    with connection.cursor() as cursor:
        cursor.execute(_MATCH, [match_id])
        row: Sequence[Any] | None = cursor.fetchone()
    if row is None:
        raise NotFound
    return Match.from_row(row), clock.steady(row[Match.row_size()])


_MATCH = f"""
    SELECT {Match.columns("m", "st")}, {clock.NOW}
      FROM store_match m JOIN store_stream st ON st.id = m.id WHERE m.id = %s
"""


def read_seat(match_id: UUID, account: UUID) -> SeatAt:
    """One statement. Raises NotFound, NotYours."""
    with connection.cursor() as cursor:
        cursor.execute(_READ, [account, account, match_id])
        row: Sequence[Any] | None = cursor.fetchone()
    if row is None:
        raise NotFound
    match = Match.from_row(row)
    at, seat, away = row[Match.row_size() :]
    if seat is None:
        raise NotFound if match.private else NotYours
    return SeatAt(match, clock.steady(at), seat, away)


def must_run(here: SeatAt) -> None:
    """Raises Conflict `not-started`, `match-over`, `substituted`."""
    if here.match.over:
        raise Conflict("match-over", here.seq)
    if here.match.status != Match.Status.RUNNING:
        raise Conflict("not-started", here.seq)


def must_hold_seat(here: SeatAt) -> None:
    must_run(here)
    if here.away:
        raise Conflict("substituted", here.seq)


Act = Callable[[SeatAt, Deciding, str], Any]  # adds to what is decided; gives what the answer needs beside the receipt
Same = Callable[[Event, SeatAt], Any]  # what the answer was, if the event is the thing that is done; None: another one


def act(
    *,
    match_id: UUID,
    account: UUID,
    command_id: str,
    same: Same,
    decide: Act,
    check: Callable[[SeatAt], None] = must_hold_seat,
) -> tuple[Receipt, Any]:
    """Do one thing once. Raises what `check` and `decide` raise, Conflict `command-reused`, `busy`."""
    command = command_of(command_id)
    for _ in range(RETRIES):
        here = read_seat(match_id, account)
        earlier = repeated(here, command, same)
        if earlier is not None:
            return earlier
        check(here)
        position = position_at(here.match.id, here.seq)
        deciding = here.deciding(position)
        extra = decide(here, deciding, command)
        before = position_at(here.match.id, here.match.judged_seq)
        work = Work(here.match, here.at, before, deciding.decided())
        try:
            committed = commit([work])[0]
        except IntegrityError:
            continue  # the same command came twice at the same time: look again
        if committed is not None:
            announce(committed)
            return receipt_of(_head_of(here, deciding, committed.head, command)), extra
    raise Conflict("busy")


def _head_of(here: SeatAt, deciding: Deciding, head: Head, command: str) -> Head:
    """The receipt is for the event that the command became, not for what follows from it."""
    event = Event.objects.get(stream_id=here.match.id, cmd=command)
    return Head(head.stream, event.seq, event.hash, event.at, head.seal_key)


def repeated(here: SeatAt, command: str, same: Same) -> tuple[Receipt, Any] | None:
    """The same command again: the same answer. The same id for something else: Conflict `command-reused`."""
    event = Event.objects.filter(stream_id=here.match.id, cmd=command).first()
    if event is None:
        return None
    extra = same(event, here)
    if extra is None:
        raise Conflict("command-reused", here.seq)
    return receipt_of_event(here.match, event), extra


def receipt_of_event(match: Match, event: Event) -> Receipt:
    """As it was given when the event was recorded."""
    head = match.head
    return receipt_of(Head(head.stream, event.seq, event.hash, event.at, head.seal_key))
