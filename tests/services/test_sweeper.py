"""The schedule and the database's clock: a step is taken out of the house's time, so that it ends nothing."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import connection

from services.bus import pokes as bus
from services.clocks.tasks import tick
from services.log import clock
from services.log.models import Event, Outbox
from services.matches.models import Match
from services.playing.intake import submit_move
from services.referee.due import due as referee_due
from services.referee.tasks import advance
from services.sweeper.loop import Schedule, note_heartbeat
from services.sweeper.models import Correction, Pulse
from services.sweeper.read import correction_ms
from services.sweeper.steps import BELIEVED, SLEW
from tests.roles import as_role
from tests.services.conftest import Pokes, question, seated

pytestmark = pytest.mark.django_db(transaction=True)
HALF_AN_HOUR = {"kind": "per_move", "ms": 30 * 60_000}


class Sweeper:
    """A schedule whose monotonic clock the test moves."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.schedule = Schedule(lambda: self.seconds)

    def step(self, after: float = 0.0) -> None:
        self.seconds += after
        with as_role("sweeper"):
            self.schedule.step()


@pytest.fixture
def sent(pokes: Pokes, monkeypatch: pytest.MonkeyPatch) -> Pokes:
    """What the schedule sends: noted with how far the house's time is from the database's clock then."""
    noted: Pokes = []
    monkeypatch.setattr(bus, "poke", lambda task, *args, **kw: noted.append((task, (correction_ms(),))))
    return noted


def kinds(match: Match) -> set[str]:
    return set(Event.objects.filter(stream_id=match.id).values_list("type", flat=True))


def say(match: Match, seat: int, people: list[uuid.UUID], move: str) -> None:
    decision = question(match, seat).decision
    submit_move(match_id=match.id, account=people[seat], decision=decision, move=move, command_id=str(uuid.uuid4()))


def puzzle_time(match: Match, people: list[uuid.UUID]) -> None:
    """Both seats have chosen: the puzzles are turned up and the sand runs."""
    for kind in ("weights", "pipes"):
        match.refresh_from_db()
        seat = next(iter(Match.objects.get(pk=match.pk).holders.filter(decision__isnull=False))).seat
        say(match, seat, people, f"C:{kind}")
        advance(str(match.id))
    match.refresh_from_db()
    assert match.due_at is not None


@pytest.mark.parametrize("hours", [1, -1, 24])
def test_a_step_of_the_databases_clock_ends_nothing(sent, machine_clock, hours):
    match = seated("zertz", clock=HALF_AN_HOUR)[0]
    sweeper = Sweeper()
    sweeper.step()
    sent.clear()
    machine_clock(hours=hours)
    sweeper.step(3.0)  # the heartbeat is not due yet, the tick of the clocks is
    ticks = [known for task, (known,) in sent if task == "clocks.tick"]
    assert len(ticks) == 1
    assert abs(ticks[0] + hours * 3600_000) < 5000, "the step is taken out before the tick goes out"
    tick()
    tick()
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert kinds(match).isdisjoint({"clock.expired", "clock.credited"})
    assert match.clock_at - clock.now() > timedelta(minutes=25)
    assert Pulse.objects.get().outages == 0


@pytest.mark.parametrize("hours", [1, -1])
def test_a_step_closes_no_puzzle_and_the_time_of_the_log_goes_on(sent, machine_clock, hours):
    match, people = seated("enigma", options={"mode": "live"})
    puzzle_time(match, people)
    sweeper, before = Sweeper(), clock.now()
    sweeper.step()
    machine_clock(hours=hours)
    sweeper.step(1.0)
    referee_due("enigma", clock.now())
    advance(str(match.id))
    assert "time.up" not in kinds(match)
    say(match, 0, people, "G")
    assert abs(Event.objects.filter(stream_id=match.id).last().at - before) < timedelta(minutes=1)
    left = match.due_at - before
    machine_clock(hours=hours, seconds=left.total_seconds() + 1)
    referee_due("enigma", clock.now())
    assert "time.up" in kinds(match), "the sand runs on, and out when its time has come"


def test_the_clock_that_is_put_right_again_takes_the_correction_away(sent, machine_clock):
    sweeper = Sweeper()
    sweeper.step()
    machine_clock(hours=1)
    sweeper.step(1.0)
    machine_clock(hours=0)
    sweeper.step(1.0)
    assert abs(correction_ms()) < 5000
    assert Pulse.objects.get().outages == 0


@pytest.mark.parametrize("hours", [1, -1])
def test_a_correction_is_given_back_slowly_and_no_further_than_to_nothing(sent, machine_clock, hours):
    sweeper = Sweeper()
    sweeper.step()
    machine_clock(hours=hours)
    sweeper.step(1.0)
    before = correction_ms()
    machine_clock(hours=hours, seconds=500)
    sweeper.step(500.0)
    assert abs(correction_ms()) == pytest.approx(abs(before) - 500_000 * SLEW, abs=100)
    machine_clock(hours=hours, seconds=500, days=30)
    sweeper.step(30 * 86_400.0)
    assert correction_ms() == 0


def test_a_step_of_more_than_a_day_forward_is_time_that_has_passed(sent, machine_clock):
    """The machine slept, or its clock was years behind: an outage, credited before anything expires."""
    match = seated("zertz", clock=HALF_AN_HOUR)[0]
    sweeper = Sweeper()
    sweeper.step()
    machine_clock(seconds=BELIEVED + 60)
    sweeper.step(3.0)
    assert correction_ms() == 0
    assert Pulse.objects.get().outages == 1
    assert Outbox.objects.filter(follower="clocks").exists()
    tick()
    tick()
    assert "clock.credited" in kinds(match)
    assert "clock.expired" not in kinds(match)


def test_who_follows_outages_is_woken_when_one_is_noted(sent, house_clock):
    sweeper = Sweeper()
    sweeper.step()
    house_clock(minutes=5)
    sent.clear()
    with as_role("sweeper"):
        note_heartbeat(clock.now())
    assert {task for task, _ in sent} == {"clocks.follow", "tournaments.follow"}


def test_without_a_step_the_heartbeat_comes_when_it_is_due(sent):
    sweeper = Sweeper()
    sweeper.step()
    Pulse.objects.all().delete()
    sweeper.schedule.watch.forget()  # the time of this test passes by itself
    sweeper.step(3.0)
    assert not Pulse.objects.exists()
    assert not Correction.objects.exists()


# -- before the schedule has looked -----------------------------------------------------------------------------------


@pytest.fixture
def doubting(settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """A process that knows the time already; its monotonic clock is moved by the test."""
    settings.CLOCK_DOUBT = 5.0
    seconds = [1000.0]
    monkeypatch.setattr(clock, "seconds", lambda: seconds[0])
    clock.forget()
    clock.now()
    yield seconds
    clock.forget()


@pytest.mark.parametrize("hours", [1, -1])
def test_a_step_that_nobody_has_noted_yet_is_doubted_by_every_process(pokes, machine_clock, doubting, hours):
    match, people = seated("enigma", options={"mode": "live"})
    puzzle_time(match, people)
    before = clock.now()
    machine_clock(hours=hours)
    say(match, 0, people, "G")
    advance(str(match.id))
    referee_due("enigma", clock.now())
    events = Event.objects.filter(stream_id=match.id)
    assert not events.filter(type="time.up").exists()
    assert abs(events.last().at - before) < timedelta(seconds=5)
    assert match.status == Match.Status.RUNNING


def test_a_step_that_stays_is_believed_after_a_while(machine_clock, doubting):
    before = clock.now()
    machine_clock(hours=1)
    assert clock.now() - before < timedelta(seconds=5)
    doubting[0] += 5.0
    assert clock.now() - before >= timedelta(hours=1)
    assert clock.now() - before >= timedelta(hours=1)


def test_a_process_that_has_slept_long_believes_what_it_reads(machine_clock, doubting):
    before = clock.now()
    machine_clock(hours=10)
    doubting[0] += 10 * 3600.0
    assert clock.now() - before >= timedelta(hours=10)


def test_every_process_may_read_the_correction_and_only_the_sweeper_writes_it():
    with as_role("web"):
        assert clock.now() is not None
        with connection.cursor() as cursor, pytest.raises(Exception, match="permission denied"):
            cursor.execute("INSERT INTO store_correction (name, ms) VALUES ('house', 1)")


def test_the_time_is_carried_on_without_a_statement_for_a_while(machine_clock, doubting, django_assert_num_queries):
    before = clock.now()
    doubting[0] += 4.0
    with django_assert_num_queries(0):
        assert clock.reckoned() - before == timedelta(seconds=4)
    doubting[0] += clock.FRESH
    with django_assert_num_queries(1):
        clock.reckoned()
