"""Facts on their way: written together with their cause, one row per follower; taken one by one, never by a cursor."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, ClassVar, Final
from uuid import UUID

from django.db import DatabaseError, InterfaceError, connection, transaction

from services.facts import Fact, fact_of
from services.log.append import is_about_data
from services.log.clock import NOW
from services.log.models import Outbox
from services.log.rows import Row
from services.registry import followers_of

logger = logging.getLogger(__name__)
TRIES: Final = 8
BATCH: Final = 200  # facts for one task
TOGETHER: Final = 50  # facts for one transaction, where they are cheaper together


@dataclass(frozen=True, slots=True)
class OutboxRow(Row):
    TABLE: ClassVar = "store_outbox"
    KEY: ClassVar = ("stream_id", "follower", "fact")
    COLUMNS: ClassVar = {
        "stream_id": "uuid", "follower": "text", "fact": "text", "version": "smallint", "body": "jsonb",
        "at": "timestamptz", "due_at": "timestamptz", "tries": "smallint", "parked": "text",
    }  # fmt: skip
    stream_id: UUID
    follower: str
    fact: str
    version: int
    body: dict[str, Any]
    at: datetime
    due_at: datetime
    tries: int = 0
    parked: str = ""


def rows_of(stream: UUID, facts: Iterable[Fact], at: datetime) -> list[OutboxRow]:
    """A row for each fact and follower, to be written with the append that causes them."""
    return [
        OutboxRow(stream, row.name, fact.NAME, fact.VERSION, fact.body(), at, at)
        for fact in facts
        for row in followers_of(type(fact))
    ]


def say(facts: Sequence[Fact], at: datetime, stream: UUID | None = None) -> None:
    """Write facts whose cause is no append. Call it inside the transaction of the cause."""
    Outbox.objects.bulk_create(
        [
            Outbox(
                stream_id=stream, follower=row.name, fact=fact.NAME, version=fact.VERSION, body=fact.body(), at=at,
                due_at=at,
            )
            for fact in facts
            for row in followers_of(type(fact))
        ]
    )  # fmt: skip


_NEXT = f"""
    SELECT id, fact, version, body, tries, {NOW} FROM store_outbox
     WHERE follower = %s AND parked = '' AND due_at <= {NOW} ORDER BY id LIMIT %s FOR UPDATE SKIP LOCKED
"""
Handle = Callable[[Sequence[Fact]], None]
Prepare = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Handled:
    rows: int
    handled: int


def follow(follower: str, handle: Handle, most: int = BATCH, together: int = 1, before: Prepare | None = None) -> int:
    """Handle the facts that wait for a follower; how many were handled.

    So many `together` have one transaction. Where that fails each has its own: a fact whose handling raises is tried
    again later, then parked and counted; the others go on. `before` is called in each transaction before rows are
    taken: a lock that is asked for there keeps another process from later rows.
    """
    rows = handled = 0
    while rows < most:
        asked = min(together, most - rows)
        taken = _take(follower, handle, asked, before)
        rows, handled = rows + taken.rows, handled + taken.handled
        if taken.rows < asked:
            break
    return handled


def _take(follower: str, handle: Handle, most: int, before: Prepare | None) -> Handled:
    """The oldest facts that wait: all in one transaction, or each by itself."""
    rows: list[tuple[Any, ...]] = []
    try:
        with transaction.atomic():
            if before is not None:
                before()
            rows = _lock_next(follower, most)
            if rows:
                handle([fact_of(name, version, json.loads(body)) for _, name, version, body, _, _ in rows])
                _delete([row[0] for row in rows])
        return Handled(len(rows), len(rows))
    except Exception as error:
        if not rows or (isinstance(error, DatabaseError | InterfaceError) and not is_about_data(error)):
            raise  # the store is away: the rows wait
        if len(rows) == 1:
            _record_failure(follower, rows[0], error)
            return Handled(1, 0)
    alone = [_take(follower, handle, 1, before) for _ in rows]
    return Handled(sum(taken.rows for taken in alone), sum(taken.handled for taken in alone))


def _lock_next(follower: str, most: int) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(_NEXT, [follower, most])
        return list(cursor.fetchall())


def _delete(keys: list[int]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {OutboxRow.TABLE} WHERE id = ANY(%s)", [keys])


def _record_failure(follower: str, row: Sequence[Any], error: Exception) -> None:
    key, fact, _, _, tries, at = row
    logger.exception("%s cannot follow %s (try %s)", follower, fact, tries + 1, exc_info=error)
    parked = f"{type(error).__name__} after {tries + 1} tries" if tries + 1 >= TRIES else ""
    later = at + timedelta(seconds=min(2**tries, 600))
    Outbox.objects.filter(pk=key).update(tries=tries + 1, due_at=later, parked=parked)


def waiting_counts() -> dict[str, dict[str, int]]:
    """By follower: how many facts wait, and how many are parked. For metrics, and for the clocks."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT follower, parked <> '', count(*) FROM store_outbox GROUP BY 1, 2")
        counts: dict[str, dict[str, int]] = {}
        for follower, parked, number in cursor.fetchall():
            counts.setdefault(follower, {})["parked" if parked else "waiting"] = number
    return counts
