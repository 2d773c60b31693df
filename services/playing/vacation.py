"""The clock of a seat stands while its account is on vacation, wherever the table allows it (async.md 2)."""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

from engine.core.game import Seat
from services.matches.agreements import VACATION
from services.matches.clock import SeatClock, ms_of
from services.matches.models import Match
from services.matches.position import Position
from services.matches.snapshots import past_of
from services.playing import absence
from services.playing.commit import Work, announce, commit
from services.playing.decide import Deciding
from services.playing.door import read_match
from services.readers.history import position_at

RETRIES: Final = 20


def keep_vacation(match_id: UUID, seat: Seat, account: UUID, since: datetime | None) -> None:
    """Make the log say what is so: `since` is when the account went on vacation, None if it is not on one.

    What ran meanwhile is credited. Safe to call as often as one likes.
    """
    for _ in range(RETRIES):
        match, now = read_match(match_id)
        if match.status != Match.Status.RUNNING:
            return
        position = position_at(match_id, match.head.seq)
        deciding = Deciding(position, None, match.head, now, past_of(match_id))
        _decide(deciding, position, seat, account, since)
        if not deciding.drafts:
            return
        committed = commit([Work(match, now, position_at(match_id, match.judged_seq), deciding.decided())])[0]
        if committed is not None:
            announce(committed)
            return


def _decide(deciding: Deciding, position: Position, seat: Seat, account: UUID, since: datetime | None) -> None:
    clocks = position.kept.clocks
    if clocks is None or seat not in clocks.seats:
        return
    clock = clocks.seats[seat]
    stands = absence.on_vacation(position, seat)
    away = since is not None and position.kept.holders[seat].account == str(account) and clocks.clock.vacation
    if away and not stands:
        assert since is not None
        missed = _missed(clock, since, deciding.at)
        absence.pause(deciding, [seat], VACATION)
        if missed > 0:
            absence.credit(deciding, seat, missed, reason=VACATION)
    elif stands and not away:
        absence.resume(deciding, [seat], VACATION)


def _missed(clock: SeatClock, since: datetime, now: datetime) -> int:
    """What the running decision was charged since the vacation began."""
    if clock.bot or clock.stint is None or clock.stint.opened is None:
        return 0
    return clock.charged_by(ms_of(now)) - clock.charged_by(ms_of(since))
