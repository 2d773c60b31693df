"""Every service of the registry by itself: started alone, killed, started again, it catches up, nothing twice."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable

import pytest

from services.registry import services
from tests.flow.parts import SHIFT, Parts
from tests.live import ROOT


def referee(parts: Parts) -> None:
    match = parts.run("print(opened())")
    parts.start("referee:zertz", "sweeper")
    parts.until(f"Match.objects.get(pk='{match}').status == 'running'")
    parts.kill("referee:zertz")
    parts.run(f"answer(UUID('{match}'))")
    time.sleep(1)
    parts.run(f"assert count('{match}', 'move.judged') == 0")
    parts.start("referee:zertz")
    parts.until(f"count('{match}', 'move.judged') == 1")


def opponents(parts: Parts) -> None:
    parts.start("referee:zertz", "sweeper")
    match = parts.run("print(opened(bots={0: 'random', 1: 'random'}))")
    parts.until(f"Seat.objects.filter(match_id='{match}', decision__isnull=False).exists()")
    parts.run(f"assert count('{match}', 'move.made') == 0")
    parts.start("opponents")
    parts.until(f"count('{match}', 'move.made') >= 3")
    parts.kill("opponents")
    parts.start("opponents")
    parts.until(f"Match.objects.get(pk='{match}').status == 'ended'")


def clocks(parts: Parts) -> None:
    parts.start("referee:zertz", "sweeper")
    match = parts.run("print(opened(clock={'kind': 'per_move', 'ms': 1000}))")
    parts.until(f"Match.objects.get(pk='{match}').status == 'running'")
    time.sleep(1.5)
    parts.run(f"assert count('{match}', 'clock.expired') == 0")
    parts.start("clocks")
    parts.until(f"Match.objects.get(pk='{match}').status == 'aborted'")
    parts.kill("clocks")
    other = parts.run("print(opened(clock={'kind': 'per_move', 'ms': 1000}))")
    parts.until(f"Match.objects.get(pk='{other}').status == 'running'")
    time.sleep(1.5)
    parts.start("clocks")
    parts.until(f"Match.objects.get(pk='{other}').status == 'aborted'")
    parts.run(f"assert [count(one, 'clock.expired') for one in ('{match}', '{other}')] == [1, 1]")


def notices(parts: Parts) -> None:
    parts.start("referee:zertz", "sweeper")
    match = parts.run(f"print({PEOPLE})")
    parts.until(f"Match.objects.get(pk='{match}').status == 'running'")
    time.sleep(1)
    parts.run("assert not Notice.objects.exists()")
    parts.start("notices")
    parts.until(f"Notice.objects.filter(subject='{match}', thing='turn').count() == 1")
    parts.kill("notices")
    other = parts.run(f"print({PEOPLE})")
    parts.until(f"Match.objects.get(pk='{other}').status == 'running'")
    parts.start("notices")
    parts.until(f"Notice.objects.filter(subject='{other}', thing='turn').count() == 1")
    parts.run(f"assert Notice.objects.filter(subject='{match}', thing='turn').count() == 1")


PEOPLE = "opened(people=(new_guest('Ann').pk, new_guest('Bea').pk))"
FINISHED = """
from services.referee.tasks import advance
match = opened()
advance(str(match))
resign(match_id=match, account=Seat.objects.get(match_id=match, seat=0).account)
advance(str(match))
print(match)
"""


def auditor(parts: Parts) -> None:
    first = parts.run("lose_pokes()\n" + FINISHED)
    parts.start("sweeper", "auditor")
    parts.until(f"Leaf.objects.filter(stream_id='{first}').exists()")
    parts.until(f"Match.objects.get(pk='{first}').audit == 'holds'")
    parts.kill("auditor")
    second = parts.run("lose_pokes()\n" + FINISHED)
    parts.start("auditor")
    parts.until(f"Leaf.objects.filter(stream_id='{second}').exists()")
    parts.run("assert sorted(Leaf.objects.values_list('number', flat=True)) == list(range(Leaf.objects.count()))")


def sweeper(parts: Parts) -> None:
    parts.start("referee:zertz")
    match = parts.run("lose_pokes()\nprint(opened())")
    time.sleep(3)
    parts.run(f"assert Match.objects.get(pk='{match}').status == 'starting'")
    parts.start("sweeper")
    parts.until(f"Match.objects.get(pk='{match}').status == 'running'")
    parts.kill("sweeper")
    parts.run(f"lose_pokes()\nanswer(UUID('{match}'))")
    parts.start("sweeper")
    parts.until(f"count('{match}', 'move.judged') == 1")


RATED = FINISHED.replace(
    "opened()", "opened(people=(UUID(int=1), UUID(int=2)), rated=True, clock={'kind': 'per_move', 'ms': 600000})"
)


def ratings(parts: Parts) -> None:
    parts.start("sweeper", "auditor")
    first = parts.run("lose_pokes()\n" + RATED)
    parts.until(f"Leaf.objects.filter(stream_id='{first}').exists()")
    parts.run("assert not PlayerRating.objects.exists()")
    parts.start("ratings")
    parts.until("sorted(PlayerRating.objects.values_list('matches', flat=True)) == [1, 1]")
    parts.kill("ratings")
    for _ in range(2):
        parts.run("lose_pokes()\n" + RATED)
    parts.start("ratings")
    parts.until("sorted(PlayerRating.objects.values_list('matches', flat=True)) == [3, 3]")


def records(parts: Parts) -> None:
    parts.start("sweeper")
    first = parts.run("lose_pokes()\n" + FINISHED)
    time.sleep(1)
    parts.run("assert not Entry.objects.exists()")
    parts.start("records")
    parts.until(f"Entry.objects.filter(pk='{first}').exists()")
    parts.kill("records")
    second = parts.run("lose_pokes()\n" + FINISHED)
    parts.start("records")
    parts.until(f"Entry.objects.filter(pk='{second}').exists()")
    parts.run(f"assert Entry.objects.filter(pk__in=['{first}', '{second}']).count() == 2")


def played(moves: int) -> str:
    """A match of so many moves and its end."""
    step = "answer(match)\nadvance(str(match))\n"
    return "lose_pokes()\n" + FINISHED.replace("resign(", step * moves + "resign(", 1)


def analysis(parts: Parts) -> None:
    parts.start("sweeper")
    first = parts.run(played(2) + "ask_computer(match, 'zertz')")
    time.sleep(1)
    parts.run("assert not ComputerStep.objects.exists()")
    parts.start("analysis")
    parts.until(f"ComputerView.objects.get(subject='{first}').status == 'done'")
    second = parts.run(played(12) + "ask_computer(match, 'zertz')")
    parts.until(f"ComputerView.objects.get(subject='{second}').done > 0")
    parts.kill("analysis")
    parts.run(f"view = ComputerView.objects.get(subject='{second}')\nassert view.done < 12\nassert view.claimed_until")
    steps = parts.run(f"print(list(ComputerStep.objects.filter(of_view__subject='{second}').values_list()))")
    parts.start("analysis")
    parts.until(f"ComputerView.objects.get(subject='{second}').status == 'done'", seconds=90)
    after = parts.run(f"print(list(ComputerStep.objects.filter(of_view__subject='{second}').values_list()))")
    assert after.startswith(steps.removesuffix("]"))
    parts.run("assert [view.steps.count() for view in ComputerView.objects.order_by('at')] == [2, 12]")


# The door pairs at once; here it forgets to, so that the service has something to find.
SEEKS = """
from services.lobby import seeks
seeks.pair = lambda seek: False
days = {'kind': 'per_move', 'ms': 86400000}
made = [seeks.make_seek(account=new_guest().pk, wanted=seeks.Wanted('zertz', clock=days), asker='') for _ in range(2)]
print(made[0]['commitment']['match'])
"""


def lobby(parts: Parts) -> None:
    parts.start("sweeper")
    first = parts.run("lose_pokes()\n" + SEEKS)
    parts.run(f"assert not Match.objects.filter(pk='{first}').exists()")
    parts.start("lobby")
    parts.until(f"Seat.objects.filter(match_id='{first}').count() == 2")
    parts.kill("lobby")
    second = parts.run("lose_pokes()\n" + SEEKS)
    parts.start("lobby")
    parts.until(f"Seat.objects.filter(match_id='{second}').count() == 2")


STARTED = """
from services.tournaments.tasks import direct
from tests.services.tournament_hands import Evening
pokes.poke = lambda task, *words, **more: direct(*words) if task == 'tournaments.direct' else None
evening = Evening([], 'knockout', 4)
evening.start()
print(evening.id)
"""


def tournaments(parts: Parts) -> None:
    parts.start("sweeper", "referee:zertz")
    first = parts.run("lose_pokes()\n" + STARTED)
    time.sleep(1)
    parts.run(f"assert not Match.objects.filter(tournament='{first}').exists()")
    parts.start("tournaments")
    parts.until(f"Match.objects.filter(tournament='{first}', status='running').count() == 2")
    parts.kill("tournaments")
    second = parts.run("lose_pokes()\n" + STARTED)
    parts.start("tournaments")
    parts.until(f"Match.objects.filter(tournament='{second}', status='running').count() == 2")
    parts.run(f"assert count('{first}', 'round.paired') == 1")


SCENES: dict[str, Callable[[Parts], None]] = {
    "referee": referee,
    "opponents": opponents,
    "clocks": clocks,
    "auditor": auditor,
    "sweeper": sweeper,
    "notices": notices,
    "ratings": ratings,
    "records": records,
    "analysis": analysis,
    "lobby": lobby,
    "tournaments": tournaments,
}


@pytest.mark.parametrize("name", [row.name for row in services()])
def test_a_service_starts_alone_is_killed_and_catches_up(parts, name):
    SCENES[name](parts)


def test_a_service_that_does_not_exist_is_named_with_those_that_do(parts):
    argv = [sys.executable, "-m", "deploy.worker", "croupier"]
    done = subprocess.run(argv, cwd=ROOT, env=parts.env, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "no service croupier; there are analysis, auditor" in done.stderr


PACKED_AND_KILLED = """
import os, signal
import django
django.setup()
from services.records import dumps, packing
dumps.PART = 1
kept = packing.keep_part
def keep_and_die(day, part, claim):
    kept(day, part, claim)
    if packing.DumpPart.objects.count() == 2:
        os.kill(os.getpid(), signal.SIGKILL)
packing.keep_part = keep_and_die
packing.pack()
"""
IN_THE_DUMP = """
import gzip, json
dump = Dump.objects.get(matches__gt=0)
body = b"".join(DumpPart.objects.filter(day=dump.day).order_by("number").values_list("body", flat=True))
dumped = [json.loads(line)["match"] for line in gzip.decompress(body).splitlines()]
public = Match.objects.filter(revealed=True, private=False)
assert sorted(dumped) == sorted(map(str, public.values_list("pk", flat=True)))
assert dump.matches == len(dumped) > DumpPart.objects.count() == 3
"""


def test_a_day_that_was_being_packed_by_whoever_is_killed_is_packed_to_its_end_once(timed):
    timed.run("Match.objects.all().update(private=True)\n" + "lose_pokes()\n" + FINISHED * 4)
    timed.run(SHIFT + "shift(2 * 86_400_000)")
    argv = [sys.executable, "-c", PACKED_AND_KILLED]
    assert subprocess.run(argv, cwd=ROOT, env=timed.env, capture_output=True).returncode == -signal.SIGKILL
    timed.run("assert not Dump.objects.filter(matches__gt=0).exists()")
    timed.start("sweeper", "records")
    timed.until("Dump.objects.filter(matches__gt=0).exists()", 120)
    timed.run(IN_THE_DUMP)
