"""The schedule as a process of its own: a heartbeat every few seconds, and a tick for every service that is due.

It measures by the monotonic clock, so that a step of the wall clock neither stops nor speeds it.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from django.db import DatabaseError, InterfaceError, connections, transaction

from engine.games import GAMES
from services.bus import counters, pokes
from services.bus.telling import tell
from services.facts import OutageNoted
from services.log import clock, fair
from services.registry import services
from services.sweeper.models import Pulse
from services.sweeper.steps import Watch

logger = logging.getLogger(__name__)
STEP: Final = 1.0  # seconds
HEARTBEAT: Final = 10.0
OUTAGE: Final = timedelta(seconds=60)  # a longer silence is an outage
SWEEP: Final = "sweep"


class Schedule:
    """What is sent when. `now` gives seconds that only rise."""

    def __init__(self, now: Callable[[], float] = clock.seconds) -> None:
        self.now = now
        self._next: dict[str, float] = {}
        self.watch = Watch(now)

    def step(self) -> None:
        """Everything that is due by now. While PostgreSQL is away no tick is sent: nothing could be done with it."""
        if (not self._looks() or self._is_due(SWEEP, HEARTBEAT) or self.watch.passed_unseen) and not _beat():
            self._next[SWEEP] = self.now() + STEP
            return
        counters.heartbeat("sweeper")
        for row in services():
            if row.tick and self._is_due(row.name, row.tick):
                for queue in row.queues(GAMES):
                    game = (queue.removeprefix(pokes.GAME_QUEUE),) if row.per_game else ()
                    pokes.poke(f"{row.name}.tick", *game, queue=queue, expires=max(row.tick, 3.0))

    def _looks(self) -> bool:
        """Look at the database's clock, before anybody gets a tick. False while PostgreSQL is away."""
        try:
            self.watch.look()
        except (DatabaseError, InterfaceError):
            return False
        return True

    def _is_due(self, name: str, seconds: float) -> bool:
        if self.now() < self._next.get(name, 0.0):
            return False
        self._next[name] = self.now() + seconds
        return True


def _beat() -> bool:
    """Note that we are here; a long gap since the last time is an outage. False while PostgreSQL is away."""
    try:
        note_heartbeat(clock.now())
    except (DatabaseError, InterfaceError) as error:
        logger.warning("no heartbeat: %s", type(error).__name__)
        connections.close_all()
        return False
    return True


def note_heartbeat(now: datetime) -> None:
    """The gap and the fact that there was one are written together, so that it is credited once."""
    with transaction.atomic():
        pulse = Pulse.objects.select_for_update().filter(name=SWEEP).first()
        if pulse is None:
            Pulse.objects.get_or_create(name=SWEEP, defaults={"at": now})
            return
        silence = now - pulse.at
        if silence > OUTAGE:
            pulse.outages += 1
            pulse.longest_ms = max(pulse.longest_ms, round(silence.total_seconds() * 1000))
            tell([OutageNoted(pulse.outages, fair.time_text(pulse.at), fair.time_text(now))], now)
        pulse.at = max(now, pulse.at)
        pulse.save()


def run() -> None:
    """For ever."""
    schedule = Schedule()
    while True:
        schedule.step()
        time.sleep(STEP)
