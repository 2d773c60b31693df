"""Rows of matches that are over are held against the house's own fold of their logs."""

from __future__ import annotations

from uuid import uuid4

import pytest

from services.auditor import tasks as auditor
from services.bus import counters
from services.clocks.tasks import tick
from services.matches.models import Match, Seat
from services.playing import offers
from services.playing.tables import Wish, leave_seat
from services.readers.agreeing import differing_rows
from services.readers.models import MatchCard
from services.readers.rebuild import rebuild_match
from services.referee.tasks import advance
from tests.services.conftest import match_of, opened, seated
from tests.services.test_offers import DAY, SLOW, answer, command, offer, play

pytestmark = pytest.mark.django_db(transaction=True)


def given_up(pokes) -> Match:
    match, people = seated("zertz", clock=SLOW)
    play(match, people, 0)
    offers.resign(match_id=match.id, account=people[0], command_id=command())
    advance(str(match.id))
    return match


def agreed_draw(pokes) -> Match:
    match, people = seated("zertz", clock=SLOW)
    play(match, people, 0)
    answer(match, people[0], offer(match, people[1], "draw"))
    advance(str(match.id))
    return match


def of_the_older_form(pokes) -> Match:
    match, people = seated("zertz", move_seconds=60)
    offers.resign(match_id=match.id, account=people[1], command_id=command())
    advance(str(match.id))
    return match


def given_up_before_the_start(pokes) -> Match:
    person = uuid4()
    match = opened(account=person, wish=Wish("zertz", 2))
    leave_seat(match_id=match.id, account=person)
    advance(str(match.id))
    return match


@pytest.mark.parametrize("end", [given_up, agreed_draw, of_the_older_form, given_up_before_the_start])
def test_rows_of_a_match_that_is_over_agree_with_its_log(pokes, end):
    match = match_of(end(pokes).id)
    assert match.over
    assert differing_rows(match) == []


def test_those_of_a_seat_that_a_bot_plays_agree_too(pokes, house_clock):
    match, _ = seated("potion_explosion", 3, clock={"kind": "per_move", "ms": DAY})
    house_clock(days=2)
    tick()
    assert differing_rows(match_of(match.id)) == []


def test_what_differs_is_named_and_a_rebuild_mends_it(pokes):
    match = match_of(given_up(pokes).id)
    Seat.objects.filter(match=match, seat=1).update(bot="greedy")
    MatchCard.objects.filter(match=match).update(winners=[0], ply=3)
    assert differing_rows(match) == ["card", "seat 1"]
    Seat.objects.filter(match=match, seat=0).delete()
    assert differing_rows(match) == ["card", "seat 0", "seat 1"]
    rebuild_match(match.id)
    assert differing_rows(match) == []


def test_the_sample_of_the_night_counts_and_names_what_differs(pokes, caplog):
    match = given_up(pokes)
    auditor.check(str(match.id), bots=True)
    assert "differ" not in caplog.text
    Seat.objects.filter(match=match, seat=1).update(bot="greedy")
    before = differing()
    auditor.check(str(match.id), bots=True)
    assert differing() == before + 1
    assert f"rows of {match.id} differ from its log: seat 1" in caplog.text
    assert Match.objects.get(pk=match.id).audit == "holds", "the log does"


def differing() -> int:
    counts = counters.counts()
    assert counts is not None
    return counts.get("differing_rows", 0)
