"""The sweep: finds every kind of due work again from the database, so that the queue may lose everything."""

from __future__ import annotations

import contextlib
import logging
import uuid
from datetime import datetime, timedelta
from typing import Any

from celery import shared_task
from django.db import transaction
from django.db.models import F, Q

from engine.games import GAMES
from services import bus
from services.errors import Refusal
from services.intake import submit_move
from services.projections.models import Frame, MatchCard
from services.store.log import Draft, HeadMoved, append, head_of, now
from services.store.models import Match, Pulse
from services.tables import give_up

logger = logging.getLogger(__name__)
LATE = timedelta(seconds=2)  # a poke younger than this is probably still on its way
BOT_LATE = timedelta(seconds=4)
NOBODY_CAME = timedelta(days=3)
OUTAGE = timedelta(seconds=20)  # a longer silence of the sweep is credited to every running clock
MOST = 500
AUDITS = 4  # in one sweep
EVERY = 3  # seconds from sweep to sweep, as the schedule in deploy/settings.py has it


@shared_task(name="house.sweep")
def sweep() -> None:
    """Safe to run as often as one likes."""
    moment = now()
    _credit_outage(moment)
    _ask_workers()
    _lagging(moment)
    _timers(moment)
    _bots(moment)
    _clocks(moment)
    _empty_tables(moment)
    _audits()


def _advance(match_id: Any, game: str, countdown: float = 0) -> None:
    bus.poke("referee.advance", str(match_id), queue=bus.game_queue(game), countdown=countdown)


def _lagging(moment: datetime) -> None:
    """Recorded, but not judged: and tables that are full, but not started."""
    running = Q(status=Match.Status.RUNNING, head_seq__gt=F("judged_seq")) | Q(status=Match.Status.STARTING)
    found = Match.objects.filter(running, parked="", head_at__lt=moment - LATE).order_by("head_at")
    for match_id, game in found.values_list("id", "game")[:MOST]:
        _advance(match_id, game)


def _timers(moment: datetime) -> None:
    """Game timers that ran out, or will before the next sweep."""
    found = Match.objects.filter(status=Match.Status.RUNNING, parked="", due_at__lt=moment + timedelta(seconds=4))
    for match_id, game, due in found.values_list("id", "game", "due_at")[:MOST]:
        _advance(match_id, game, max(0.0, (due - moment).total_seconds() + 0.005) if due else 0)


def _bots(moment: datetime) -> None:
    """Questions put to bots that nobody answered."""
    found = Frame.objects.filter(
        decision__isnull=False,
        asked_at__lt=moment - BOT_LATE,
        match__status=Match.Status.RUNNING,
        match__parked="",
        match__head_seq=F("match__judged_seq"),
        match__holders__seat=F("eye"),
        match__holders__bot__gt="",
    )
    for match_id, seat in found.order_by("asked_at").values_list("match_id", "eye")[:MOST]:
        bus.poke("opponents.think", str(match_id), seat, queue="opponents")


def _audits() -> None:
    """Finished matches that nobody has checked yet; a few at a time, so that a rush of endings disturbs no match."""
    found = Match.objects.filter(revealed=True, audit="").order_by("ended_at")
    for match_id in found.values_list("id", flat=True)[:AUDITS]:
        bus.poke("audit.check", str(match_id), queue="audit", expires=EVERY)


@shared_task(name="house.alive")
def alive(queue: str) -> None:
    """Runs on every queue in turn: whoever runs it drains that queue."""
    bus.heartbeat(queue)


def queues() -> list[str]:
    return ["opponents", *(bus.game_queue(key) for key in sorted(GAMES))]


def _ask_workers() -> None:
    for queue in queues():
        bus.poke("house.alive", queue, queue=queue, expires=10)


# -- thinking time ----------------------------------------------------------------------------------------------------


def _credit_outage(moment: datetime) -> None:
    """While nobody could be judged, no clock ran: give the silence back before any clock is looked at."""
    pulse, _ = Pulse.objects.get_or_create(name="sweep", defaults={"at": moment})
    silence = moment - pulse.at
    if silence > OUTAGE:
        for match in Match.objects.filter(clock_at__isnull=False, status=Match.Status.RUNNING):
            _credit(match, min(silence, moment - match.head_at))
        pulse.longest_ms = max(pulse.longest_ms, round(silence.total_seconds() * 1000))
    Pulse.objects.filter(name="sweep").update(at=moment, longest_ms=pulse.longest_ms)


def _credit(match: Match, silence: timedelta) -> None:
    assert match.clock_at is not None
    gift = round(silence.total_seconds() * 1000)
    if gift <= 0:
        return  # it moved while we looked
    waiting = MatchCard.objects.values_list("to_act", flat=True).get(match=match)
    drafts = [Draft("clock.credited", "server", {"seat": seat, "ms": gift}) for seat in waiting]
    try:
        with transaction.atomic():
            append(head_of(match), drafts, {"clock_at": match.clock_at + silence}, status=Match.Status.RUNNING)
    except HeadMoved:
        return  # somebody moved meanwhile: the next judgement sets the clock anew


def _clocks(moment: datetime) -> None:
    """Thinking time that ran out: recorded here, ended by the referee."""
    ran_out = Match.objects.filter(
        status=Match.Status.RUNNING, parked="", clock_at__lt=moment, head_seq=F("judged_seq")
    )
    for match in ran_out[:MOST]:
        idle = Frame.objects.filter(match=match, decision__isnull=False).order_by("eye")
        for frame in idle:
            move = GAMES[match.game].idle_move((frame.moves or "").split("\n"))
            if move is not None:
                _put_down(frame, move)
            elif match.due_at is None:  # while the game's own timer runs, that timer looks after the seats
                _expire(match, frame.eye)
                break


def _put_down(frame: Frame, move: str) -> None:
    """The rules say what an idle seat does: recorded like any answer of that seat."""
    assert frame.decision is not None
    command = str(uuid.uuid4())
    with contextlib.suppress(Refusal):  # it has just answered by itself
        submit_move(match_id=frame.match_id, seat=frame.eye, decision=frame.decision, move=move, command_id=command)


def _expire(match: Match, seat: int) -> None:
    expired = Draft("clock.expired", "server", {"seat": seat})
    with contextlib.suppress(HeadMoved):
        append(head_of(match), [expired], {"clock_at": None}, status=Match.Status.RUNNING)
        _advance(match.id, match.game)


def _empty_tables(moment: datetime) -> None:
    for match in Match.objects.filter(status=Match.Status.OPEN, opened_at__lt=moment - NOBODY_CAME)[:MOST]:
        try:
            with transaction.atomic():
                give_up(head_of(match), "nobody-came")
        except HeadMoved:
            continue
