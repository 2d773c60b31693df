"""The stream of a match with a spectator delay: whoever is not seated gets each frame when it is past the delay."""

from __future__ import annotations

import time
import uuid

import pytest

from gateway import stream
from services.bus import pokes as bus_pokes
from services.log.models import Event
from services.people.accounts import new_guest
from services.people.tokens import new_token
from services.playing.intake import submit_move
from services.playing.offers import resign
from services.playing.tables import Wish, take_seat
from services.readers.models import Frame
from services.referee.tasks import advance
from tests.gateway.test_my_stream import Connection, watch
from tests.services.conftest import opened

pytestmark = pytest.mark.django_db(transaction=True)
DELAY = 1200


@pytest.fixture(autouse=True)
def no_pokes(monkeypatch):
    monkeypatch.setattr(bus_pokes, "poke", lambda *args, **kwargs: None)
    monkeypatch.setattr(stream, "hub", None)


class Match:
    """A match of two guests, and what is done in it while somebody watches."""

    def __init__(self, **delay: int) -> None:
        self.people = [new_guest("Ann"), new_guest("Bea")]
        self.id = opened(account=self.people[0].pk, wish=Wish("zertz", 2, lot=False, delay=delay)).id
        take_seat(match_id=self.id, account=self.people[1].pk)
        advance(str(self.id))
        self.moved_at = 0.0

    def move(self) -> None:
        frame = Frame.objects.get(match_id=self.id, decision__isnull=False, eye__gte=0)
        account, text = self.people[frame.eye].pk, frame.moves.split("\n")[0]
        submit_move(match_id=self.id, account=account, decision=frame.decision, move=text, command_id=str(uuid.uuid4()))
        advance(str(self.id))
        self.moved_at = time.monotonic()

    def give_up(self) -> None:
        resign(match_id=self.id, account=self.people[0].pk, command_id=str(uuid.uuid4()))
        advance(str(self.id))

    def connection(self, token: str = "") -> Connection:
        connection = Connection(token)
        connection.scope["path"] = f"/api/matches/{self.id}/stream"
        return connection


def frames(events) -> list[int]:
    return [number for kind, number, _ in events if kind == "frame"]


def test_a_frame_comes_to_the_late_when_the_delay_has_passed():
    match = Match(ms=DELAY)
    time.sleep(DELAY / 1000)
    events = watch(match.connection(), 2, match.move)
    assert time.monotonic() - match.moved_at > DELAY / 1000 - 0.2
    first, second = frames(events)
    assert second > first


def test_a_seat_gets_its_frame_at_once():
    match = Match(ms=600_000)
    watch(match.connection(new_token(match.people[1])), 2, match.move)
    assert time.monotonic() - match.moved_at < 10


def test_the_late_are_so_many_plies_behind_until_the_match_is_over():
    match = Match(plies=2)
    started = Frame.objects.get(match_id=match.id, eye=0).seq
    connection = match.connection()
    events = watch(connection, 3, match.move, match.move, match.move, match.give_up)
    ended = Event.objects.get(stream_id=match.id, type="match.ended").seq
    numbers = frames(events)
    assert numbers[0] == started
    assert numbers[-1] >= ended
    assert all(started < number < ended for number in numbers[1:-1])
    assert "event: over" in connection.text
