"""Which tables were opened from an address: kept in Redis for some days, in no log and no table."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from django.conf import settings

from services.bus import connection
from services.bus.connection import AWAY

SECONDS: Final = 3 * 24 * 3600


def note_table(address: str, match: UUID) -> None:
    with contextlib.suppress(*AWAY):
        connection.client().sadd(_name(address), str(match))
        connection.client().expire(_name(address), SECONDS)


def tables_of(address: str) -> list[UUID]:
    """While Redis is away none are known."""
    try:
        members: Any = connection.client().smembers(_name(address))
    except AWAY:
        return []
    return [UUID(text.decode() if isinstance(text, bytes) else text) for text in members]


def forget_tables(address: str, matches: Sequence[UUID]) -> None:
    with contextlib.suppress(*AWAY):
        if matches:
            connection.client().srem(_name(address), *map(str, matches))


def _name(address: str) -> str:
    return f"{settings.BUS_PREFIX}:tables:{address}"
