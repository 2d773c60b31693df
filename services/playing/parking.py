"""Matches that cannot be folded: tried again a few times, then put aside, so that they keep nobody else waiting."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from uuid import UUID

from django.db import DatabaseError, InterfaceError
from django.db.models import F

from services.matches.models import Match

logger = logging.getLogger(__name__)
TRIES: Final = 3


def record_failure(match_id: UUID, error: Exception) -> None:
    """Count the try; after the third park the match with the reason on record. No payload is ever logged."""
    hidden = type(error)("…").with_traceback(error.__traceback__)
    logger.exception("match %s failed", match_id, exc_info=hidden)
    matches = Match.objects.filter(pk=match_id)
    matches.update(tries=F("tries") + 1)
    tries, judged_seq = matches.values_list("tries", "judged_seq").get()
    if tries >= TRIES:
        reason = f"{type(error).__name__} after seq {judged_seq}"
        matches.update(parked=reason)
        logger.error("match %s is parked: %s", match_id, reason)


@contextmanager
def put_aside(match_id: UUID) -> Iterator[None]:
    """What goes wrong with one match keeps none of the others waiting. A store that is away is raised."""
    try:
        yield
    except (DatabaseError, InterfaceError):
        raise
    except Exception as error:
        record_failure(match_id, error)
