"""A store is away. Without PostgreSQL all hear when to come again, without Redis moves are recorded. Never a 500."""

from __future__ import annotations

import json
import uuid

import pytest
import redis
from django.core.cache.backends.redis import RedisCache
from django.db import OperationalError
from django.db.backends.utils import CursorWrapper

from services.bus import connection
from services.people.accounts import new_guest
from services.people.tokens import new_token
from services.playing.tables import Wish, take_seat
from services.readers.models import Frame
from services.referee.tasks import advance
from tests.services.conftest import opened

pytestmark = pytest.mark.django_db
NOBODYS = "00000000-0000-4000-8000-000000000000"


@pytest.fixture
def away(monkeypatch):
    def execute(*_: object) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(CursorWrapper, "execute", execute)


@pytest.mark.parametrize("path", ["/", "/games/zertz", f"/matches/{NOBODYS}"])
def test_a_page_says_that_a_store_is_away_and_tries_again(client, away, path):
    answer = client.get(path)
    assert answer.status_code == 503
    assert answer["Retry-After"] == "2"
    assert "A store is away" in answer.content.decode()
    assert "یکی از انبارها" in answer.content.decode()


@pytest.mark.parametrize("path", ["/api/tables", f"/api/matches/{NOBODYS}/frame"])
def test_a_program_gets_the_code(client, away, path):
    answer = client.get(path)
    assert (answer.status_code, answer.json()["error"]) == (503, "store-away")
    assert answer["Retry-After"] == "2"


@pytest.fixture
def no_redis(monkeypatch):
    gone = redis.Redis.from_url("redis://127.0.0.1:1", socket_connect_timeout=1, retry=None)
    monkeypatch.setattr(connection, "client", lambda: gone)
    monkeypatch.setattr(connection, "wire", connection.Wire)


@pytest.mark.django_db(transaction=True)
def test_a_move_is_recorded_without_redis(client, no_redis):
    people = [new_guest(), new_guest()]
    match = opened(account=people[0].pk, wish=Wish("zertz", 2, lot=False))
    take_seat(match_id=match.id, account=people[1].pk)
    advance(str(match.id))
    frame = Frame.objects.get(match=match, eye=0)
    answer = client.post(
        f"/api/matches/{match.id}/moves",
        json.dumps({"decision": 1, "move": frame.moves.split("\n")[0], "command_id": str(uuid.uuid4())}),
        "application/json",
        HTTP_AUTHORIZATION=f"Bearer {new_token(people[0])}",
    )
    assert answer.status_code == 202, answer.content


def test_the_house_tells_its_status_without_redis(client, monkeypatch):
    gone = RedisCache("redis://127.0.0.1:1", {})
    monkeypatch.setattr("gateway.pages.status.cache", gone)
    assert client.get("/status").status_code == 200


def test_counters_that_are_not_known_are_left_out(client, no_redis):
    metrics = client.get("/metrics").content.decode()
    assert "bazigah_moves_accepted" not in metrics
    assert "bazigah_matches_parked" in metrics
