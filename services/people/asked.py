"""Commands of people that are in no log: the same one again gets the same answer and does nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, transaction

from engine.core.codec import canonical
from services.errors import BadRequest, Conflict
from services.log import clock
from services.people.social_models import AskedCommand

KEPT: Final = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    status: int
    body: Mapping[str, Any]


def once(
    *, account: UUID, call: str, command_id: str, body: Mapping[str, Any], act: Callable[[], GivenAnswer]
) -> GivenAnswer:
    """Do it, or give what it was answered before. `call`: what was asked for, and of what.

    The effect and the answer are kept in one transaction. Raises Conflict `command-reused`.
    """
    command = _uuid(command_id)
    digest = hashlib.sha256(canonical([call, dict(body)])).hexdigest()
    for _ in range(2):
        earlier = AskedCommand.objects.filter(account=account, command=command).first()
        if earlier is not None:
            if earlier.digest != digest:
                raise Conflict("command-reused")
            return GivenAnswer(earlier.status, earlier.answer)
        try:
            with transaction.atomic():
                return _kept(account, command, digest, act)
        except IntegrityError:  # the same command at the same moment: its answer is there now
            continue
    raise Conflict("busy")


def _kept(account: UUID, command: UUID, digest: str, act: Callable[[], GivenAnswer]) -> GivenAnswer:
    row = AskedCommand(account=account, command=command, digest=digest, status=0, answer={}, at=clock.now())
    row.save(force_insert=True)  # whoever comes second waits here
    answer = act()
    row.status, row.answer = answer.status, dict(answer.body)
    row.save(update_fields=["status", "answer"])
    return answer


def _uuid(text: str) -> UUID:
    try:
        return UUID(text.strip())
    except ValueError:
        raise BadRequest({"command_id": "a UUID"}) from None


def forget_commands(now: datetime) -> None:
    AskedCommand.objects.filter(at__lt=now - KEPT).delete()
