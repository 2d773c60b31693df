"""Who has a page or a program listening right now: kept in Redis for a minute after the last sign."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from django.conf import settings

from services.bus import connection
from services.bus.connection import AWAY

SECONDS: Final = 60


def mark_here(account: UUID) -> None:
    with contextlib.suppress(*AWAY):
        connection.client().set(_name(account), 1, ex=SECONDS)


def who_is_here(accounts: Sequence[UUID]) -> set[UUID]:
    """While Redis is away nobody is known to be here."""
    if not accounts:
        return set()
    try:
        signs: list[Any] = connection.client().mget([_name(account) for account in accounts])
    except AWAY:
        return set()
    return {account for account, sign in zip(accounts, signs, strict=True) if sign is not None}


def _name(account: UUID) -> str:
    return f"{settings.BUS_PREFIX}:here:{account}"
