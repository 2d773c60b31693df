"""A late attempt is turned away before it is recorded; one that was recorded in time is known when it comes again."""

from __future__ import annotations

import json
import uuid

import pytest

from engine.core.codec import canonical
from services.bus import pokes
from services.log.models import Event
from services.people.accounts import new_guest
from services.people.tokens import new_token
from services.playing.tables import Wish, take_seat
from services.readers.models import Frame
from services.referee.tasks import advance
from tests.services.conftest import opened

pytestmark = pytest.mark.django_db(transaction=True)
WRONG = {"weights": {"left": [], "right": []}, "pipes": {"cells": [None] * 9}}


@pytest.fixture
def table(client, monkeypatch):
    """A live round of Enigma with the puzzles turned up; `post` answers for seat 0."""
    monkeypatch.setattr(pokes, "poke", lambda *args, **kwargs: None)
    people = [new_guest(), new_guest()]
    match = opened(account=people[0].pk, wish=Wish("enigma", 2, options={"mode": "live"}, lot=False))
    take_seat(match_id=match.id, account=people[1].pk)
    advance(str(match.id))

    def post(seat, body):
        token = {"HTTP_AUTHORIZATION": f"Bearer {new_token(people[seat])}"}
        answer = client.post(f"/api/matches/{match.id}/moves", json.dumps(body), "application/json", **token)
        advance(str(match.id))
        return answer

    for kind in WRONG:
        frame = Frame.objects.get(match=match, eye__gte=0, decision__isnull=False)
        assert post(frame.eye, {**asked(frame), "move": f"C:{kind}"}).status_code == 202
    return match, post


def asked(frame):
    return {"decision": frame.decision, "command_id": str(uuid.uuid4())}


def attempt(match):
    frame = Frame.objects.get(match=match, eye=0)
    kind = json.loads(frame.body)["view"]["mine"]["puzzle"]["kind"]
    return {**asked(frame), "move": "A:" + canonical(WRONG[kind]).decode()}


def test_an_attempt_after_the_sand_has_run_out_is_refused_and_not_recorded(table, house_clock):
    match, post = table
    house_clock(hours=3)
    before = Event.objects.filter(type="move.made").count()
    answer = post(0, attempt(match))
    body = answer.json()
    assert (answer.status_code, body["error"], body["code"]) == (422, "illegal-move", "sand-out")
    assert "E95" in body["detail"]
    assert Event.objects.filter(type="move.made").count() == before


def test_an_attempt_recorded_in_time_has_the_same_receipt_when_it_comes_again_too_late(table, house_clock):
    match, post = table
    body = attempt(match)
    first = post(0, body)
    house_clock(hours=3)
    again = post(0, body)
    assert (first.status_code, again.status_code) == (202, 202)
    assert first.json() == again.json()
