"""Pokes and frames go out on a line that nobody listens to; it is laid anew when it is cut."""

from __future__ import annotations

import os
import socket

import pytest
import redis
from django.conf import settings

from services.bus import connection, pokes
from tests.live import until

QUEUE = "tried"
KEY = f"{settings.BUS_PREFIX}:{QUEUE}"


@pytest.fixture
def waiting():
    connection.client().delete(KEY)
    yield settled
    connection.client().delete(KEY)


def settled() -> int:
    """How many pokes have arrived; the line is asked last, so that all before it has been done."""
    line = connection.wire()._line
    line.send_command("CLIENT", "REPLY", "ON")
    assert line.read_response() == b"OK", "nothing was answered before this"
    line.send_command("CLIENT", "REPLY", "OFF")
    waiting: int = connection.client().llen(KEY)
    return waiting


def test_redis_is_asked_not_to_answer(waiting):
    for number in range(100):
        pokes.poke("nobody.hears", number, queue=QUEUE, counts={"tried": 1})
    assert waiting() == 100


def test_a_task_that_rests_is_poked_once_until_its_rest_is_over(waiting):
    flag = f"{settings.BUS_PREFIX}:poked:nobody.hears"
    connection.client().delete(flag)
    for _ in range(5):
        pokes.poke("nobody.hears", queue=QUEUE, rest=60)
    pokes.poke("somebody.else", queue=QUEUE, rest=0)
    assert waiting() == 2
    assert 0 < connection.client().pttl(flag) <= 60_000
    connection.client().delete(flag)
    pokes.poke("nobody.hears", queue=QUEUE, rest=60)
    assert waiting() == 3
    connection.client().delete(flag)


def test_a_line_that_was_cut_is_laid_anew(waiting):
    pokes.poke("nobody.hears", queue=QUEUE)
    connection.wire()._line._sock.shutdown(socket.SHUT_RDWR)
    pokes.poke("nobody.hears", queue=QUEUE)
    assert waiting() == 2


def test_a_line_on_which_redis_has_hung_up_is_not_written_to(waiting):
    pokes.poke("nobody.hears", queue=QUEUE)
    line = connection.wire()._line
    assert waiting() == 1
    assert not connection._hung_up(line)
    for words in (("REPLY", "ON"), ("ID",), ("REPLY", "OFF")):
        line.send_command("CLIENT", *words)
    assert line.read_response() == b"OK"
    connection.client().client_kill_filter(_id=line.read_response())
    until(lambda: connection._hung_up(line))
    pokes.poke("nobody.hears", queue=QUEUE)
    assert waiting() == 2


def test_a_fork_has_a_line_of_its_own(waiting):
    pokes.poke("nobody.hears", queue=QUEUE)
    child = os.fork()
    if child == 0:
        line = connection.wire()._line
        pokes.poke("nobody.hears", queue=QUEUE)
        os._exit(0 if connection.wire()._line is not line else 1)
    assert os.waitpid(child, 0)[1] == 0
    pokes.poke("nobody.hears", queue=QUEUE)
    assert waiting() == 3


def test_lines_that_are_cut_again_and_again_use_nothing_up(waiting):
    pokes.poke("nobody.hears", queue=QUEUE)
    for _ in range(150):
        connection.wire()._line._sock.shutdown(socket.SHUT_RDWR)
        pokes.poke("nobody.hears", queue=QUEUE)
    assert waiting() == 151


def test_a_store_that_is_away_costs_the_pokes_and_nothing_else(waiting, monkeypatch, caplog):
    there, wire = connection.client(), connection.Wire()
    away = redis.Redis.from_url("redis://127.0.0.1:1", socket_connect_timeout=2, retry=None)
    monkeypatch.setattr(connection, "wire", lambda: wire)
    monkeypatch.setattr(connection, "client", lambda: away)
    for _ in range(150):
        pokes.poke("nobody.hears", queue=QUEUE, counts={"tried": 1})
    assert caplog.text.count("poke nobody.hears lost: ConnectionError") == 150
    monkeypatch.setattr(away, "connection_pool", there.connection_pool)
    pokes.poke("nobody.hears", queue=QUEUE)
    assert waiting() == 1
