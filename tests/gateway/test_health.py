"""Readiness and numbers: /readyz fails for what nobody can play without and for nothing else; /metrics shows all."""

from __future__ import annotations

import pytest
from cachetools import TTLCache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from engine.games import GAMES
from gateway import health
from services.bus import counters
from services.log import clock
from services.log.models import Outbox
from services.log.outbox import waiting_counts
from services.registry import services

pytestmark = pytest.mark.django_db


def queues(*, vital: bool) -> list[str]:
    """Of the services that are vital, or of those that are not; a service without a queue goes by its name."""
    return [queue for row in services() if row.vital is vital for queue in row.queues(GAMES) or [row.name]]


@pytest.fixture
def alive(monkeypatch):
    """The services that answer."""
    answering: set[str] = set()
    monkeypatch.setattr(counters, "heartbeats", lambda names: {name: name in answering for name in names})
    return answering


def test_the_house_is_ready_without_what_is_not_vital(alive):
    alive |= set(queues(vital=True))
    assert queues(vital=False)
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.json()["ok"]) == (200, True)


@pytest.mark.parametrize("missing", queues(vital=True))
def test_the_house_is_not_ready_without_a_vital_service(alive, missing):
    alive |= set(queues(vital=True)) - {missing}
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.json()["parts"][missing]) == (503, False)


def test_the_numbers_tell_of_every_service(alive):
    alive |= {"clocks"}
    text = Client().get("/metrics").content.decode()
    for queue in queues(vital=True) + queues(vital=False):
        assert f'bazigah_service_alive{{service="{queue}"}} {1.0 if queue == "clocks" else 0.0}' in text


def test_facts_that_wait_and_facts_that_are_parked_are_counted_for_each_follower(alive):
    now = clock.now()
    for follower, parked in (("auditor", ""), ("auditor", ""), ("auditor", "KeyError after 8 tries"), ("clocks", "")):
        Outbox.objects.create(
            follower=follower, fact="stream.revealed", version=1, body={}, at=now, due_at=now, parked=parked
        )
    assert waiting_counts() == {"auditor": {"waiting": 2, "parked": 1}, "clocks": {"waiting": 1}}
    lines = Client().get("/metrics").content.decode().split("\n")
    assert sorted(line for line in lines if line.startswith("bazigah_facts{")) == [
        'bazigah_facts{follower="auditor",state="parked"} 1.0',
        'bazigah_facts{follower="auditor",state="waiting"} 2.0',
        'bazigah_facts{follower="clocks",state="waiting"} 1.0',
    ]


def test_the_status_page_tells_of_every_service(alive):
    page = Client().get("/status").content.decode()
    assert [row.name for row in services() if row.name not in page] == []


@pytest.mark.parametrize("what", ["snapshots_refused", "differing_rows"])
def test_what_does_not_fit_the_log_is_counted(what):
    counters.count({what: 1})
    text = Client().get("/metrics").content.decode()
    (line,) = [line for line in text.split("\n") if line.startswith(f"bazigah_{what}_total")]
    assert float(line.split()[1]) >= 1


@pytest.mark.parametrize("path", ["/readyz", "/metrics"])
def test_where_the_settings_name_insiders_nobody_else_learns_anything(alive, settings, path):
    alive |= set(queues(vital=True))
    settings.PROBES_FROM = ["10.0.0.0/8", "::1"]
    assert Client(REMOTE_ADDR="10.1.2.3").get(path).status_code == 200
    assert Client(REMOTE_ADDR="::1").get(path).status_code == 200
    for outside in ("203.0.113.9", "::2", ""):
        assert Client(REMOTE_ADDR=outside).get(path).status_code == 404
    assert Client(REMOTE_ADDR="203.0.113.9").get("/healthz").status_code == 200


@pytest.mark.parametrize("path", ["/readyz", "/metrics"])
def test_a_flood_of_probes_asks_the_stores_once(alive, monkeypatch, path):
    alive |= set(queues(vital=True))
    monkeypatch.setattr(health, "_answers", TTLCache(8, 600))
    with CaptureQueriesContext(connection) as asked:
        Client().get(path)
        first = len(asked)
        for _ in range(20):
            Client().get(path)
    assert 0 < first == len(asked)
