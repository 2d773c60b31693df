"""Vacations: the days of a year, the pause in every match that allows it, what was missed, the automatic one."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime, timedelta

import pytest

from services.auditor.check import check_match
from services.clocks import vacations as clocks_vacations
from services.clocks.tasks import follow, tick
from services.clocks.vacations import find_missed
from services.errors import Conflict
from services.log.models import Event
from services.matches.models import Match, Seat
from services.people.accounts import new_guest
from services.people.models import Vacation
from services.people.preferences import change_settings
from services.people.vacations import change_vacation, days_by_year, last_moment, vacation_of
from services.playing.intake import submit_move
from services.playing.offers import resign
from services.playing.tables import Wish, open_table, take_seat
from services.referee.tasks import advance
from tests.services.conftest import drain, match_of, question

pytestmark = pytest.mark.django_db(transaction=True)
DAY = 86_400_000
SLOW = {"kind": "fischer", "start_ms": 3 * DAY, "increment_ms": DAY, "cap_ms": 7 * DAY}
FAST = {"kind": "per_move", "ms": 600_000}


@pytest.fixture(autouse=True)
def search_each_time(monkeypatch):
    monkeypatch.setattr(clocks_vacations, "_search", clocks_vacations.Every(0.0))


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def begun(clock=SLOW) -> tuple[Match, list[uuid.UUID]]:
    people = [new_guest(name).pk for name in ("Ann", "Bea")]
    match_id = open_table(account=people[0], wish=Wish("zertz", 2, lot=False, clock=clock)).id
    take_seat(match_id=match_id, account=people[1])
    advance(str(match_id))
    return match_of(match_id), people


def types(match: Match) -> list[str]:
    return list(Event.objects.filter(stream_id=match.id).order_by("seq").values_list("type", flat=True))


def deadline(match: Match, seat: int = 0):
    return Seat.objects.get(match_id=match.id, seat=seat).deadline_at


def findings(match: Match) -> list[str]:
    return [str(finding) for finding in check_match(match_of(match.id))]


# -- days -------------------------------------------------------------------------------------------------------------


def test_every_started_day_costs_one_of_the_year_in_which_it_starts():
    stretches = [
        (moment("2026-03-01T10:00"), moment("2026-03-01T10:05")),
        (moment("2026-12-30T12:00"), moment("2027-01-02T13:00")),
    ]
    assert days_by_year(stretches) == {2026: 3, 2027: 2}


def test_a_vacation_lasts_until_no_day_is_left():
    earlier = [(moment("2026-02-01T00:00"), moment("2026-02-21T00:00"))]
    assert last_moment(moment("2026-05-01T08:00"), earlier) == moment("2026-05-11T08:00")


def test_a_new_year_brings_new_days():
    earlier = [(moment("2026-02-01T00:00"), moment("2026-02-28T00:00"))]
    assert last_moment(moment("2026-12-30T08:00"), earlier) == moment("2026-12-30T08:00") + timedelta(days=32)


def test_switching_it_on_twice_is_one_vacation_and_costs_one_day():
    account = new_guest("Ann").pk
    first = change_vacation(account, on=True)
    assert change_vacation(account, on=True) == first
    assert (first.days_left, Vacation.objects.count()) == (29, 1)
    assert change_vacation(account, on=False).since is None
    assert change_vacation(account, on=True).days_left == 28


def test_whoever_has_no_days_left_is_refused(house_clock):
    account = new_guest("Ann").pk
    for _ in range(30):
        change_vacation(account, on=True)
        change_vacation(account, on=False)
    with pytest.raises(Conflict, match="no-days-left"):
        change_vacation(account, on=True)
    assert vacation_of(account).days_left == 0


# -- matches ----------------------------------------------------------------------------------------------------------


def test_slow_clocks_stand_while_somebody_is_away_and_go_on_afterwards(pokes, house_clock):
    match, people = begun()
    before = deadline(match)
    change_vacation(people[0], on=True)
    follow()
    assert deadline(match) is None
    house_clock(days=5)
    tick()
    assert "clock.expired" not in types(match)
    change_vacation(people[0], on=False)
    follow()
    assert deadline(match) - before >= timedelta(days=5)
    assert types(match)[-1] == "clock.resumed"
    assert findings(match) == []


def test_a_fast_clock_knows_no_vacation(pokes):
    match, people = begun(FAST)
    change_vacation(people[0], on=True)
    follow()
    find_missed()
    assert "clock.paused" not in types(match)


def test_on_vacation_one_may_move_and_it_goes_on(pokes):
    match, people = begun()
    change_vacation(people[0], on=True)
    follow()
    frame = question(match, 0)
    submit_move(
        match_id=match.id, account=people[0], decision=frame.decision, move=frame.moves.split("\n")[0],
        command_id=str(uuid.uuid4()),
    )  # fmt: skip
    advance(str(match.id))
    assert Seat.objects.get(match_id=match.id, seat=0).on_vacation
    assert vacation_of(people[0]).since is not None
    assert findings(match) == []


def test_a_vacation_that_begins_while_a_move_waits_is_recorded(pokes):
    match, people = begun()
    frame = question(match, 0)
    submit_move(
        match_id=match.id, account=people[0], decision=frame.decision, move=frame.moves.split("\n")[0],
        command_id=str(uuid.uuid4()),
    )  # fmt: skip
    change_vacation(people[1], on=True)
    follow()
    advance(str(match.id))
    assert types(match)[-3:] == ["move.made", "clock.paused", "move.judged"]
    assert deadline(match, 1) is None
    assert findings(match) == []


def test_a_match_that_was_missed_is_credited_by_the_sweep(pokes, house_clock):
    account = new_guest("Ann").pk
    change_vacation(account, on=True)
    follow()
    match_id = open_table(account=account, wish=Wish("zertz", 2, lot=False, clock=SLOW)).id
    take_seat(match_id=match_id, account=new_guest("Bea").pk)
    advance(str(match_id))
    house_clock(hours=2)
    tick()
    match = match_of(match_id)
    assert types(match)[-2:] == ["clock.paused", "clock.credited"]
    credited = Event.objects.get(stream_id=match_id, type="clock.credited")
    assert 7_200_000 <= credited.pub["ms"] < 7_300_000
    assert findings(match) == []
    tick()
    assert types(match)[-2:] == ["clock.paused", "clock.credited"], "once"


def test_a_vacation_ends_with_its_last_day(pokes, house_clock):
    match, people = begun()
    change_vacation(people[0], on=True)
    follow()
    house_clock(days=30, seconds=5)
    tick()
    tick()
    assert vacation_of(people[0]).since is None
    assert types(match)[-1] == "clock.resumed"


def test_an_automatic_vacation_begins_an_hour_before_the_deadline(pokes, house_clock):
    match, people = begun()
    change_settings(people[0], {"auto_vacation": True})
    house_clock(days=2, hours=22)
    tick()
    assert vacation_of(people[0]).since is None
    house_clock(days=2, hours=23, minutes=5)
    tick()
    assert vacation_of(people[0]).since is not None
    assert deadline(match) is None
    house_clock(days=4)
    tick()
    assert "clock.expired" not in types(match)


def test_who_resigns_on_vacation_leaves_no_pause_behind(pokes):
    people = [new_guest(name).pk for name in ("Ann", "Bea", "Cem")]
    match_id = open_table(account=people[0], wish=Wish("potion_explosion", 3, lot=False, clock=SLOW)).id
    for account in people[1:]:
        take_seat(match_id=match_id, account=account)
    advance(str(match_id))
    change_vacation(people[0], on=True)
    follow()
    resign(match_id=match_id, account=people[0], command_id=str(uuid.uuid4()))
    drain(pokes)
    match = match_of(match_id)
    assert types(match).index("clock.resumed") < types(match).index("seat.resigned")
    assert findings(match) == []


def test_the_zone_of_the_account_stands_in_the_log(pokes):
    people = [new_guest(name).pk for name in ("Ann", "Bea")]
    change_settings(people[1], {"utc_offset": 210})
    match_id = open_table(account=people[0], wish=Wish("zertz", 2, lot=False, clock=SLOW)).id
    take_seat(match_id=match_id, account=people[1])
    offsets = [
        event.pub.get("utc_offset")
        for event in Event.objects.filter(stream_id=match_id, type="seat.taken").order_by("seq")
    ]
    assert offsets == [None, 210]
