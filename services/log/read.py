"""Reading a log: events with all their parts for the fold, envelopes and opened parts for readers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import connection

from engine.core.game import Json
from services.log import fair
from services.log.append import Head
from services.log.models import Event, SealedPart, Stream

ALL: Final = 2**31 - 1
PAGE: Final = 200


@dataclass(frozen=True, slots=True)
class Recorded:
    """An event with all its sealed parts: what a fold reads. Never leaves the server."""

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


# The columns of a Recorded, for statements that join events as `e`.
RECORDED: Final = """
    e.seq, e.type, e.actor, e.at, e.pub, e.dp, e.df, e.seat, e.decision, e.of,
    (SELECT jsonb_object_agg(p.audience, p.payload) FROM store_sealedpart p
      WHERE p.stream_id = e.stream_id AND p.seq = e.seq)
"""
RECORDED_SIZE: Final = 11
_READ = f"""
    SELECT {RECORDED} FROM store_event e WHERE e.stream_id = %s AND e.seq > %s AND e.seq <= %s ORDER BY e.seq
"""


def read(stream: UUID, after: int = -1, upto: int = ALL) -> list[Recorded]:
    """Events with their parts, in order, in one statement."""
    with connection.cursor() as cursor:
        cursor.execute(_READ, [stream, after, upto])
        return [recorded(*row) for row in cursor.fetchall()]


_READ_OPEN = """
    SELECT seq, type, actor, at, pub FROM store_event WHERE stream_id = %s AND seq > %s AND seq <= %s ORDER BY seq
"""
OpenEvent = tuple[int, str, str, datetime, dict[str, Json]]  # seq, type, actor, at, pub


def read_open(stream: UUID, after: int = -1, upto: int = ALL) -> list[OpenEvent]:
    """Events of a stream that seals nothing: looking for the parts of each took as long as reading them."""
    with connection.cursor() as cursor:
        cursor.execute(_READ_OPEN, [stream, after, upto])
        return [(seq, kind, actor, at, json.loads(pub)) for seq, kind, actor, at, pub in cursor.fetchall()]


def recorded(
    seq: int, kind: str, actor: str, at: datetime, pub: str, dp: str | None, df: str | None, seat: int | None,
    decision: int | None, of: int | None, parts: str | None,
) -> Recorded:  # fmt: skip
    """From the columns of RECORDED, whose JSON is still text."""
    return Recorded(
        seq, kind, actor, at, json.loads(pub), dp, df, seat, decision, of, json.loads(parts) if parts else {}
    )


def head_of(stream: Stream) -> Head:
    key = bytes(stream.seal_key)
    return Head(stream.id, stream.head_seq, stream.head_hash, stream.head_at, key, stream.log_id)


def envelope(stream: Head, event: Event) -> dict[str, Json]:
    """The public envelope, from what is stored."""
    return {
        "v": 1,
        "match": stream.name,
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
        "hash": event.hash,
    }


def opened(seal_key: bytes, part: SealedPart) -> dict[str, Json]:
    """A part with its salt, for who may read it."""
    salt = fair.salt(seal_key, part.seq, part.audience).hex()
    return {"seq": part.seq, "aud": part.audience, "salt": salt, "payload": part.payload}


def parts_for(stream: UUID, audiences: Iterable[str] | None, after: int, upto: int) -> list[SealedPart]:
    """The parts of a stretch of the log that these audiences may open; None: all."""
    parts = SealedPart.objects.filter(stream_id=stream, seq__gt=after, seq__lte=upto).order_by("seq", "audience")
    return list(parts if audiences is None else parts.filter(audience__in=list(audiences)))


def page(head: Head, after: int, audiences: Iterable[str] | None) -> dict[str, Json]:
    """Envelopes behind `after` up to the head, a page of them, with what these audiences may open (None: all)."""
    rows = Event.objects.filter(stream_id=head.stream, seq__gt=after, seq__lte=head.seq)
    events = list(rows.order_by("seq")[: PAGE + 1])
    shown = events[:PAGE]
    upto = shown[-1].seq if shown else after
    return {
        "events": [envelope(head, event) for event in shown],
        "opened": [opened(head.seal_key, part) for part in parts_for(head.stream, audiences, after, upto)],
        "next": upto if len(events) > PAGE else None,
    }


def export(head: Head, audiences: Iterable[str] | None) -> dict[str, Json]:
    """The `fair1` export of a stream up to its head, with the parts that these audiences may open (None: all)."""
    events = Event.objects.filter(stream_id=head.stream, seq__lte=head.seq).order_by("seq")
    return {
        "format": "fair1/export",
        "match": head.name,
        "events": [envelope(head, event) for event in events],
        "opened": [opened(head.seal_key, part) for part in parts_for(head.stream, audiences, -1, head.seq)],
    }


_ENVELOPE: Final = ("seq", "type", "actor", "cmd", "at", "pub", "sealed", "dp", "df", "prev", "hash")


def exports(heads: Sequence[Head]) -> dict[UUID, dict[str, Json]]:
    """Exports of many streams with every part opened, by two statements. They never leave the server as they are."""
    by_stream = {head.stream: head for head in heads}
    made: dict[UUID, dict[str, Json]] = {
        head.stream: {"format": "fair1/export", "match": head.name, "events": [], "opened": []} for head in heads
    }
    events = Event.objects.filter(stream_id__in=by_stream).order_by("stream_id", "seq")
    for stream, *values in events.values_list("stream_id", *_ENVELOPE).iterator():
        head, event = by_stream[stream], dict(zip(_ENVELOPE, values, strict=True))
        if event["seq"] <= head.seq:
            made[stream]["events"].append({"v": 1, "match": head.name, **event, "at": fair.time_text(event["at"])})
    parts = SealedPart.objects.filter(stream_id__in=by_stream).order_by("stream_id", "seq", "audience")
    for part in parts.iterator():
        head = by_stream[part.stream_id]
        if part.seq <= head.seq:
            made[part.stream_id]["opened"].append(opened(head.seal_key, part))
    return made
