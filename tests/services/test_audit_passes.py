"""Finished matches that are looked at again: a sample every night, all of them every week, whatever restarts."""

from __future__ import annotations

from datetime import timedelta

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.db import OperationalError

from services.auditor import check, passes
from services.auditor import tasks as auditor
from services.log import clock
from services.matches.models import Match
from tests.services.conftest import Pokes, spoil
from tests.services.test_checkpoints import finished

pytestmark = pytest.mark.django_db(transaction=True)
NIGHTLY, FULL = ("auditor.nightly", ()), ("auditor.full", ())
STALLED = passes.STALLED / timedelta(seconds=1) + 1


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


@pytest.fixture
def sampled(monkeypatch):
    """The matches that the nightly sample has checked again."""
    noted: list[str] = []
    monkeypatch.setattr(auditor.check, "delay", lambda match_id, bots: noted.append(match_id))
    return noted


def test_the_sample_whose_poke_was_lost_is_poked_again_until_its_task_has_run(pokes, house_clock, sampled):
    match = finished()
    due(pokes)
    house_clock(hours=25)
    assert due(pokes) == [NIGHTLY]
    house_clock(hours=25, seconds=STALLED)
    assert due(pokes) == [NIGHTLY]
    assert due(pokes) == []
    auditor.nightly()
    house_clock(hours=26)
    assert due(pokes) == [], "it has run"
    auditor.nightly()
    assert sampled == [str(match.id)], "what is poked twice takes one sample"
    house_clock(hours=50)
    assert due(pokes) == [NIGHTLY]


def test_a_sample_that_breaks_off_is_taken_again(pokes, house_clock, monkeypatch):
    finished()
    due(pokes)
    house_clock(hours=25)
    due(pokes)
    monkeypatch.setattr(auditor.check, "delay", lambda match_id, bots: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        auditor.nightly()
    house_clock(hours=25, seconds=STALLED)
    assert due(pokes) == [NIGHTLY]


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
    assert passes.place(passes.WEEKLY) == matches[1].id
    assert Match.objects.get(pk=matches[2].id).parked == ""
    auditor.full()
    assert Match.objects.get(pk=matches[2].id).parked.startswith("audit: ")
    assert pokes == [FULL]
    assert passes.place(passes.WEEKLY) is None


def test_a_stretch_whose_poke_was_lost_is_poked_again(pokes, house_clock):
    due(pokes)
    house_clock(days=8)
    assert FULL in due(pokes)
    auditor.nightly()
    house_clock(days=8, seconds=STALLED)
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
    passes.move_on(passes.WEEKLY, passes.FIRST, match.id, clock.now())
    passes.move_on(passes.WEEKLY, passes.FIRST, match.id, clock.now())
    assert pokes == [FULL]


# -- a stretch that breaks off -----------------------------------------------------------------------------------------


@pytest.fixture
def three(pokes, house_clock):
    """Three finished matches by their ids, and the pass over all of them under way."""
    matches = sorted((finished() for _ in range(3)), key=lambda match: match.id)
    due(pokes)
    house_clock(days=8)
    due(pokes)
    pokes.clear()
    return matches


@pytest.fixture
def breaks(monkeypatch):
    """Makes the examination of a match raise."""
    examined = check._examined

    def at(broken: Match, error: Exception) -> None:
        def examine(match, *args):
            if match.id == broken.id:
                raise error
            return examined(match, *args)

        monkeypatch.setattr(check, "_examined", examine)

    return at


def verdicts(matches: list[Match]) -> list[str]:
    return [Match.objects.get(pk=match.id).audit for match in matches]


def test_a_match_whose_examination_raises_is_noted_and_the_pass_comes_to_its_end(pokes, three, breaks):
    breaks(three[0], RuntimeError("a bug in a check"))
    auditor.full()
    assert verdicts(three) == ["broke-off", "holds", "holds"]
    assert Match.objects.get(pk=three[0].id).parked == "audit: broke-off"
    assert passes.place(passes.WEEKLY) is None


def test_matches_that_cannot_be_read_together_are_examined_each_by_itself(pokes, three, monkeypatch):
    exports = check.log.exports

    def read(heads):
        if three[1].id in [head.stream for head in heads]:
            raise ValueError("damaged")
        return exports(heads)

    monkeypatch.setattr(check.log, "exports", read)
    auditor.full()
    assert verdicts(three) == ["holds", "broke-off", "holds"]
    assert passes.place(passes.WEEKLY) is None


def test_a_stretch_that_its_time_limit_cuts_goes_on_behind_what_was_examined(pokes, three, breaks):
    breaks(three[1], SoftTimeLimitExceeded())
    auditor.full()
    assert verdicts(three) == ["holds", "", ""]
    assert passes.place(passes.WEEKLY) == three[0].id
    assert pokes == [FULL]


def test_a_match_that_takes_a_stretch_by_itself_is_checked_alone_and_the_pass_goes_on_behind_it(pokes, three, breaks):
    breaks(three[0], SoftTimeLimitExceeded())
    auditor.full()
    assert pokes == [("auditor.check", (str(three[0].id), True)), FULL]
    assert passes.place(passes.WEEKLY) == three[0].id
    auditor.full()
    assert verdicts(three) == ["", "holds", "holds"]
    assert passes.place(passes.WEEKLY) is None


def test_while_the_store_is_away_no_match_is_noted_and_the_pass_waits(pokes, three, breaks):
    breaks(three[0], OperationalError("the line was cut"))
    with pytest.raises(OperationalError):
        auditor.full()
    assert verdicts(three) == ["", "", ""]
    assert passes.place(passes.WEEKLY) == passes.FIRST
    with pytest.raises(OperationalError):
        auditor.check(str(three[0].id))
    assert verdicts(three) == ["", "", ""]


def test_a_stretch_that_a_house_of_before_has_poked_with_an_argument_goes_on_from_the_row(pokes, three, monkeypatch):
    monkeypatch.setattr(auditor, "STRETCH", 2)
    auditor.full(str(three[2].id))
    assert verdicts(three) == ["holds", "holds", ""]
    assert passes.place(passes.WEEKLY) == three[1].id
