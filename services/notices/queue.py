"""The outgoing rows as a queue: claimed for a while by whoever sends them, then done, tried again later or given up."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import connection

from services.log.clock import NOW
from services.notices.models import Outgoing
from services.people.things import Channel

CLAIM_SECONDS: Final = 90  # the claim of a worker that died runs out after this
_TABLE: Final = Outgoing._meta.db_table
_COLUMNS: Final = "id, account, target, key, thing, subject, decision, body, at, due_at, digest, tries"
_FREE: Final = f"""
    channel = %s AND state = 'waiting' AND due_at <= {NOW} AND (claimed_until IS NULL OR claimed_until < {NOW})
"""
_CLAIM: Final = f"""
    UPDATE {_TABLE} SET claimed_until = {NOW} + interval '{CLAIM_SECONDS} seconds' WHERE id IN (
        SELECT id FROM {_TABLE} WHERE {_FREE} AND NOT digest ORDER BY due_at, id LIMIT %s FOR UPDATE SKIP LOCKED
    ) RETURNING {_COLUMNS}, {NOW}
"""
# All that is due for an account goes into one mail; a second worker waits for the rows and then finds them claimed.
_CLAIM_DIGESTS: Final = f"""
    UPDATE {_TABLE} SET claimed_until = {NOW} + interval '{CLAIM_SECONDS} seconds' WHERE {_FREE} AND digest
       AND account IN (SELECT DISTINCT account FROM {_TABLE} WHERE {_FREE} AND digest ORDER BY account LIMIT %s)
    RETURNING {_COLUMNS}, {NOW}
"""
_CLOSE: Final = f"UPDATE {_TABLE} SET state = %s, why = %s, done_at = {NOW}, claimed_until = NULL WHERE id = ANY(%s)"
_LATER: Final = f"""
    UPDATE {_TABLE} SET tries = tries + 1, due_at = {NOW} + %s * interval '1 second', why = %s, claimed_until = NULL
     WHERE id = ANY(%s)
"""
_RELEASE: Final = f"UPDATE {_TABLE} SET claimed_until = NULL WHERE id = ANY(%s)"
_DUE: Final = f"SELECT channel FROM {_TABLE} WHERE {_FREE.replace('channel = %s AND', '')} GROUP BY channel"


_FIELDS: Final = (*_COLUMNS.split(", "), "now")


@dataclass(frozen=True, slots=True)
class Message:
    """A row of the queue that is ours for a while."""

    id: int
    account: UUID
    target: str
    key: str
    thing: str
    subject: UUID | None
    decision: int | None
    body: Mapping[str, Any]
    at: datetime
    due_at: datetime
    digest: bool
    tries: int
    now: datetime

    @property
    def match(self) -> UUID | None:
        return UUID(self.body["match"]) if self.body.get("match") else None


def claim(channel: Channel, most: int) -> list[Message]:
    return _claimed(_CLAIM, [channel, most])


def claim_digests(most: int) -> list[Message]:
    """Of so many accounts, all that is due."""
    return _claimed(_CLAIM_DIGESTS, [Channel.MAIL, Channel.MAIL, most])


def _claimed(statement: str, params: Sequence[Any]) -> list[Message]:
    with connection.cursor() as cursor:
        cursor.execute(statement, params)
        rows = cursor.fetchall()
    messages = [_message(row) for row in rows]
    return sorted(messages, key=lambda message: (message.due_at, message.id))


def _message(row: Sequence[Any]) -> Message:
    values = dict(zip(_FIELDS, row, strict=True))
    return Message(**{**values, "body": json.loads(values["body"])})


def done(messages: Sequence[Message]) -> None:
    _close(Outgoing.State.SENT, "", messages)


def drop(messages: Sequence[Message], why: str) -> None:
    _close(Outgoing.State.DROPPED, why, messages)


def give_up(messages: Sequence[Message], why: str) -> None:
    _close(Outgoing.State.FAILED, why, messages)


def _close(state: str, why: str, messages: Sequence[Message]) -> None:
    _run(_CLOSE, [state, why[:200], [message.id for message in messages]], messages)


def later(messages: Sequence[Message], seconds: float, why: str) -> None:
    """Tried again after so many seconds."""
    _run(_LATER, [seconds, why[:200], [message.id for message in messages]], messages)


def release(messages: Sequence[Message]) -> None:
    """Not tried: anybody may take them at once."""
    _run(_RELEASE, [[message.id for message in messages]], messages)


def _run(statement: str, params: Sequence[Any], messages: Sequence[Message]) -> None:
    if messages:
        with connection.cursor() as cursor:
            cursor.execute(statement, params)


def due_channels() -> list[Channel]:
    """Those for which something can leave now."""
    with connection.cursor() as cursor:
        cursor.execute(_DUE)
        return [Channel(channel) for (channel,) in cursor.fetchall()]
