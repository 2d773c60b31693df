"""Pairing a round: a long task with a claim row, so that two workers do not spend the same minute twice.

The claim saves work and guards nothing: one pairing per round is kept by the log (`once`, and the head).
"""

from __future__ import annotations

import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from uuid import UUID

from django.db import IntegrityError, connection

from services.log import clock
from services.log.append import HeadMoved
from services.pairings import events as ev
from services.pairings.decide import after_pairing
from services.pairings.pairing import pair_next
from services.pairings.rulings import RuleDirectors, RuleExtend, RuleHold, RuleRelease
from services.pairings.steps import CloseTournament, PairRound, Write
from services.tournaments.directing import CLOSED, closed_now
from services.tournaments.looking import steps_due
from services.tournaments.models import PairingClaim
from services.tournaments.seasons import divisions_before
from services.tournaments.streams import Loaded, Said, commit, load, prepare, recorded_events

CLAIMED: Final = 15  # seconds
RENEWED: Final = 5.0  # seconds between two renewals
TRIES: Final = 5
CHANGES_NO_PAIRING: Final = (RuleDirectors, RuleExtend, RuleHold, RuleRelease)  # rulings that change no pairing


def pair(tournament: UUID) -> bool:
    """Pair the round that is due; False: none is, or somebody else is at it."""
    loaded = load(tournament)
    round_due = due_round(loaded)
    if round_due is None:
        return False
    with claimed(tournament, round_due) as mine:
        return mine and _pair(load(tournament))


def due_round(loaded: Loaded) -> int | None:
    return next((step.round for step in steps_due(loaded) if isinstance(step, PairRound)), None)


def _pair(loaded: Loaded) -> bool:
    for _ in range(TRIES):
        if due_round(loaded) is None:
            return False
        step = after_pairing(pair_next(loaded.state, now=loaded.now, previous=divisions_before(loaded.state)))
        present = load(loaded.id)
        if not _still_holds(loaded, present):
            loaded = present
            continue
        try:
            commit(prepare(present, [_said(present, step)]))
        except (HeadMoved, IntegrityError):
            loaded = load(loaded.id)
            continue
        return True
    return False


def _said(loaded: Loaded, step: object) -> Said:
    if isinstance(step, CloseTournament):
        return Said(closed_now(loaded.state, step.reason), once=CLOSED)
    assert isinstance(step, Write)
    assert isinstance(step.event, ev.RoundPaired)
    return Said(step.event, once=f"paired {step.event.round}")


def _still_holds(paired: Loaded, present: Loaded) -> bool:
    """Whether nothing was recorded meanwhile that a pairing follows from: a withdrawal begins it anew."""
    since = recorded_events(paired.id, paired.head.seq, present.head.seq)
    return all(_keeps_pairing(recorded.event, len(paired.state.rounds) + 1) for recorded in since)


def _keeps_pairing(event: ev.TournamentEvent, number: int) -> bool:
    if isinstance(event, ev.ByeRequested):
        return event.round > number
    return isinstance(event, ev.RulingMade) and isinstance(event.ruling, CHANGES_NO_PAIRING)


# -- the claim --------------------------------------------------------------------------------------------------------


@contextmanager
def claimed(tournament: UUID, number: int) -> Iterator[bool]:
    """Whether the claim is ours; it is renewed while the block runs and given up after it."""
    holder = uuid.uuid4()
    if not _claim(tournament, number, holder):
        yield False
        return
    done = threading.Event()
    renewing = threading.Thread(target=_renew, args=(tournament, holder, done), daemon=True)
    renewing.start()
    try:
        yield True
    finally:
        done.set()
        renewing.join()
        PairingClaim.objects.filter(tournament_id=tournament, holder=holder).delete()


_CLAIM = f"""
    INSERT INTO tournaments_pairingclaim (tournament_id, round, began, until, holder)
    VALUES (%s, %s, {clock.NOW}, {clock.NOW} + %s * interval '1 second', %s)
    ON CONFLICT (tournament_id) DO UPDATE SET round = excluded.round, began = excluded.began, until = excluded.until,
           holder = excluded.holder
     WHERE tournaments_pairingclaim.until <= {clock.NOW}
"""


def _claim(tournament: UUID, number: int, holder: UUID) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM, [tournament, number, CLAIMED, holder])
        return bool(cursor.rowcount == 1)


_RENEW = f"""
    UPDATE tournaments_pairingclaim SET until = {clock.NOW} + %s * interval '1 second'
     WHERE tournament_id = %s AND holder = %s
"""


def _renew(tournament: UUID, holder: UUID, done: threading.Event) -> None:
    try:
        while not done.wait(RENEWED):
            with connection.cursor() as cursor:
                cursor.execute(_RENEW, [CLAIMED, tournament, holder])
    finally:
        connection.close()
