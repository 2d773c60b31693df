"""A broker that is not our Redis: asked itself whether it answers, never waited for, sent no poke that only waits."""

from __future__ import annotations

import time

import pytest
from celery import Celery

from services.bus import broker as bus_broker
from services.bus import pokes

QUEUES = ("opponents", "game.zertz")


@pytest.fixture
def broker(settings, monkeypatch):
    """Another broker at that address, with the settings the house has for it."""

    def take(url: str) -> Celery:
        app = Celery("tried", broker=url, set_as_current=False)
        app.conf.broker_transport_options = settings.PUBLISH_ONCE
        for name in QUEUES:
            app.amqp.queues.add(name)
        settings.CELERY_BROKER_URL = url
        monkeypatch.setattr(pokes, "current_app", app)
        monkeypatch.setattr(bus_broker, "current_app", app)
        probe = bus_broker.BrokerProbe()
        monkeypatch.setattr(bus_broker, "_probe", lambda: probe)
        return app

    return take


def test_a_broker_that_is_away_is_reported_and_not_waited_for(broker):
    broker("amqp://127.0.0.1:1//")
    began = time.monotonic()
    assert not bus_broker.broker_answers()
    assert bus_broker.queue_depths(QUEUES) == {}
    pokes.poke("nobody.hears", queue="opponents")
    assert time.monotonic() - began < 2


def test_a_broker_that_answers_tells_what_waits_in_it(broker):
    app = broker("memory://")
    with app.connection_for_write() as line:
        line.default_channel.queue_declare("opponents")
    assert bus_broker.broker_answers()
    assert bus_broker.queue_depths(QUEUES) == {"opponents": 0}


def test_a_probe_asks_the_broker_once_in_a_few_seconds(broker, monkeypatch):
    broker("memory://")
    asked = []
    monkeypatch.setattr(bus_broker.BrokerProbe, "_ask", lambda self: asked.append(1) or {})
    assert all(bus_broker.broker_answers() for _ in range(5))
    assert len(asked) == 1


@pytest.mark.parametrize(
    ("url", "queue", "sent"),
    [
        ("amqp://127.0.0.1:1//", "opponents", False),  # the sweep finds the bot when it is due
        ("amqp://127.0.0.1:1//", "game.zertz", True),
        ("redis://127.0.0.1:1/0", "opponents", True),
    ],
)
def test_a_poke_for_later_is_kept_back_where_it_would_hold_a_place(broker, monkeypatch, url, queue, sent):
    countdowns = []
    monkeypatch.setattr(broker(url), "send_task", lambda task, **options: countdowns.append(options["countdown"]))
    pokes.poke("nobody.hears", queue=queue, countdown=2)
    assert countdowns == ([2] if sent else [])
