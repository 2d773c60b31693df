"""HOUSE.md: at most 6 SQL statements at intake (sign-in included) and 10 in the worker, however long the match."""

from __future__ import annotations

import json
import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from gateway.accounts import new_guest
from gateway.auth import new_token
from services import bus
from services.projections.models import Frame
from services.referee.tasks import advance
from services.tables import Wish, open_table, take_seat

pytestmark = pytest.mark.django_db(transaction=True)
FREE = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE", "ROLLBACK")


def statements(captured) -> list[str]:
    return [one["sql"] for one in captured.captured_queries if not one["sql"].startswith(FREE)]


def test_a_move_costs_at_most_six_statements_in_and_ten_to_judge(client, monkeypatch):
    monkeypatch.setattr(bus, "poke", lambda *args, **kwargs: True)
    people = {one.pk: f"Bearer {new_token(one)}" for one in (new_guest(), new_guest())}
    ann, bea = people
    match = open_table(account=ann, wish=Wish("zertz", 2, lot=False))
    take_seat(match_id=match.id, account=bea)
    advance(str(match.id))
    for ply in range(12):
        frame = Frame.objects.get(match=match, decision__isnull=False)
        token = people[(ann, bea)[frame.eye]]
        body = {"decision": frame.decision, "move": frame.moves.split("\n")[0], "command_id": str(uuid.uuid4())}
        with CaptureQueriesContext(connection) as intake:
            answer = client.post(
                f"/api/matches/{match.id}/moves", json.dumps(body), "application/json", HTTP_AUTHORIZATION=token
            )
        assert answer.status_code == 202
        with CaptureQueriesContext(connection) as judging:
            advance(str(match.id))
        assert len(statements(intake)) <= 6, (ply, statements(intake))
        assert len(statements(judging)) <= 10, (ply, statements(judging))
