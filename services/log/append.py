"""Appending: the only way an event is written. Keeps chain, seals and heads; what rides along is typed rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar, Final
from uuid import UUID

from django.db import connection

from engine.core.game import Json
from services.log import fair
from services.log.rows import Given, Row, sql_of, sql_of_given

GENESIS: Final = "0" * 64


class HeadMoved(Exception):
    """Somebody else appended first, or a condition does not hold. Nothing was written."""


def is_about_data(error: Exception) -> bool:
    """A statement that PostgreSQL refuses (a broken constraint), as against a PostgreSQL that is away."""
    return bool(getattr(error.__cause__, "sqlstate", None))


@dataclass(frozen=True, slots=True)
class Draft:
    """An event before it has a place in the log."""

    type: str
    actor: str
    pub: Mapping[str, Json]
    cmd: str | None = None
    at: datetime | None = None  # None: the time of the append
    parts: Mapping[str, Json] = field(default_factory=dict)  # audience -> payload
    dp: str | None = None
    df: str | None = None
    seat: int | None = None
    decision: int | None = None
    of: int | None = None
    once: str | None = None


@dataclass(frozen=True, slots=True)
class Head:
    """Where a stream ends: all that appending needs to know."""

    stream: UUID
    seq: int
    hash: str
    at: datetime
    seal_key: bytes
    log_id: UUID | None = None  # None: the same as the stream's id

    @property
    def name(self) -> str:
        """The id that stands in the envelopes."""
        return str(self.log_id or self.stream)


@dataclass(frozen=True, slots=True)
class EventRow(Row):
    TABLE: ClassVar = "store_event"
    KEY: ClassVar = ("stream_id", "seq")
    COLUMNS: ClassVar = {
        "stream_id": "uuid", "seq": "int", "type": "text", "actor": "text", "cmd": "text", "at": "timestamptz",
        "pub": "jsonb", "sealed": "jsonb", "dp": "text", "df": "text", "prev": "text", "hash": "text",
        "seat": "smallint", "decision": "int", "of": "int", "once": "text",
    }  # fmt: skip
    stream_id: UUID
    seq: int
    type: str
    actor: str
    cmd: str | None
    at: datetime
    pub: Mapping[str, Json]
    sealed: Mapping[str, str]
    dp: str | None
    df: str | None
    prev: str
    hash: str
    seat: int | None
    decision: int | None
    of: int | None
    once: str | None


@dataclass(frozen=True, slots=True)
class PartRow(Row):
    TABLE: ClassVar = "store_sealedpart"
    KEY: ClassVar = ("stream_id", "seq", "audience")
    COLUMNS: ClassVar = {"stream_id": "uuid", "seq": "int", "audience": "text", "payload": "jsonb"}
    stream_id: UUID
    seq: int
    audience: str
    payload: Json


@dataclass(frozen=True, slots=True)
class SeedRow(Row):
    TABLE: ClassVar = "store_seed"
    KEY: ClassVar = ("stream_id",)
    COLUMNS: ClassVar = {"stream_id": "uuid", "seed": "bytea"}
    stream_id: UUID
    seed: bytes


@dataclass(frozen=True, slots=True)
class Sealed:
    """Drafts sealed behind a head. `head` is where the stream will end; nothing is written yet."""

    before: Head
    head: Head
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Append:
    """What is to be written to one stream: its events, and the rows that are written together with them."""

    sealed: Sealed
    rows: Sequence[Row] = ()
    given: Given | None = None
    kind: str = ""  # of a stream that is opened by this; empty: one that is there


def seal(before: Head, drafts: Sequence[Draft], at: datetime) -> Sealed:
    """Give drafts their places, times, commitments and hashes. `at`: the database's time when the head was read."""
    rows: list[Row] = []
    head = before
    for draft in drafts:
        moment = max(head.at, draft.at or at)
        seq, parts = head.seq + 1, sorted(draft.parts.items())
        sealed = {
            audience: fair.commitment(fair.salt(head.seal_key, seq, audience), payload) for audience, payload in parts
        }
        rows += (PartRow(head.stream, seq, audience, payload) for audience, payload in parts)
        digest = fair.event_hash(_body(head, draft, seq, moment, sealed))
        rows.append(
            EventRow(
                head.stream, seq, draft.type, draft.actor, draft.cmd, moment, draft.pub, sealed, draft.dp, draft.df,
                head.hash, digest, draft.seat, draft.decision, draft.of, draft.once,
            )
        )  # fmt: skip
        head = Head(head.stream, seq, digest, moment, head.seal_key, head.log_id)
    return Sealed(before, head, tuple(rows))


def _body(head: Head, draft: Draft, seq: int, at: datetime, sealed: Mapping[str, str]) -> dict[str, Json]:
    """The envelope of the draft behind `head`, without its hash."""
    return {
        "v": 1, "match": head.name, "seq": seq, "type": draft.type, "actor": draft.actor, "cmd": draft.cmd,
        "at": fair.time_text(at), "pub": draft.pub, "sealed": sealed, "dp": draft.dp, "df": draft.df,
        "prev": head.hash,
    }  # fmt: skip


def append(items: Sequence[Append]) -> list[bool]:
    """Write events, heads and rows of all items in one statement; whether each was written.

    An item whose head has moved, or whose condition does not hold, is left out whole. A repeated command, decision or
    `once` raises IntegrityError, and nothing of the list is written.
    """
    lines: list[Any] = []
    tests, given_values = "", []
    for number, item in enumerate(items):
        old, new = item.sealed.before, item.sealed.head
        lines += (number, old.stream, old.seq, old.hash, new.seq, new.hash, new.at)
        if item.given is not None:
            given, values = sql_of_given(item.given, old.stream)
            tests += f" AND (r.n <> {number} OR {given})"
            given_values += values
    moved = _MOVED.format(lines=", ".join([_LINE] * len(items)), tests=tests)
    return _together(moved, [*lines, *given_values], items)


def append_one(item: Append) -> Head:
    """The same for one stream. Raises HeadMoved."""
    if append([item]) != [True]:
        raise HeadMoved
    return item.sealed.head


def open_streams(items: Sequence[Append]) -> list[bool]:
    """New streams of this house with their first events and rows, in one statement; False where the id is taken."""
    lines: list[Any] = []
    for item in items:
        head = item.sealed.head
        lines += (head.stream, item.kind, head.stream, head.seq, head.hash, head.at, head.seal_key)
    return _together(_OPENED.format(lines=", ".join([_NEW_LINE] * len(items))), lines, items)


def redraw(head: Head, rows: Sequence[Row]) -> None:
    """Write rows without an append, if the stream still ends at `head`. Raises HeadMoved."""
    item = Append(Sealed(head, head, ()), rows)
    if _together(_HELD, [head.stream, head.seq, head.hash], [item]) != [True]:
        raise HeadMoved


def _together(moved: str, values: Sequence[Any], items: Sequence[Append]) -> list[bool]:
    """Run all in one statement, and say for each item whether `moved` has its stream."""
    rows = [row for item in items for row in (*item.sealed.rows, *item.rows)]
    parts, params = "", list(values)
    for number, (sql, more) in enumerate(sql_of(rows)):
        parts += f", written_{number} AS ({sql})"
        params += more
    with connection.cursor() as cursor:
        cursor.execute(f"WITH moved AS ({moved}){parts} SELECT id FROM moved", params)
        streams = {row[0] for row in cursor.fetchall()}
    return [item.sealed.head.stream in streams for item in items]


_LINE = "(%s::int, %s::uuid, %s::int, %s::text, %s::int, %s::text, %s::timestamptz)"
_MOVED = """
    UPDATE store_stream SET head_seq = r.new_seq, head_hash = r.new_hash, head_at = r.new_at
      FROM (VALUES {lines}) AS r(n, id, seq, hash, new_seq, new_hash, new_at)
     WHERE store_stream.id = r.id AND store_stream.head_seq = r.seq AND store_stream.head_hash = r.hash{tests}
    RETURNING store_stream.id
"""
_NEW_LINE = "(%s::uuid, %s::text, '', %s::uuid, %s::int, %s::text, %s::timestamptz, %s::bytea)"
_OPENED = """
    INSERT INTO store_stream (id, kind, origin, log_id, head_seq, head_hash, head_at, seal_key)
    VALUES {lines} ON CONFLICT DO NOTHING RETURNING id
"""
_HELD = "SELECT id FROM store_stream WHERE id = %s::uuid AND head_seq = %s AND head_hash = %s FOR UPDATE"
