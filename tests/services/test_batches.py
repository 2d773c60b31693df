"""Work on lists: several pieces are taken at once, and whoever takes them is poked only while nobody does."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from threading import Thread

import pytest
from django.conf import settings

from services.bus import batches, broker, connection, pokes
from services.log.models import Event
from services.playing.intake import submit_move
from services.referee.serve import serve
from tests.services.conftest import question, seated

QUEUE = "game.tried"
POKES = f"{settings.BUS_PREFIX}:{QUEUE}"


@pytest.fixture(autouse=True)
def patient(monkeypatch) -> Iterator[None]:
    """However slow the machine is, a taker is believed to be there until it says otherwise."""
    monkeypatch.setattr(batches, "HELD_MS", 60_000)
    yield
    connection.client().delete(POKES, batches.list_of(QUEUE), batches._held(QUEUE))


def put(*pieces: str, first: bool = False) -> None:
    for piece in pieces:
        connection.client().execute_command(*batches.put(QUEUE, piece, "a poke", first))


def poked() -> int:
    return int(connection.client().llen(POKES))


def taken() -> list[list[str]]:
    with batches.taking([QUEUE]) as taker:
        return list(taker.batches())


def test_what_is_put_where_nobody_takes_is_poked_for():
    put("a", "b")
    assert poked() == 2
    assert taken() == [["a", "b"]]


def test_while_somebody_takes_nobody_is_poked():
    with batches.taking([QUEUE]) as taker:
        following = taker.batches()
        put("a")
        assert (next(following), poked()) == (["a"], 1)
        put("b")
        assert (next(following), poked()) == (["b"], 1)
        assert next(following, None) is None
        put("c")
        assert poked() == 2, "it has gone, and said so"


def test_what_is_put_just_before_the_taker_leaves_is_not_left_lying(monkeypatch):
    """It was thought to be there still, so it was not poked."""
    real, late = batches.Taker._last, ["late"]

    def last(taker: batches.Taker) -> list[str]:
        put(*late)
        late.clear()
        return real(taker)

    monkeypatch.setattr(batches.Taker, "_last", last)
    assert taken() == [["late"]]
    assert poked() == 0


def test_pieces_come_in_their_order_each_once_and_not_too_many_together():
    put(*(str(number) for number in range(20)), "19", "3")
    put("urgent", first=True)
    first, second = taken()
    assert first == ["urgent", *(str(number) for number in range(15))]
    assert second == ["15", "16", "17", "18", "19", "3"]


def test_past_its_turn_a_taker_goes_and_says_what_it_leaves(monkeypatch):
    monkeypatch.setattr(batches, "TURN", 0)
    with batches.taking([QUEUE]) as taker:
        assert list(taker.batches()) == []
    assert not taker.left_behind
    put("a")
    with batches.taking([QUEUE]) as taker:
        assert list(taker.batches()) == []
    assert taker.left_behind
    assert connection.client().llen(batches.list_of(QUEUE)) == 1


def test_one_thread_waits_and_another_takes_what_is_there():
    outcomes = []
    with batches.taking([QUEUE]) as taker:
        assert taker.waits
        put("a")
        other = Thread(target=lambda: outcomes.append(taken()))
        other.start()
        other.join()
    assert outcomes == [[["a"]]]
    assert not connection.client().exists(batches._held(QUEUE)), "only one who waits holds pokes back"


def test_the_depth_of_a_queue_counts_its_list():
    put("a", "b")
    assert broker.queue_depths([QUEUE, "opponents"])[QUEUE] == 4


def test_through_another_broker_the_poke_goes_its_own_way(settings, monkeypatch):
    settings.CELERY_BROKER_URL = "amqp://elsewhere//"
    sent = []
    monkeypatch.setattr(pokes.current_app, "send_task", lambda task, **how: sent.append((task, how["queue"])))
    pokes.poke("referee.advance", "a", queue=QUEUE, batch=True)
    assert sent == [("referee.drain", QUEUE)]
    connection.client().set(batches._held(QUEUE), 1, px=5000)
    pokes.poke("referee.advance", "b", queue=QUEUE, batch=True)
    assert len(sent) == 1
    assert (taken(), poked()) == ([["a", "b"]], 0)


@pytest.mark.django_db(transaction=True)
def test_a_match_whose_events_are_refused_by_the_store_keeps_no_other_from_being_judged(pokes):
    matches = [seated("zertz") for _ in range(3)]
    for match, people in matches:
        frame = question(match, 0)
        submit_move(match_id=match.id, account=people[0], decision=frame.decision, move=frame.moves.split("\n")[0])
    broken = matches[1][0]
    last = Event.objects.filter(stream_id=broken.id).order_by("seq").last()
    assert last is not None
    Event.objects.create(
        stream_id=broken.id, seq=last.seq + 1, type="x", actor="x", at=last.at, pub={}, sealed={}, prev=last.hash,
        hash=uuid.uuid4().hex * 2,
    )  # fmt: skip
    serve([match.id for match, _ in matches])
    judged = Event.objects.filter(type="move.judged").values_list("stream_id", flat=True)
    assert set(judged) == {matches[0][0].id, matches[2][0].id}
