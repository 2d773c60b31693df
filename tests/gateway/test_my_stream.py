"""GET /api/me/stream: first home, then each thing with rising ids; nothing is missed by who comes back."""

from __future__ import annotations

import asyncio
import json

import pytest

from gateway import stream
from services.bus import pokes as bus_pokes
from services.people.things import Thing
from services.people.tokens import new_token
from tests.services.notices_hands import DAY, look_around, person, played, tell

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def no_pokes(monkeypatch):
    monkeypatch.setattr(bus_pokes, "poke", lambda *args, **kwargs: None)
    monkeypatch.setattr(stream, "hub", None)


class Connection:
    """A caller of the stream, without a web server."""

    def __init__(self, token: str = "", last: str = "", query: str = "") -> None:
        headers = [(b"host", b"testserver")]
        headers += [(b"authorization", f"Bearer {token}".encode())] if token else []
        headers += [(b"last-event-id", last.encode())] if last else []
        self.scope = {
            "type": "http", "method": "GET", "path": "/api/me/stream", "headers": headers,
            "query_string": query.encode(), "client": ("127.0.0.1", 9),
        }  # fmt: skip
        self.status, self.text = 0, ""
        self.gone = asyncio.Event()

    async def receive(self):
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
        else:
            self.text += message["body"].decode()

    def events(self) -> list[tuple[str, int, dict]]:
        blocks = [dict(line.split(": ", 1) for line in block.split("\n")) for block in self.text.split("\n\n") if block]
        return [(block["event"], int(block["id"]), json.loads(block["data"])) for block in blocks if "id" in block]


def watch(connection: Connection, enough: int, *steps) -> list[tuple[str, int, dict]]:
    """Follow until so many events have come; the steps happen once the first has."""

    async def run() -> None:
        front = stream.front(lambda *_: None)
        served = asyncio.create_task(front(connection.scope, connection.receive, connection.send))
        async with asyncio.timeout(20):
            while not connection.events() and not served.done():
                await asyncio.sleep(0.02)
            for step in steps:
                await asyncio.to_thread(_alone, step)
            while len(connection.events()) < enough and not served.done():
                await asyncio.sleep(0.02)
        connection.gone.set()
        await served
        if stream.hub is not None:
            await stream.hub.close()

    asyncio.run(run())
    return connection.events()


def _alone(step) -> None:
    from django.db import connections

    try:
        step()
    finally:
        connections.close_all()


def test_home_comes_first_with_where_i_am_asked():
    ann = person("Ann")
    match = played(ann, person("Bea"), clock={"kind": "per_move", "ms": DAY})
    ((kind, _, home),) = watch(Connection(new_token(ann)), 1)
    assert kind == "home"
    assert home["offers"] == []
    (asked,) = home["asked"]
    assert (asked["match"], asked["game"], asked["seat"]) == (str(match.id), "zertz", 0)
    assert asked["deadline"].endswith("Z")


def test_things_follow_as_they_happen_in_the_form_of_webhooks_with_rising_ids():
    ann = person("Ann")
    tell(ann, 1)
    events = watch(Connection(new_token(ann)), 3, lambda: tell(ann, 2), lambda: tell(ann, 3, Thing.START))
    assert [kind for kind, _, _ in events] == ["home", "invitation", "start"]
    numbers = [number for _, number, _ in events]
    assert numbers == sorted(set(numbers))
    assert set(events[1][2]) == {"key", "thing", "match", "game", "seat", "deadline", "link", "at"}


def test_a_turn_arrives_on_the_stream():
    ann = person("Ann")
    events = watch(Connection(new_token(ann)), 2, lambda: played(ann, person("Bea")), look_around)
    assert [kind for kind, _, _ in events] == ["home", "turn"]


def test_whoever_comes_back_gets_what_was_missed_once():
    ann = person("Ann")
    tell(ann, 1)
    first = watch(Connection(new_token(ann)), 2, lambda: tell(ann, 2))
    tell(ann, 3)
    tell(ann, 4)
    for connection in (
        Connection(new_token(ann), last=str(first[-1][1])),
        Connection(new_token(ann), query=f"after={first[-1][1]}"),
    ):
        events = watch(connection, 3)
        assert [data.get("key") for _, _, data in events] == [None, "invitation:3", "invitation:4"]


def test_nobody_gets_what_is_somebody_elses():
    ann, bea = person("Ann"), person("Bea")
    events = watch(Connection(new_token(ann)), 2, lambda: tell(bea, 1), lambda: tell(ann, 2))
    assert [data.get("key") for _, _, data in events] == [None, "invitation:2"]


@pytest.mark.parametrize("token", ["", "made-up"])
def test_nobody_follows_without_signing_in(token):
    connection = Connection(token)
    asyncio.run(stream.front(lambda *_: None)(connection.scope, connection.receive, connection.send))
    assert connection.status == 401
