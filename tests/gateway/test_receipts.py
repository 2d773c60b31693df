"""Whoever opens a table or takes a seat keeps a receipt for it, as for every recorded command."""

from __future__ import annotations

import json

import pytest

from services.bus import pokes
from services.log import fair
from services.log.models import Event
from services.people.accounts import new_guest
from services.people.tokens import new_token

pytestmark = pytest.mark.django_db(transaction=True)
SECRET = bytes(range(32))


@pytest.fixture
def post(client, monkeypatch, settings):
    monkeypatch.setattr(pokes, "poke", lambda *args, **kwargs: None)
    settings.SIGNING_KEY = SECRET.hex()

    def send(path, **body):
        token = {"HTTP_AUTHORIZATION": f"Bearer {new_token(new_guest())}"}
        answer = client.post(path, json.dumps(body), "application/json", **token)
        assert answer.status_code == 201
        return answer.json()

    return send


def test_a_table_and_a_seat_come_with_the_head_and_a_signed_receipt(post):
    opened = post("/api/tables", game="zertz", seats=2)
    taken = post(f"/api/tables/{opened['id']}/seats", entropy="00ff")
    for answer, kinds in ((opened, ["table.opened", "seat.taken"]), (taken, ["seat.taken"])):
        body = answer["receipt"]["body"]
        events = Event.objects.filter(stream_id=opened["id"], seq__lt=body["size"]).order_by("seq")
        assert [event.type for event in events][-len(kinds) :] == kinds
        assert body == {"match": opened["id"], "size": len(events), "head": answer["head"]}
        assert events.last().hash == answer["head"]
        assert fair.check_signature(fair.public_key(SECRET), fair.RECEIPT, body, answer["receipt"]["sig"])
    assert taken["receipt"]["body"]["size"] == 3
