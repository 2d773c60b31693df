"""Finished matches that are looked at again: a sample every night, all of them every week, whatever restarts."""

from __future__ import annotations

from datetime import timedelta

import pytest

from services.auditor import passes
from services.auditor import tasks as auditor
from services.log import clock
from services.matches.models import Match
from tests.services.conftest import Pokes, spoil
from tests.services.test_checkpoints import finished

pytestmark = pytest.mark.django_db(transaction=True)
NIGHTLY, FULL = ("auditor.nightly", ()), ("auditor.full", ())


def due(pokes: Pokes) -> Pokes:
    """What is poked at a tick."""
    pokes.clear()
    passes.due(clock.now())
    return list(pokes)


def test_the_sample_comes_every_day_and_the_pass_every_week_once_whoever_asks(pokes, house_clock):
    assert due(pokes) == []
    house_clock(hours=25)
    assert due(pokes) == [NIGHTLY]
    assert due(pokes) == []
    house_clock(days=8)
    assert sorted(due(pokes)) == sorted([NIGHTLY, FULL])
    assert due(pokes) == []


def test_of_two_auditors_at_the_same_tick_one_begins(pokes, house_clock):
    due(pokes)
    house_clock(hours=25)
    row = passes.AuditPass.objects.get(name=passes.NIGHTLY)
    passes._begin(row, clock.now())
    passes._begin(row, clock.now())
    assert pokes == [NIGHTLY]


def test_the_pass_over_all_matches_goes_on_where_a_stretch_ended(pokes, house_clock, monkeypatch):
    monkeypatch.setattr(auditor, "STRETCH", 2)
    matches = sorted((finished() for _ in range(3)), key=lambda match: match.id)
    spoil(matches[2])
    auditor.full()
    assert Match.objects.get(pk=matches[2].id).parked == "", "nothing is under way before a week is over"
    due(pokes)
    house_clock(days=8)
    due(pokes)
    pokes.clear()
    auditor.full()
    assert pokes == [FULL]
    assert passes.place() == matches[1].id
    assert Match.objects.get(pk=matches[2].id).parked == ""
    auditor.full()
    assert Match.objects.get(pk=matches[2].id).parked.startswith("audit: ")
    assert pokes == [FULL]
    assert passes.place() is None


def test_a_stretch_whose_poke_was_lost_is_poked_again(pokes, house_clock):
    due(pokes)
    house_clock(days=8)
    assert FULL in due(pokes)
    house_clock(days=8, seconds=passes.STALLED / timedelta(seconds=1) + 1)
    assert due(pokes) == [FULL]
    assert due(pokes) == []
    auditor.full()
    house_clock(days=8, hours=1)
    assert due(pokes) == [], "it has come to its end"


def test_a_stretch_that_was_looked_at_twice_moves_the_pass_on_once(pokes, house_clock):
    due(pokes)
    house_clock(days=8)
    due(pokes)
    pokes.clear()
    match = finished()
    pokes.clear()
    passes.move_on(passes.FIRST, match.id, clock.now())
    passes.move_on(passes.FIRST, match.id, clock.now())
    assert pokes == [FULL]
