"""The time of the log: the database's clock without its steps, in whole milliseconds, the same for every process.

`house_now()` is the clock of the database's machine and the correction that the sweeper keeps
(`services/sweeper/steps.py`). Until the sweeper has looked, a second at most, every process that has read the time
before doubts a step.
"""

from __future__ import annotations

import logging
import time
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import connection

logger = logging.getLogger(__name__)
# Every statement with a time of the log uses this: a sub-select is asked once for a statement, not once for each row.
NOW: Final = "(SELECT house_now())"
MACHINE: Final = "machine_now()"  # the clock of the database's machine, steps and all
NOTED: Final = 2.0  # seconds by which a reading may differ from what was expected
DRIFT: Final = 0.02  # of what has passed: a correction that is given back, a clock that is put right slowly
FRESH: Final = 10.0  # seconds for which a reading is carried on
BELIEVED: Final = 26 * 3600.0  # seconds: a longer step forward is time that has passed

_MONOTONIC: Final = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)  # goes on while the machine sleeps


def seconds() -> float:
    """Of this machine's monotonic clock."""
    return time.clock_gettime(_MONOTONIC)


def now() -> datetime:
    """One statement. Where a row is read anyway, read NOW together with it and give it to `steady`."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {NOW}")
        row: tuple[datetime] = cursor.fetchone()
    return steady(row[0])


def reckoned() -> datetime:
    """Without a statement, if the time was read not long ago: what has passed since is added."""
    here, last = seconds(), _readings.last
    if last is None or here - last[0] > FRESH:
        return now()
    return last[1] + timedelta(milliseconds=round((here - last[0]) * 1000))


class Readings:
    """What a process has read of the time: the last reading it believed, and since when it has been in doubt."""

    last: tuple[float, datetime] | None = None
    since: float | None = None

    def steady(self, reading: datetime) -> datetime:
        """The reading; while a step is in doubt, what this machine's monotonic clock makes of the last one."""
        here, last = seconds(), self.last
        if last is not None and settings.CLOCK_DOUBT:
            passed = here - last[0]
            expected = last[1] + timedelta(milliseconds=round(passed * 1000))
            gap = (reading - expected).total_seconds()
            if not -NOTED - DRIFT * passed <= gap <= NOTED + DRIFT * passed and gap <= BELIEVED:
                if self.since is None:
                    self.since = here
                    logger.warning("the time of the database differs by %.0f s from what was expected", gap)
                if here - self.since < settings.CLOCK_DOUBT:
                    return expected
        self.last, self.since = (here, reading), None
        return reading


_readings = Readings()
steady = _readings.steady


def forget() -> None:
    """As if this process had not read the time yet."""
    _readings.last = _readings.since = None
