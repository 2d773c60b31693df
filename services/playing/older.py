"""Matches begun before events said who is asked: they go on and end in their older form (async.md 7)."""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import IntegrityError

from services.bus import pokes
from services.errors import Conflict
from services.log.append import Append, HeadMoved, append_one, seal
from services.log.receipts import Receipt, receipt_of
from services.matches import events as ev
from services.matches.models import Match
from services.matches.rows import MatchRow, SeatRow
from services.playing.door import Same, must_hold_seat, read_seat, repeated
from services.readers.history import position_at

RETRIES: Final = 20


def is_dated(match_id: UUID) -> bool:
    """Whether the events of a match say who is asked. One that has not started yet will, if its table is new."""
    match = Match.objects.select_related("stream").filter(pk=match_id).first()
    if match is None or match.started_at is None:
        return match is None or match.move_seconds is None
    return position_at(match_id, match.judged_seq).kept.dated


def resign_in_the_old_form(match_id: UUID, account: UUID, command: str, same: Same) -> Receipt:
    """Recorded here, ended by the referee. The same command again gets the same receipt.

    Raises Conflict `command-reused`.
    """
    for _ in range(RETRIES):
        here = read_seat(match_id, account)
        earlier = repeated(here, command, same)
        if earlier is not None:
            return earlier[0]
        must_hold_seat(here)
        draft = ev.SeatResigned(seat=here.seat).draft(ev.seat_actor(here.seat), cmd=command)
        sealed = seal(here.match.head, [draft], here.at)
        try:
            append_one(Append(sealed, [SeatRow(match_id, here.seat, answered_seq=sealed.head.seq)]))
        except (HeadMoved, IntegrityError):
            continue  # overtaken, perhaps by the same command: look again
        _poke_referee(here.match)
        return receipt_of(sealed.head)
    raise Conflict("busy")


def expire_in_the_old_form(match: Match, seat: int, now: datetime) -> None:
    """Recorded here, ended by the referee. Raises HeadMoved."""
    sealed = seal(match.head, [ev.ClockExpired(seat=seat).draft(ev.SERVER)], now)
    rows = [MatchRow(match.id, clock_at=None), SeatRow(match.id, seat, answered_seq=sealed.head.seq)]
    append_one(Append(sealed, rows))
    _poke_referee(match)


def _poke_referee(match: Match) -> None:
    pokes.call_referee(match.id, match.game)
