"""Claims on long work: renewed while somebody works at it, over soon after that."""

from __future__ import annotations

import threading
import uuid

import pytest

from services.bus import claims
from services.bus.claims import CLAIM, free, renewing, take_claim
from services.bus.counters import heartbeats
from services.log import clock
from services.records.models import ImportJob

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def rows():
    job = ImportJob.objects.create(account=uuid.uuid4(), form="records", at=clock.now())
    return ImportJob.objects.filter(pk=job.pk)


def test_of_two_that_claim_a_row_the_first_has_it(rows):
    claim = take_claim(rows, status="running")
    assert take_claim(rows) is None
    assert rows.get().claim == claim
    assert rows.get().status == "running"


def test_the_claim_of_whoever_died_is_over_soon(rows, house_clock):
    first = take_claim(rows)
    house_clock(seconds=CLAIM.total_seconds() + 1)
    assert rows.filter(free(clock.now())).exists()
    assert take_claim(rows) not in (None, first)


def test_work_that_takes_longer_than_a_claim_keeps_it_and_its_queue_alive(rows, monkeypatch, house_clock):
    claim, renewed = take_claim(rows), threading.Event()
    monkeypatch.setattr(claims, "RENEWED", 0.01)
    beat = claims.counters.heartbeat
    monkeypatch.setattr(claims.counters, "heartbeat", lambda queue: (beat(queue), renewed.set()))
    with renewing(rows.filter(claim=claim), "a queue of this test"):
        house_clock(seconds=CLAIM.total_seconds() + 1)
        for _ in range(2):  # the second begins after the clock was put forward
            renewed.clear()
            assert renewed.wait(10)
        renewed.clear()
        assert renewed.wait(10)
        assert take_claim(rows) is None
    assert heartbeats(["a queue of this test"]) == {"a queue of this test": True}


def test_a_claim_that_was_given_up_is_not_renewed(rows, monkeypatch):
    claim, beats = take_claim(rows), threading.Semaphore(0)
    monkeypatch.setattr(claims, "RENEWED", 0.01)
    rows.update(claimed_until=None)
    monkeypatch.setattr(claims.counters, "heartbeat", lambda queue: beats.release())
    with renewing(rows.filter(claim=claim), "a queue of this test"):
        assert all(beats.acquire(timeout=10) for _ in range(3))
    assert rows.get().claimed_until is None
