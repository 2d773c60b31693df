"""load – decide – commit – announce, over lists of matches. Nothing is locked: a moved head is looked at again."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Final
from uuid import UUID

from django.db import DatabaseError, InterfaceError, transaction

from services.log.append import is_about_data
from services.matches.models import Match
from services.matches.snapshots import past_of
from services.playing.commit import Committed, Work, announce, commit, poke_bots
from services.playing.decide import Deciding
from services.playing.parking import record_failure
from services.referee.load import Desk, LoadedMatch, desk_of, ensure_bot_keys, forget, keep, keys_at_start, load

logger = logging.getLogger(__name__)
RETRIES: Final = 20  # of a match in which others keep recording


def serve(match_ids: Sequence[UUID]) -> None:
    """Judge everything recorded, start what is full, run out timers. Safe to run twice or late."""
    waiting = list(match_ids)
    for _ in range(RETRIES):
        works = [work for loaded in load(waiting) if (work := _decide_safely(loaded)) is not None]
        if not works:
            return
        written = _commit(works)
        for committed in written:
            _follow_up(committed)
        done = {committed.work.match.id for committed in written}
        waiting = [work.match.id for work in works if work.match.id not in done]
        if not waiting:
            return
    logger.warning("%s matches are busy", len(waiting))  # the sweep comes back to them


def _commit(works: Sequence[Work]) -> list[Committed]:
    """What was written. A match whose rows PostgreSQL refuses keeps none of the others from theirs."""
    try:
        return [committed for committed in commit(works) if committed is not None]
    except DatabaseError as error:
        if len(works) == 1 or not is_about_data(error):
            raise
    written: list[Committed] = []
    for work in works:
        try:
            written += _commit([work])
        except DatabaseError as error:
            if not is_about_data(error):
                raise
            logger.exception("%s cannot be written", work.match.id, exc_info=error)
    return written


def _decide_safely(loaded: LoadedMatch) -> Work | None:
    """None: nothing to write. A match whose fold raises is put aside; the others go on."""
    try:
        return _decide(loaded)
    except (DatabaseError, InterfaceError):
        raise  # the store is away: the sweep comes back to it
    except Exception as error:
        forget(loaded.match.id)
        record_failure(loaded.match.id, error)
        return None


def _decide(loaded: LoadedMatch) -> Work | None:
    match = loaded.match
    if match.parked:
        return None
    if match.status == Match.Status.STARTING:
        return _begin(loaded)
    if match.status == Match.Status.RUNNING:
        return _judge(loaded)
    if match.over and not match.revealed:
        return _reveal(loaded)
    return None


def _begin(loaded: LoadedMatch) -> Work:
    match, keys = loaded.match, keys_at_start(loaded)
    deciding = Deciding(None, keys, match.head, loaded.at)
    for event in loaded.events:
        deciding.take(event)
    deciding.begin(match.lot, dated=match.move_seconds is None)
    deciding.end_if_over()
    return Work(match, loaded.at, None, deciding.decided(), keys=keys)


def _judge(loaded: LoadedMatch) -> Work | None:
    match, desk = loaded.match, desk_of(loaded.match)
    deciding = Deciding(desk.position, desk.keys, match.head, loaded.at, past_of(match.id))
    for event in loaded.events:
        deciding.take(event)
    deciding.judge_all()
    deciding.answer_by_plans()
    deciding.judge_all()
    deciding.run_timers()
    deciding.end_if_over()
    if not loaded.events and not deciding.drafts:
        ensure_bot_keys(match.id, desk)
        poke_bots(match.id, desk.position)
        return None
    heard = frozenset(_seats_of(loaded))
    return Work(match, loaded.at, desk.position, deciding.decided(), heard, desk.keys)


def _seats_of(loaded: LoadedMatch) -> list[int]:
    """The seats for which something was recorded: their row says so until it is judged."""
    seats = [event.pub.get("seat") if event.seat is None else event.seat for event in loaded.events]
    return [seat for seat in seats if seat is not None]


def _reveal(loaded: LoadedMatch) -> Work:
    """A match that was ended where the seed is not known: only the seed is missing."""
    match, desk = loaded.match, desk_of(loaded.match)
    deciding = Deciding(desk.position, desk.keys, match.head, loaded.at, past_of(match.id))
    for event in loaded.events:
        deciding.take(event)
    deciding.reveal()
    return Work(match, loaded.at, desk.position, deciding.decided(), keys=desk.keys)


def _follow_up(committed: Committed) -> None:
    work = committed.work
    position = work.decided.position
    assert work.keys is not None
    if position.over:
        forget(work.match.id)
    else:
        desk = Desk(replace(position, seq=committed.head.seq), work.keys)
        transaction.on_commit(lambda: keep(work.match.id, desk))
    announce(committed)
