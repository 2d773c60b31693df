"""What a tournament does next, done: decide, do the steps, look again until nothing is due."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import DatabaseError, IntegrityError, InterfaceError, transaction
from django.db.models import F

from services.bus import pokes
from services.errors import Refusal
from services.facts import DeadlineNear
from services.log.append import HeadMoved
from services.log.outbox import say
from services.matches.clock import moment_of
from services.pairings import events as ev
from services.pairings.arena import TICK_MS
from services.pairings.deadlines import deadline_in_force, last_moment
from services.pairings.decide import arena_ends_at
from services.pairings.state import PairedRound
from services.pairings.steps import (
    CloseTournament,
    OpenMatch,
    Order,
    PairRound,
    RevealSeed,
    StartTournament,
    Step,
    Write,
)
from services.tournaments.boards import open_matches
from services.tournaments.directing import CLOSED, STARTED, closed_now, started_now
from services.tournaments.entering import move_up
from services.tournaments.looking import steps_due
from services.tournaments.matches import first_questions, moved_deadlines, no_show_after, watched_now
from services.tournaments.models import Tournament
from services.tournaments.orders import carry_out, seat_substitutes
from services.tournaments.pairing import pair
from services.tournaments.seeds import committed_seed
from services.tournaments.streams import QUEUE, Loaded, Said, commit, load, prepare

logger = logging.getLogger(__name__)
LOOKS: Final = 200  # at one tournament in one task
TRIES: Final = 3
AT_ONCE: Final = 64  # entrants up to whom a round is paired in the same task
SOON: Final = timedelta(seconds=1)  # an order was given: look whether it is done
AGAIN: Final = timedelta(minutes=5)  # somebody's clock rests: look again
NEAR: Final = timedelta(hours=24)


def advance(tournament: UUID) -> None:
    """Do all that is due. Safe to run twice, late, or together with others."""
    try:
        _advance(tournament)
    except (DatabaseError, InterfaceError):
        raise  # the store is away: the tick comes back to it
    except Exception as error:
        _record_failure(tournament, error)


def _record_failure(tournament: UUID, error: Exception) -> None:
    """Count the try; after the third the tournament is parked with the reason, and the others go on."""
    logger.exception("tournament %s cannot go on", tournament, exc_info=error)
    rows = Tournament.objects.filter(pk=tournament)
    rows.update(tries=F("tries") + 1)
    rows.filter(tries__gte=TRIES).update(parked=f"{type(error).__name__}: {error}"[:200])


def _advance(tournament: UUID) -> None:
    for _ in range(LOOKS):
        loaded = load(tournament)
        if loaded.row.parked or loaded.state.revealed:
            return
        if move_up(loaded) is not None:
            continue
        seat_substitutes(loaded.state, watched_now(loaded.state))
        steps = steps_due(loaded)
        if not _do(loaded, steps):
            _rest(loaded, steps)
            return
    pokes.poke("tournaments.advance", str(tournament), queue=QUEUE)


def _do(loaded: Loaded, steps: Sequence[Step]) -> bool:
    """Whether something was done that may lead to more at once."""
    openings = [step for step in steps if isinstance(step, OpenMatch)]
    opened = open_matches(loaded.state, openings) if openings else 0
    for order in steps:
        if isinstance(order, Order):
            carry_out(loaded.state, order)
    said = [item for step in steps if (item := _said(loaded, step)) is not None]
    if said:
        return _write(loaded, said)
    if any(isinstance(step, PairRound) for step in steps):
        return _pair(loaded)
    return opened > 0


def _write(loaded: Loaded, said: Sequence[Said]) -> bool:
    try:
        commit(prepare(loaded, said))
    except (HeadMoved, IntegrityError):
        logger.info("tournament %s was written to meanwhile", loaded.id)
    return True


def _pair(loaded: Loaded) -> bool:
    """A small round here and now, a large one in a task of its own."""
    if len(loaded.state.order) <= AT_ONCE or loaded.state.opened.format not in ("swiss", "swiss_pods"):
        return pair(loaded.id)
    pokes.poke("tournaments.pair", str(loaded.id), queue=QUEUE)
    return False


def _said(loaded: Loaded, step: Step) -> Said | None:
    """The event that a step writes, and the key by which it is written once."""
    match step:
        case Write(event):
            return Said(event, once=_once(event))
        case StartTournament():
            try:
                return Said(started_now(loaded), once=STARTED)
            except Refusal:
                return None
        case CloseTournament(reason):
            return Said(closed_now(loaded.state, reason), once=CLOSED)
        case RevealSeed():
            return Said(ev.TournamentSeedRevealed(committed_seed(loaded.id).hex()), once="revealed")
    return None


def _once(event: ev.TournamentEvent) -> str:
    match event:
        case ev.ResultNoted():
            return f"result {event.round}/{event.table}/{event.game}"
        case ev.GameAdded():
            return f"game {event.round}/{event.table}/{event.game}"
        case ev.RoundClosed():
            return f"closed {event.round}"
    raise ValueError(f"{event.type} is not written by the server alone")


# -- when to look again -----------------------------------------------------------------------------------------------


def _rest(loaded: Loaded, steps: Sequence[Step]) -> None:
    """Note when to look again, unless somebody has written meanwhile; say that a deadline comes near."""
    near = _near_round(loaded)
    with transaction.atomic():
        rows = Tournament.objects.filter(pk=loaded.id, due_at=loaded.row.due_at)
        if not rows.update(due_at=next_look(loaded, steps), near_round=near or loaded.row.near_round):
            return
        if near is not None:
            say([DeadlineNear(str(loaded.id), near)], loaded.at, loaded.id)


def next_look(loaded: Loaded, steps: Sequence[Step]) -> datetime | None:
    """None: only something that is written leads on."""
    if steps:
        return loaded.at + SOON
    state = loaded.state
    if state.start is None:
        moments = [state.opened.entry.get("starts_at"), state.opened.entry.get("closes_at")]
        return min((fair_moment(text) for text in moments if text and fair_moment(text) > loaded.at), default=None)
    later = [moment for moment in _moments(loaded) if moment is not None]
    return min((max(moment, loaded.at + SOON) for moment in later), default=None)


def fair_moment(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def _moments(loaded: Loaded) -> list[datetime | None]:
    state = loaded.state
    if state.opened.format == "arena":
        tick = loaded.at + timedelta(milliseconds=TICK_MS) if state.ready else None
        return [moment_of(max(arena_ends_at(state), 0)), tick, _no_shows(loaded)]
    return [*_deadlines(loaded), _no_shows(loaded)]


def _deadlines(loaded: Loaded) -> list[datetime | None]:
    """Of open rounds: when the last moment has come, and when it is near."""
    moments: list[datetime | None] = []
    moved = moved_deadlines(loaded.state, loaded.row.outages)
    for paired in loaded.state.rounds:
        if paired.closed_seq is None:
            last = {last_moment(loaded.state, paired, table.table) for table in paired.tables}
            ends = [moment_of(ms + moved.get(paired.round, 0)) for ms in last if ms]
            moments += [end if end > loaded.at else loaded.at + AGAIN for end in ends]
            deadline = deadline_in_force(loaded.state, paired)
            near = None if deadline is None else fair_moment(deadline) - NEAR
            moments.append(near if near is not None and near > loaded.at else None)
    return moments


def _no_shows(loaded: Loaded) -> datetime | None:
    allowed = no_show_after(loaded.state)
    since = first_questions(watched_now(loaded.state)) if allowed is not None else []
    if not since or allowed is None:
        return None
    return min(moment + allowed if moment + allowed > loaded.at else loaded.at + AGAIN for moment in since)


def _near_round(loaded: Loaded) -> int | None:
    """The round whose deadline has come near and was not said to be."""
    state = loaded.state
    for paired in state.rounds:
        in_force = deadline_in_force(state, paired)
        if paired.round <= loaded.row.near_round or paired.closed_seq is not None or in_force is None:
            continue
        deadline = fair_moment(in_force)
        if deadline - NEAR <= loaded.at < deadline and _was_longer(paired, deadline):
            return paired.round
    return None


def _was_longer(paired: PairedRound, deadline: datetime) -> bool:
    """A round of an evening has no deadline that comes near."""
    return deadline - fair_moment(paired.at) > NEAR
