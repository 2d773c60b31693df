"""The log of a match: append and read. Nothing else writes an event; keeps chain, seals and head."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import connection

from engine.core.game import Json
from services import fair
from services.store.models import Event, Match, SealedPart

GENESIS = "0" * 64


class HeadMoved(Exception):
    """Somebody else appended first, or the match is no longer in the status expected. Nothing was written."""


@dataclass(frozen=True, slots=True)
class Draft:
    """An event before it has a place in the log."""

    type: str
    actor: str
    pub: Mapping[str, Json]
    cmd: str | None = None
    at: datetime | None = None  # None: now
    parts: Mapping[str, Json] = field(default_factory=dict)  # audience -> payload
    dp: str | None = None
    df: str | None = None
    seat: int | None = None
    decision: int | None = None
    of: int | None = None


@dataclass(frozen=True, slots=True)
class Head:
    """Where a log ends: all that appending needs to know."""

    match: UUID
    seq: int
    hash: str
    at: datetime
    seal_key: bytes

    def text(self) -> str:
        """What may be told of it between the processes of the house."""
        return f"{self.seq} {self.hash} {fair.time_text(self.at)}"


def head_from(text: str, match: UUID, seal_key: bytes) -> Head:
    seq, found, at = text.split(" ")
    return Head(match, int(seq), found, datetime.fromisoformat(at), seal_key)


def head_of(match: Match) -> Head:
    return Head(match.id, match.head_seq, match.head_hash, match.head_at, bytes(match.seal_key))


def now() -> datetime:
    """The server's time in whole milliseconds, as the log keeps it."""
    moment = datetime.now(UTC)
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)


@dataclass(frozen=True, slots=True)
class Given:
    """A condition on the match's row: without it nothing is appended."""

    sql: str
    params: Sequence[Any]


@dataclass(frozen=True, slots=True)
class Along:
    """A change that rides along with an append. It reads FROM moved, so it happens together with it or not at all."""

    sql: str
    params: Sequence[Any]


class Appending:
    """Drafts sealed behind a head. `head` is where the log will end; nothing is written before `write`."""

    def __init__(self, old: Head, drafts: Sequence[Draft]) -> None:
        self.old = old
        self._events, self._parts, self.head = _seal(old, drafts)

    def write(
        self, changes: Mapping[str, Any], status: str = "", given: Given | None = None, along: Sequence[Along] = ()
    ) -> None:
        """Events and parts, the match's row and what rides along: one statement, all or nothing.

        Raises HeadMoved if the log has another head by now, the match another status, or what is given does not hold.
        """
        new = self.head
        columns = {"head_seq": new.seq, "head_hash": new.hash, "head_at": new.at, **changes}
        moved = _MOVED.format(columns=", ".join(f"{name} = %s" for name in columns))
        values = [*columns.values(), self.old.match, self.old.seq, self.old.hash]
        if status:
            moved, values = moved + " AND status = %s", [*values, status]
        if given is not None:
            moved, values = f"{moved} AND {given.sql}", [*values, *given.params]
        log = [Along(_EVENTS, [_as_json(self._events)]), Along(_PARTS, [_as_json(self._parts)])]
        if not _together(moved + " RETURNING id", values, [*log, *along]):
            raise HeadMoved


def append(
    head: Head,
    drafts: Sequence[Draft],
    changes: Mapping[str, Any] | None = None,
    status: str = "",
    given: Given | None = None,
) -> Head:
    """Append drafts behind `head` and change the match's row with it. Raises HeadMoved."""
    log = Appending(head, drafts)
    log.write(changes or {}, status, given)
    return log.head


def redraw(match_id: UUID, along: Sequence[Along]) -> None:
    """The same changes without an append, for a match that is locked."""
    _together("SELECT %s::uuid AS id", [match_id], along)


def _together(moved: str, values: Sequence[Any], along: Sequence[Along]) -> bool:
    """Run all in one statement; whether `moved` found its row."""
    parts = "".join(f", along_{number} AS ({one.sql})" for number, one in enumerate(along))
    params = [*values, *(value for one in along for value in one.params)]
    with connection.cursor() as cursor:
        cursor.execute(f"WITH moved AS ({moved}){parts} SELECT count(*) FROM moved", params)
        return bool(cursor.fetchone() == (1,))


_MOVED = "UPDATE store_match SET {columns} WHERE id = %s AND head_seq = %s AND head_hash = %s"
_EVENTS = """
    INSERT INTO store_event (match_id, seq, type, actor, cmd, at, pub, sealed, dp, df, prev, hash, seat, decision, of)
    SELECT moved.id, e.* FROM moved, jsonb_to_recordset(%s::jsonb) AS e(
        seq int, type text, actor text, cmd text, at timestamptz, pub jsonb, sealed jsonb, dp text, df text,
        prev text, hash text, seat smallint, decision int, of int)
"""
_PARTS = """
    INSERT INTO store_sealedpart (match_id, seq, audience, payload)
    SELECT moved.id, p.* FROM moved, jsonb_to_recordset(%s::jsonb) AS p(seq int, audience text, payload jsonb)
"""
_EVENT = (
    "seq", "type", "actor", "cmd", "pub", "sealed", "dp", "df", "prev", "hash", "seat", "decision", "of",
)  # fmt: skip


def _as_json(rows: Sequence[Event] | Sequence[SealedPart]) -> str:
    found = []
    for row in rows:
        if isinstance(row, Event):
            found.append({name: getattr(row, name) for name in _EVENT} | {"at": row.at.isoformat()})
        else:
            found.append({"seq": row.seq, "audience": row.audience, "payload": row.payload})
    return json.dumps(found, ensure_ascii=False)


def open_log(match: Match, drafts: Sequence[Draft]) -> Head:
    """The first events (which seal nothing), together with the match's own row. Call it inside a transaction."""
    start = Head(match.id, -1, GENESIS, match.opened_at, bytes(match.seal_key))
    events, _, new = _seal(start, drafts)
    match.head_seq, match.head_hash, match.head_at = new.seq, new.hash, new.at
    match.save(force_insert=True)
    Event.objects.bulk_create(events)
    return new


def _seal(head: Head, drafts: Sequence[Draft]) -> tuple[list[Event], list[SealedPart], Head]:
    events, parts = [], []
    seq, prev, last = head.seq, head.hash, head.at
    for draft in drafts:
        seq += 1
        last = max(last, draft.at or now())
        sealed = {}
        for audience, payload in sorted(draft.parts.items()):
            sealed[audience] = fair.commitment(fair.salt(head.seal_key, seq, audience), payload)
            parts.append(SealedPart(match_id=head.match, seq=seq, audience=audience, payload=payload))
        event = Event(
            match_id=head.match, seq=seq, type=draft.type, actor=draft.actor, cmd=draft.cmd, at=last, pub=draft.pub,
            sealed=sealed, dp=draft.dp, df=draft.df, prev=prev, seat=draft.seat, decision=draft.decision, of=draft.of,
        )  # fmt: skip
        event.hash = prev = fair.event_hash(bare_envelope(event))
        events.append(event)
    return events, parts, Head(head.match, seq, prev, last, head.seal_key)


# -- reading ----------------------------------------------------------------------------------------------------------


def bare_envelope(event: Event) -> dict[str, Json]:
    """The public envelope without its hash."""
    return {
        "v": 1,
        "match": str(event.match_id),
        "seq": event.seq,
        "type": event.type,
        "actor": event.actor,
        "cmd": event.cmd,
        "at": fair.time_text(event.at),
        "pub": event.pub,
        "sealed": event.sealed,
        "dp": event.dp,
        "df": event.df,
        "prev": event.prev,
    }


def envelope(event: Event) -> dict[str, Json]:
    return bare_envelope(event) | {"hash": event.hash}


def opened(seal_key: bytes, part: SealedPart) -> dict[str, Json]:
    """A part with its salt, for who may read it."""
    salt = fair.salt(seal_key, part.seq, part.audience).hex()
    return {"seq": part.seq, "aud": part.audience, "salt": salt, "payload": part.payload}


@dataclass(frozen=True, slots=True)
class Recorded:
    """An event with all its sealed parts: what the fold reads. Never leaves the server."""

    seq: int
    type: str
    actor: str
    at: datetime
    pub: Mapping[str, Json]
    dp: str | None
    df: str | None
    seat: int | None
    decision: int | None
    of: int | None
    parts: Mapping[str, Json]


_RECORDED = """
    e.seq, e.type, e.actor, e.at, e.pub, e.dp, e.df, e.seat, e.decision, e.of,
    (SELECT jsonb_object_agg(p.audience, p.payload) FROM store_sealedpart p
      WHERE p.match_id = e.match_id AND p.seq = e.seq)
"""
_READ = f"""
    SELECT {_RECORDED} FROM store_event e WHERE e.match_id = %s AND e.seq > %s AND e.seq <= %s ORDER BY e.seq
"""
_ALL = 2**31 - 1


def read(match_id: UUID, after: int = -1, upto: int = _ALL) -> list[Recorded]:
    """Events with their parts, in order, in one statement."""
    with connection.cursor() as cursor:
        cursor.execute(_READ, [match_id, after, upto])
        return [_recorded(*row) for row in cursor.fetchall()]


def _recorded(
    seq: int, kind: str, actor: str, at: datetime, pub: str, dp: str | None, df: str | None, seat: int | None,
    decision: int | None, of: int | None, parts: str | None,
) -> Recorded:  # fmt: skip
    return Recorded(
        seq, kind, actor, at, json.loads(pub), dp, df, seat, decision, of, json.loads(parts) if parts else {}
    )


_WAITING = f"""
    SELECT {Match.columns("m")}, {_RECORDED}
      FROM store_match m LEFT JOIN store_event e ON e.match_id = m.id AND e.seq > m.judged_seq
     WHERE m.id = %s ORDER BY e.seq
"""


def waiting(match_id: UUID) -> tuple[Match, list[Recorded]]:
    """A match and what was recorded since it was last judged, as of one moment, in one statement."""
    with connection.cursor() as cursor:
        cursor.execute(_WAITING, [match_id])
        rows = cursor.fetchall()
    if not rows:
        raise Match.DoesNotExist
    size = len(Match._meta.concrete_fields)
    return Match.from_row(rows[0]), [_recorded(*row[size:]) for row in rows if row[size] is not None]


def parts_for(match_id: UUID, audiences: Iterable[str] | None, after: int, upto: int) -> list[SealedPart]:
    """The parts of a stretch of the log that these audiences may open; None: all."""
    found = SealedPart.objects.filter(match_id=match_id, seq__gt=after, seq__lte=upto).order_by("seq", "audience")
    return list(found if audiences is None else found.filter(audience__in=list(audiences)))


def receipt(head: Head) -> dict[str, Json]:
    """What a player keeps: the head, signed when a key is configured."""
    body = fair.receipt_body(str(head.match), head.seq + 1, head.hash)
    if not settings.SIGNING_KEY:
        return {"body": body}
    secret = bytes.fromhex(settings.SIGNING_KEY)
    return {"body": body, "key": fair.public_key(secret), "sig": fair.sign(secret, "fair1/receipt", body)}
