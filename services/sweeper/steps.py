"""Steps of the database's clock: noticed against the monotonic one, taken out of the time, given back slowly."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

from django.db import connection

from services.log.clock import BELIEVED, MACHINE, NOW
from services.sweeper.models import Correction

logger = logging.getLogger(__name__)
HOUSE: Final = "house"
STEPPED: Final = 1.0  # seconds, beside what the answer took
SLOW: Final = 1.0  # seconds: an answer that took longer says too little
UNSEEN: Final = 10.0  # seconds that no slow answer explains
SLEW: Final = 0.01  # of the time that passes: by so much the house's time comes back to the database's clock


class Watch:
    """The database's clock beside `now`, which gives seconds that only rise.

    A step forward of up to BELIEVED seconds and every step back leave the house's time as it was. A longer one forward
    is time that has passed unseen: an outage, as the heartbeat finds.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self.now = now
        self.passed_unseen = False  # whether the house's time has made a step, as the last look saw it
        self._looked = now()
        self._before: tuple[float, float] | None = None  # machine's and house's time against ours at the last look

    def forget(self) -> None:
        self._before = None

    def look(self) -> None:
        """Raises what the database raises."""
        asked = self.now()
        machine, house = _read()
        answered = self.now()
        if answered - asked > SLOW:
            return
        offsets = machine - answered, house - answered
        before, passed, self._looked = self._before or offsets, answered - self._looked, answered
        step = offsets[0] - before[0]
        if abs(step) <= STEPPED + answered - asked or step > BELIEVED:
            step = 0.0
        else:
            logger.warning("the database's clock made a step of %.0f s", step)
        self._before = offsets[0], offsets[1] - step
        self.passed_unseen = abs(self._before[1] - before[1]) > UNSEEN
        _correct(step, passed)


def _read() -> tuple[float, float]:
    """The clock of the database's machine and the time of the house."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT extract(epoch FROM {MACHINE})::float8, extract(epoch FROM {NOW})::float8")
        machine, house = cursor.fetchone()
    return machine, house


def _correct(step: float, passed: float) -> None:
    """Take the step out; else give back a little of what was taken out before."""
    row = Correction.objects.filter(name=HOUSE).first()
    if row is None and not step:
        return
    ms = 0 if row is None else row.ms
    if step:
        after = ms - round(step * 1000)
    else:
        back = min(abs(ms), round(passed * SLEW * 1000))
        after = ms - back if ms > 0 else ms + back
    if row is None or after != ms:
        Correction.objects.update_or_create(name=HOUSE, defaults={"ms": after})
