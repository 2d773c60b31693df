"""The schedule and the database's clock: a step of an hour is noted before the clocks get another tick."""

from __future__ import annotations

from datetime import timedelta

import pytest

from services.bus import pokes as bus
from services.clocks.tasks import tick
from services.log import clock
from services.log.models import Event, Outbox
from services.matches.models import Match
from services.sweeper.loop import Schedule
from services.sweeper.models import Pulse
from tests.roles import as_role
from tests.services.conftest import Pokes, seated

pytestmark = pytest.mark.django_db(transaction=True)
HOUR = {"kind": "per_move", "ms": 30 * 60_000}


@pytest.fixture
def sent(pokes: Pokes, monkeypatch: pytest.MonkeyPatch) -> Pokes:
    """What the schedule sends: noted with whether an outage waited to be credited then."""
    noted: Pokes = []
    monkeypatch.setattr(
        bus,
        "poke",
        lambda task, *args, **kw: noted.append((task, (Outbox.objects.filter(follower="clocks").exists(),))),
    )
    return noted


def kinds(match: Match) -> set[str]:
    return set(Event.objects.filter(stream_id=match.id).values_list("type", flat=True))


@pytest.mark.parametrize("hours", [1, -1])
def test_a_step_of_the_databases_clock_ends_nothing(sent, house_clock, hours):
    match = seated("zertz", clock=HOUR)[0]
    seconds = 0.0
    schedule = Schedule(lambda: seconds)
    with as_role("sweeper"):
        schedule.step()
        sent.clear()
        house_clock_as_owner(house_clock, hours)
        seconds = 3.0  # the heartbeat is not due yet, the tick of the clocks is
        schedule.step()
    ticks = [waited for task, (waited,) in sent if task == "clocks.tick"]
    assert ticks == [hours > 0], "the outage is written before the tick goes out"
    assert Pulse.objects.get().outages == (hours > 0)
    tick()
    tick()
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert "clock.expired" not in kinds(match)
    assert ("clock.credited" in kinds(match)) == (hours > 0)
    assert match.clock_at - clock.now() > timedelta(minutes=25)


def house_clock_as_owner(house_clock, hours: int) -> None:
    from django.db import connection

    connection.connection.execute("RESET ROLE")
    house_clock(hours=hours)


def test_without_a_step_the_heartbeat_comes_when_it_is_due(sent):
    seconds = 0.0
    schedule = Schedule(lambda: seconds)
    schedule.step()
    Pulse.objects.all().delete()
    schedule._offset = None  # the time of this test passes by itself
    seconds = 3.0
    schedule.step()
    assert not Pulse.objects.exists()
