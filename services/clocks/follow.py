"""Outages and vacations. While nobody could be judged, no clock ran: it is given back before any clock expires."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import IntegrityError, transaction

from services.clocks.vacations import follow_account
from services.facts import Fact, MatchUnserved, OutageNoted, VacationChanged
from services.log import clock
from services.log.append import Append, HeadMoved, append_one, seal
from services.log.outbox import say
from services.log.rows import Row
from services.matches import events as ev
from services.matches.clock import SeatClock, ms_of
from services.matches.models import Match, Seat
from services.matches.rows import MatchRow, SeatRow
from services.matches.snapshots import past_of
from services.playing import absence
from services.playing.commit import Work, announce, commit
from services.playing.decide import Deciding
from services.playing.door import read_match
from services.readers.history import position_at

RETRIES: Final = 20
OUTAGE: Final = "outage"


def handle(facts: Sequence[Fact]) -> None:
    """One by one in transactions of their own: whose clocks are credited holds up nobody else's moves."""
    for fact in facts:
        _handle(fact)


def _handle(fact: Fact) -> None:
    if isinstance(fact, OutageNoted):
        _share_out(fact)
    elif isinstance(fact, MatchUnserved):
        _credit(fact)
    elif isinstance(fact, VacationChanged):
        follow_account(UUID(fact.account))


def _share_out(outage: OutageNoted) -> None:
    """A fact for each match: all of them in one transaction would hold up everybody's moves until the last is credited.

    One that cannot be credited keeps none of the others from it.
    """
    matches = Match.objects.filter(clock_at__isnull=False, status=Match.Status.RUNNING).values_list("pk", flat=True)
    facts = [MatchUnserved(str(match), outage.outage, outage.began, outage.ended) for match in matches]
    say(facts, clock.now())


def _credit(fact: MatchUnserved) -> None:
    match_id, began, ended = UUID(fact.match), datetime.fromisoformat(fact.began), datetime.fromisoformat(fact.ended)
    seconds = Match.objects.filter(pk=match_id).values_list("move_seconds", flat=True)
    for move_seconds in seconds:
        if move_seconds is None:
            credit_match(match_id, fact.outage, began, ended)
        else:
            _credit_older(match_id, fact.outage, began, ended)


def credit_match(match_id: UUID, outage: int, began: datetime, ended: datetime) -> None:
    """Every running clock gets its overlap with the gap, pauses excluded, once."""
    for _ in range(RETRIES):
        match, now = read_match(match_id)
        position = position_at(match_id, match.head.seq)
        if position.kept.clocks is None or match.status != Match.Status.RUNNING:
            return
        gifts = {
            seat: _gift(seat_clock, began, ended) for seat, seat_clock in sorted(position.kept.clocks.seats.items())
        }
        deciding = Deciding(position, None, match.head, now, past_of(match_id))
        for seat, ms in gifts.items():
            if ms > 0:
                absence.credit(deciding, seat, ms, reason=OUTAGE, once=f"outage {outage} seat {seat}")
        if not deciding.drafts:
            return
        work = Work(match, now, position_at(match_id, match.judged_seq), deciding.decided())
        with contextlib.suppress(IntegrityError), transaction.atomic():  # credited before
            committed = commit([work])[0]
            if committed is None:
                continue
            announce(committed)
        return


def _gift(seat: SeatClock, began: datetime, ended: datetime) -> int:
    """What the running decision was charged within the gap."""
    if seat.bot or seat.stint is None or seat.stint.opened is None:
        return 0
    return seat.charged_by(ms_of(ended)) - seat.charged_by(ms_of(began))


def _credit_older(match_id: UUID, outage: int, began: datetime, ended: datetime) -> None:
    """Once for each match and outage. Whose question was put after the outage had begun is credited from then on."""
    match = Match.objects.select_related("stream").get(pk=match_id)
    if match.clock_at is None or match.status != Match.Status.RUNNING:
        return
    gift = ended - max(began, match.stream.head_at)
    if gift <= timedelta(0):
        return
    ms = round(gift.total_seconds() * 1000)
    seats = Seat.objects.filter(match=match, decision__isnull=False).order_by("seat")
    waiting = list(seats.values_list("seat", flat=True))
    drafts = [
        ev.ClockCredited(seat=seat, ms=ms).draft(ev.SERVER, once=f"outage {outage} seat {seat}") for seat in waiting
    ]
    later = match.clock_at + gift
    rows: list[Row] = [MatchRow(match.id, clock_at=later)]
    rows += [SeatRow(match.id, seat, deadline_at=later) for seat in waiting]
    with contextlib.suppress(HeadMoved, IntegrityError), transaction.atomic():
        append_one(Append(seal(match.head, drafts, clock.now()), rows))
