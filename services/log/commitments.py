"""Commitments: the server draws and keeps a seed before it hears any entropy (fairness.md 4.0)."""

from __future__ import annotations

import secrets
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar, Final
from uuid import UUID

from django.db import connection

from engine.core import chance
from services.errors import Conflict
from services.log import clock
from services.log.models import Commitment
from services.log.rows import How, Row

LIFETIME: Final = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class BoundSeed:
    """A seed that belongs to a stream which is not opened yet, and the database's time."""

    stream: UUID
    seed: bytes
    at: datetime
    expires_at: datetime

    @property
    def seed_commit(self) -> str:
        return chance.seed_commit(str(self.stream), self.seed)


@dataclass(frozen=True, slots=True)
class UsedCommitmentRow(Row):
    """A commitment goes in the statement that opens its stream."""

    TABLE: ClassVar = "store_commitment"
    KEY: ClassVar = ("stream",)
    HOW: ClassVar = How.DELETE
    COLUMNS: ClassVar[Mapping[str, str]] = {"stream": "uuid"}
    stream: UUID


def commit_to_seed(asker: str) -> BoundSeed:
    """Draw a seed and keep it; whoever asked may open exactly that stream within ten minutes."""
    now = clock.now()
    bound = BoundSeed(uuid.uuid4(), secrets.token_bytes(32), now, now + LIFETIME)
    Commitment.objects.create(stream=bound.stream, seed=bound.seed, asker=asker, expires_at=bound.expires_at)
    return bound


def fresh_seed() -> BoundSeed:
    """For a stream that is opened without a commitment: the seed is drawn now."""
    now = clock.now()
    return BoundSeed(uuid.uuid4(), secrets.token_bytes(32), now, now)


_KEPT = f"SELECT seed, asker, expires_at, {clock.NOW} FROM store_commitment WHERE stream = %s"


def bound_seed(stream: UUID, asker: str) -> BoundSeed:
    """The kept seed. Raises Conflict `commitment-gone` for one that is used, unknown, stale, or somebody else's."""
    with connection.cursor() as cursor:
        cursor.execute(_KEPT, [stream])
        row = cursor.fetchone()
    if row is None or row[2] <= row[3] or row[1] not in ("", asker):
        raise Conflict("commitment-gone")
    return BoundSeed(stream, bytes(row[0]), row[3], row[2])


def forget_stale(now: datetime) -> None:
    Commitment.objects.filter(expires_at__lt=now).delete()
