"""What the broker says of itself: whether it answers, and how much waits in its queues."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import cache
from threading import Lock
from typing import Any

from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError

from services.bus import connection
from services.bus.batches import list_of
from services.bus.connection import AWAY
from services.bus.pokes import broker_is_our_redis


def queue_depths(names: Sequence[str]) -> dict[str, int]:
    """Waiting pokes and pieces of work by queue, for metrics. Empty while the broker is away."""
    if not broker_is_our_redis():
        return _probe().depths(names)
    prefix = str(settings.CELERY_BROKER_TRANSPORT_OPTIONS.get("global_keyprefix", ""))
    try:
        pipe = connection.client().pipeline(transaction=False)
        for name in names:
            pipe.llen(prefix + name)
            pipe.llen(list_of(name))
        lengths = pipe.execute()
        return {name: lengths[2 * n] + lengths[2 * n + 1] for n, name in enumerate(names)}
    except AWAY:
        return {}


def broker_answers() -> bool:
    if not broker_is_our_redis():
        return _probe().look() is not None
    try:
        return bool(connection.client().ping())
    except AWAY:
        return False


class BrokerProbe:
    """What a broker other than our Redis says, asked on a line of its own and kept for a few seconds."""

    BELIEVED = 3.0

    def __init__(self) -> None:
        self._lock = Lock()
        self._until = 0.0
        self._depths: dict[str, int] | None = None

    def depths(self, names: Sequence[str]) -> dict[str, int]:
        depths = self.look() or {}
        return {name: depths[name] for name in names if name in depths}

    def look(self) -> dict[str, int] | None:
        """Waiting pokes of all queues that exist; None while the broker is away."""
        with self._lock:
            if time.monotonic() > self._until:
                self._depths = self._ask()
                self._until = time.monotonic() + self.BELIEVED
            return self._depths

    def _ask(self) -> dict[str, int] | None:
        line: Any
        with current_app.connection_for_read() as line:
            try:
                line.default_channel  # noqa: B018 - connects, and gives up as soon as the settings say
                names = current_app.amqp.queues
                return {name: depth for name in names if (depth := self._depth(line, name)) is not None}
            except (OperationalError, *line.connection_errors):
                return None

    def _depth(self, line: Any, name: str) -> int | None:
        try:
            with line.channel() as channel:
                return int(channel.queue_declare(name, passive=True).message_count)
        except line.channel_errors:
            return None


@cache
def _probe() -> BrokerProbe:
    return BrokerProbe()
