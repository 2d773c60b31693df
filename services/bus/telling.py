"""Facts whose cause is no append: written in the transaction of the cause, followers woken after it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction

from services.bus import pokes
from services.facts import Fact
from services.log.outbox import say


def tell(facts: Sequence[Fact], at: datetime, stream: UUID | None = None) -> None:
    """Call it inside the transaction of the cause."""
    say(facts, at, stream)
    transaction.on_commit(lambda: pokes.wake(facts))
