"""Matches of the older form: a resignation is recorded once under its command, and the referee ends the match."""

from __future__ import annotations

import uuid

import pytest
from django.db import IntegrityError

from services.errors import BadRequest, Conflict
from services.log.append import append_one
from services.matches.models import Match
from services.playing import older
from services.playing.offers import resign
from services.referee.tasks import advance
from tests.services.conftest import match_of, seated
from tests.services.test_offers import findings, last, play, types

pytestmark = pytest.mark.django_db(transaction=True)
COMMAND = "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"


@pytest.fixture
def pair(pokes):
    return seated("zertz", move_seconds=60)


def test_a_command_id_that_is_no_uuid_records_nothing(pair):
    match, people = pair
    before = types(match)
    with pytest.raises(BadRequest):
        resign(match_id=match.id, account=people[0], command_id="I give up")
    assert types(match) == before


def test_a_command_id_stands_in_lower_case_in_the_log_and_the_match_verifies(pair):
    match, people = pair
    resign(match_id=match.id, account=people[0], command_id=f" {COMMAND.upper()} ")
    assert last(match, "seat.resigned").cmd == COMMAND
    advance(str(match.id))
    assert (match_of(match.id).status, findings(match)) == (Match.Status.ENDED, [])


def test_the_same_resignation_again_gets_the_same_receipt_before_and_after_it_is_judged(pair):
    match, people = pair
    first = resign(match_id=match.id, account=people[0], command_id=COMMAND)
    assert resign(match_id=match.id, account=people[0], command_id=COMMAND.upper()) == first
    advance(str(match.id))
    assert resign(match_id=match.id, account=people[0], command_id=COMMAND) == first
    assert types(match).count("seat.resigned") == 1


def test_the_command_id_of_a_move_or_of_the_other_seat_is_refused(pair):
    match, people = pair
    play(match, people, 0)
    with pytest.raises(Conflict, match="command-reused"):
        resign(match_id=match.id, account=people[0], command_id=last(match, "move.made").cmd)
    resign(match_id=match.id, account=people[0], command_id=COMMAND)
    with pytest.raises(Conflict, match="command-reused"):
        resign(match_id=match.id, account=people[1], command_id=COMMAND)


def test_the_same_resignation_at_the_same_moment_gets_the_same_receipt(pair, monkeypatch):
    match, people = pair
    receipts = []

    def overtaken(item):
        monkeypatch.setattr(older, "append_one", append_one)
        receipts.append(resign(match_id=match.id, account=people[0], command_id=COMMAND))
        raise IntegrityError("event_command_once")

    monkeypatch.setattr(older, "append_one", overtaken)
    receipts.append(resign(match_id=match.id, account=people[0], command_id=COMMAND))
    assert receipts[0] == receipts[1]
    assert types(match).count("seat.resigned") == 1


def test_without_a_command_id_one_is_drawn(pair):
    match, people = pair
    resign(match_id=match.id, account=people[0])
    assert uuid.UUID(last(match, "seat.resigned").cmd).version == 4
