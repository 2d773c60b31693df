"""Clocks on real processes in bad times: nobody loses by the house's fault, and nothing happens twice."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

from tests.flow.parts import HEAD, SHIFT, Parts
from tests.live import ROOT

# -- the clock service is away ----------------------------------------------------------------------------------------

TEN_MINUTES = """
from services.log import clock
from services.sweeper.loop import note_heartbeat
for seconds in range(0, 650, 50):
    shift(seconds * 1000)
    note_heartbeat(clock.now())
"""
LATE = """
from datetime import timedelta
from services.matches.models import Match
events = Event.objects.filter(stream_id='{match}')
begun, expired = events.get(type='match.started').at, events.get(type='clock.expired').at
assert expired - begun > timedelta(seconds=600), expired - begun
assert not events.filter(type='clock.credited').exists()
"""


def test_a_clock_service_that_was_dead_for_ten_minutes_expires_what_is_late_once(timed):
    """Everything else went on meanwhile, so that it is no outage."""
    match = timed.run(
        "lose_pokes()\nmatch = opened(clock={'kind': 'per_move', 'ms': 300_000})\n"
        "from services.referee.tasks import advance\nadvance(str(match))\nprint(match)"
    )
    timed.run(SHIFT + TEN_MINUTES)
    timed.run(f"assert count('{match}', 'clock.expired') == 0")
    timed.start("clocks", "sweeper")
    timed.until(f"Match.objects.get(pk='{match}').status == 'aborted'")
    timed.kill("clocks")
    timed.start("clocks")
    time.sleep(4)
    timed.run(LATE.format(match=match))


# -- the wall clock of one process jumps ------------------------------------------------------------------------------

WALL = """
import datetime, os, time
_file, _time, _real = os.environ["WALL_SHIFT"], time.time, datetime.datetime
def _shift():
    with open(_file) as text:
        return float(text.read() or 0)
class _Kind(type(_real)):
    def __instancecheck__(cls, value):
        return isinstance(value, _real)
class _Shifted(_real, metaclass=_Kind):
    @classmethod
    def now(cls, tz=None):
        return _real.now(tz) + datetime.timedelta(seconds=_shift())
    @classmethod
    def utcnow(cls):
        return _real.utcnow() + datetime.timedelta(seconds=_shift())
datetime.datetime = _Shifted
time.time = lambda: _time() + _shift()
"""


class WallClocks:
    """The wall clock of every process by itself; they can jump while it runs."""

    def __init__(self, parts: Parts, folder: Path) -> None:
        self.parts, self.folder = parts, folder
        (folder / "sitecustomize.py").write_text(WALL)

    def start(self, part: str) -> None:
        before = self.parts.env
        self.set(part, 0)
        shifted = {"PYTHONPATH": str(self.folder), "WALL_SHIFT": str(self._file(part))}
        self.parts.env = before | shifted
        self.parts.start(part)
        self.parts.env = before

    def set(self, part: str, seconds: float) -> None:
        draft = self.folder / "draft"
        draft.write_text(str(seconds))
        draft.rename(self._file(part))

    def _file(self, part: str) -> Path:
        return self.folder / part.replace(":", "-")


HOUR = 3600


def test_a_wall_clock_that_jumps_costs_nobody_the_match(timed, tmp_path):
    names = ("referee:zertz", "clocks", "sweeper")
    walls = WallClocks(timed, tmp_path)
    for name in names:
        walls.start(name)
    match = timed.run("print(opened(clock={'kind': 'per_move', 'ms': 1_200_000}))")
    timed.until(f"Match.objects.get(pk='{match}').status == 'running'")
    for name in names:
        for seconds in (HOUR, -HOUR, 24 * HOUR, 0):
            walls.set(name, seconds)
            time.sleep(1.5)
    late = timed.run("print(opened(clock={'kind': 'per_move', 'ms': 1000}))")
    timed.until(f"Match.objects.get(pk='{late}').status == 'aborted'")
    timed.run(f"assert Match.objects.get(pk='{match}').status == 'running'")
    timed.run(f"assert count('{match}', 'clock.expired') == count('{match}', 'clock.credited') == 0")
    timed.run(f"answer(UUID('{match}'))")
    timed.until(f"count('{match}', 'move.judged') == 1")


# -- a move at its deadline -------------------------------------------------------------------------------------------

MATCHES = 200
EXPIRING = """
import os, sys
from services.clocks.due import _expire_clocks
from services.log import clock
lose_pokes()
while not os.path.exists(sys.argv[1]):
    _expire_clocks(clock.now())
"""
MOVING = """
import json, random, sys, time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from django.db import connections
from services.errors import Refusal
from services.log import clock
from services.referee.tasks import advance

lose_pokes()
matches = []
for _ in range(%d):
    match = opened(clock={"kind": "per_move", "ms": 60_000})
    advance(str(match))
    matches.append(match)
rows = {row.match_id: row for row in Seat.objects.filter(match_id__in=matches, decision__isnull=False)}
frames = {f.match_id: f for f in Frame.objects.filter(match_id__in=matches, decision__isnull=False, eye__gte=0)}
first = rows[matches[0]].deadline_at
shift(int(((first - clock.now()) - timedelta(seconds=2)).total_seconds() * 1000))
begun, now = time.monotonic(), clock.now()
chance = random.Random(7)

def say(match):
    row, frame = rows[match], frames[match]
    wait = (row.deadline_at - now).total_seconds() + chance.uniform(-0.05, 0.05) - (time.monotonic() - begun)
    time.sleep(max(0, wait))
    try:
        submit_move(match_id=match, account=row.account, decision=row.decision, move=frame.moves.split("\\n")[0],
                    command_id=str(uuid.uuid4()))
        return "accepted"
    except Refusal as refusal:
        return refusal.code
    finally:
        connections.close_all()

with ThreadPoolExecutor(4) as pool:
    answers = list(pool.map(say, matches))
said = {}
for match, answer in zip(matches, answers):
    at = rows[match].deadline_at
    early = Event.objects.filter(stream_id=match, type="clock.expired", at__lt=at).exists()
    said[str(match)] = [answer, count(match, "move.made"), count(match, "clock.expired"), early]
print(json.dumps(said))
"""


def test_of_a_move_at_its_deadline_and_its_expiry_exactly_one_stands_two_hundred_times(timed, tmp_path):
    stop = tmp_path / "stop"
    expiring = subprocess.Popen([sys.executable, "-c", HEAD + EXPIRING, str(stop)], cwd=ROOT, env=timed.env)
    try:
        said = json.loads(timed.run(SHIFT + MOVING % MATCHES))
    finally:
        stop.touch()
        expiring.wait(20)
    kinds = {tuple(outcome) for outcome in said.values()}
    assert kinds <= {("accepted", 1, 0, False), ("match-over", 0, 1, False)}, kinds
    assert len(kinds) == 2, "the race was won by both, sometimes"
    assert len(said) == MATCHES


# -- the house is down ------------------------------------------------------------------------------------------------

DEADLINES = 50
OPEN_MANY = f"""
from services.referee.tasks import advance
lose_pokes()
for _ in range({DEADLINES}):
    advance(str(opened(clock={{"kind": "per_move", "ms": 120_000}})))
"""


def test_a_house_that_was_down_over_fifty_deadlines_credits_them_and_nobody_loses(timed):
    timed.start("sweeper", "clocks")
    timed.until("Pulse.objects.exists()")
    timed.run(OPEN_MANY)
    timed.kill("sweeper", "clocks")
    timed.run(SHIFT + "shift(1_800_000)")
    timed.start("sweeper", "clocks")
    credited = "Event.objects.filter(type='clock.credited', stream__match__parked='').count()"
    timed.until(f"{credited} == {DEADLINES}")
    time.sleep(4)
    timed.run(
        "from services.log import clock\n"
        "running = Match.objects.filter(status='running', parked='', clock_at__gt=clock.now())\n"
        f"assert running.count() == {DEADLINES}, running.count()\n"
        f"assert {credited} == {DEADLINES}\n"
        "assert not Event.objects.filter(type='clock.expired', stream_id__in=running.values('pk')).exists()"
    )


# -- somebody goes on vacation while moves are recorded ---------------------------------------------------------------

BUSY = """
import threading
from django.db import connections
from services.errors import Refusal
from services.people.vacations import change_vacation

people = [new_guest("Ann").pk, new_guest("Bea").pk]
slow = {"kind": "fischer", "start_ms": 259_200_000, "increment_ms": 1000}
matches = [opened(people=people, clock=slow) for _ in range(4)]

def go_and_come():
    for number in range(21):  # each of them costs a day
        change_vacation(people[0], number % 2 == 0)
        time.sleep(0.05)
    connections.close_all()

away = threading.Thread(target=go_and_come)
away.start()
moves = 0
end = time.monotonic() + 60
while moves < 40 or away.is_alive():
    assert time.monotonic() < end
    for match in matches:
        try:
            answer(match)
            moves += 1
        except (Refusal, Frame.DoesNotExist, ValueError):
            time.sleep(0.01)
print(*matches)
"""
WHOLE = """
from services.auditor.check import check_match
for match in "{matches}".split():
    row = Match.objects.select_related("stream").get(pk=match)
    findings = [(one.code, one.seq, one.text) for one in check_match(row)]
    assert findings == [], findings
"""


def test_a_vacation_switched_on_while_moves_are_recorded_stands_in_every_log(timed):
    timed.start("referee:zertz", "clocks", "sweeper")
    matches = timed.run("import time\n" + BUSY)
    quoted = [f"'{match}'" for match in matches.split()]
    waiting = f"Seat.objects.filter(match_id__in=[{', '.join(quoted)}], answered_seq__isnull=False).exists()"
    away = f"Seat.objects.filter(match_id__in=[{', '.join(quoted)}], on_vacation=True).count() == {len(quoted)}"
    timed.until(f"not {waiting} and {away}")
    timed.run(WHOLE.format(matches=matches))
