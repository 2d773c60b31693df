"""The seed of a tournament: read here alone. Lots and the seeds of its matches follow from it."""

from __future__ import annotations

from uuid import UUID

from services.log.models import Seed


def committed_seed(tournament: UUID) -> bytes:
    return bytes(Seed.objects.values_list("seed", flat=True).get(stream_id=tournament))
