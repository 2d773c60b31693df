"""The lean door takes a program's plain move and answers as the ordinary view does; all else it leaves to that."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import MutableMapping
from typing import Any

import pytest
from django.core.wsgi import get_wsgi_application
from knox.crypto import hash_token
from knox.models import AuthToken

from deploy.threads import InThreads
from gateway.auth import KnownToken
from gateway.moves import is_move, record
from gateway.throttles import Everybody
from services.bus import pokes
from services.log.models import Event
from services.people.tokens import grant_token
from tests.gateway.test_doors import Table, move_scope
from tests.services.test_budget import Counted

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def no_pokes(monkeypatch):
    monkeypatch.setattr(pokes, "poke", lambda *args, **kwargs: None)


@pytest.fixture
def table() -> Table:
    table = Table("zertz")
    for token in table.tokens:
        KnownToken().authenticate_credentials(token.encode())
    return table


def plain(table: Table, **changed: Any) -> bytes:
    return json.dumps({"decision": 1, "move": "Wd4,d1", "command_id": str(uuid.uuid4())} | changed).encode()


def scope(table: Table, *more: tuple[bytes, bytes], **changed: Any) -> dict[str, Any]:
    request = move_scope(table.id, table.tokens[0].encode())
    names = [name for name, _ in more]
    request["headers"] = [pair for pair in request["headers"] if pair[0] not in names] + list(more)
    return request | changed


def answer_of(application: InThreads, request: dict[str, Any], body: bytes) -> tuple[int, dict[bytes, bytes], bytes]:
    sent: list[MutableMapping[str, Any]] = []

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.request", "body": body}

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    asyncio.run(application(request, receive, send))
    return sent[0]["status"], dict(sent[0]["headers"]), sent[1]["body"]


@pytest.mark.parametrize("secure", [False, True])
def test_a_plain_move_gets_the_very_answer_of_the_ordinary_view(table, secure, settings):
    if secure:
        settings.SECURE, settings.SECURE_SSL_REDIRECT, settings.SECURE_HSTS_SECONDS = True, True, 31_536_000
        settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    request = scope(table, (b"x-forwarded-proto", b"https")) if secure else scope(table)
    django = get_wsgi_application()
    body = plain(table)
    lean = answer_of(InThreads(lambda *request: pytest.fail("Django was asked"), 65536, lean=record), request, body)
    ordinary = answer_of(InThreads(django, 65536), request, body)
    assert 0 <= int(ordinary[1].pop(b"house-time")) - int(lean[1].pop(b"house-time")) < 60_000
    assert lean == ordinary
    assert (lean[0], table.made()) == (202, 1)
    assert (b"strict-transport-security" in lean[1]) == secure


def test_a_move_is_known_by_its_method_and_path(table):
    assert is_move(scope(table))
    assert not is_move(scope(table, method="GET"))
    assert not is_move(scope(table, path=f"/api/matches/{table.id}"))


def test_it_costs_one_read_and_one_write(table):
    with Counted() as door:
        assert record(scope(table), plain(table)) is not None
    assert door.number == 2, door.captured_queries


UNUSUAL = {
    "another method": {"method": "GET"},
    "another path": {"path": "/api/matches"},
    "a query": {"query_string": b"lang=fa"},
    "another host": {"headers": (b"host", b"elsewhere.example")},
    "a cookie": {"headers": (b"cookie", b"language=fa")},
    "a browser's wish": {"headers": (b"accept", b"text/html")},
    "a form": {"headers": (b"content-type", b"application/x-www-form-urlencoded")},
    "nobody": {"headers": (b"authorization", b"")},
    "another kind of token": {"headers": (b"authorization", b"Token x")},
    "a token of nobody": {"headers": (b"authorization", b"Bearer 0123456789abcdef")},
    "packed": {"headers": (b"content-encoding", b"gzip")},
}


@pytest.mark.parametrize("what", UNUSUAL)
def test_what_is_unusual_is_left_to_the_ordinary_view(table, what):
    changed = dict(UNUSUAL[what])
    header = changed.pop("headers", None)
    request = scope(table, *([header] if header else []), **changed)
    assert record(request, plain(table)) is None
    assert table.made() == 0


def test_a_header_that_comes_twice_is_left_to_the_ordinary_view(table):
    request = scope(table)
    request["headers"].append((b"host", b"testserver"))
    assert record(request, plain(table)) is None


@pytest.mark.parametrize(
    "body",
    [
        b"", b"[]", b"{", b"\xff", b'{"decision": 1.0, "move": "Wd4,d1", "command_id": "x"}', b"[" * 3000,
        b'{"decision": 1, "decision": 1, "move": "Wd4,d1", "command_id": "x"}', b'{"decision": true, "move": "Wd4,d1"}',
    ],
)  # fmt: skip
def test_a_body_that_is_not_well_made_is_left_to_the_ordinary_view(table, body):
    assert record(scope(table), body) is None
    assert table.made() == 0


@pytest.mark.parametrize(
    "changed",
    [
        {"extra": 1}, {"move": "Wd4,d1\0"}, {"command_id": "no uuid"}, {"move": "Wa1,a1"}, {"decision": 2},
        {"move": "x" * 5000},
    ],
)  # fmt: skip
def test_what_is_refused_is_refused_by_the_ordinary_view(table, changed):
    assert record(scope(table), plain(table, **changed)) is None
    assert table.made() == 0


def test_a_stranger_and_a_seat_that_is_not_asked_are_left_to_the_ordinary_view(table):
    other = move_scope(table.id, table.tokens[1].encode())
    assert record(other, plain(table)) is None
    nowhere = move_scope(uuid.uuid4(), table.tokens[0].encode())
    assert record(nowhere, plain(table)) is None
    assert table.made() == 0


def test_a_token_that_was_not_looked_up_lately_is_looked_up_here(table):
    KnownToken._known.clear()
    with Counted() as door:
        assert record(scope(table), plain(table)) is not None
    assert door.number == 3, door.captured_queries


def test_a_token_with_scopes_is_looked_up_each_time_and_moves_if_it_may_play(table):
    read, play = (grant_token(maker=table.people[0].pk, scopes=[scope])[1].encode() for scope in ("read", "play"))
    assert record(move_scope(table.id, read), plain(table)) is None
    assert table.made() == 0
    with Counted() as door:
        assert record(move_scope(table.id, play), plain(table)) is not None
    assert door.number == 3, door.captured_queries
    AuthToken.objects.filter(digest=hash_token(play.decode())).delete()
    assert record(move_scope(table.id, play), plain(table)) is None


def test_a_closed_account_and_a_spent_budget_are_left_to_the_ordinary_view(table, monkeypatch):
    monkeypatch.setattr(Everybody, "allow", lambda self, who, cost=1: False)
    assert record(scope(table), plain(table)) is None
    monkeypatch.undo()
    monkeypatch.setattr(pokes, "poke", lambda *args, **kwargs: None)
    table.people[0].is_active = False
    table.people[0].save()
    KnownToken._known.clear()
    assert record(scope(table), plain(table)) is None
    assert not Event.objects.filter(stream_id=table.id, type="move.made").exists()
