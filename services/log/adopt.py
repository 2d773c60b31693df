"""Streams of other houses: written whole and as they are, never appended to. They have no seed, no leaf, no facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from services.log import fair
from services.log.models import Event, SealedPart, Stream

KIND: Final = "import"
BATCH: Final = 500


def adopt_stream(
    *, log_id: UUID, origin: str, seal_key: bytes, events: Sequence[Event], parts: Sequence[Mapping[str, Any]]
) -> Stream:
    """Keep a log that was checked before. Call it in a transaction; `events` carry everything but their stream."""
    last = events[-1]
    stream = Stream.objects.create(
        id=log_id, kind=KIND, origin=origin, log_id=log_id, head_seq=last.seq, head_hash=last.hash, head_at=last.at,
        seal_key=seal_key,
    )  # fmt: skip
    for event in events:
        event.stream = stream
    Event.objects.bulk_create(events, batch_size=BATCH)
    SealedPart.objects.bulk_create(
        [
            SealedPart(stream=stream, seq=part["seq"], audience=part["aud"], payload=part["payload"])
            for part in parts
        ],
        batch_size=BATCH,
    )  # fmt: skip
    return stream


def event_of_envelope(envelope: Mapping[str, Any], columns: Mapping[str, int | None]) -> Event:
    """The row of a public envelope; `columns`: by which the database keeps repeats out."""
    return Event(
        seq=envelope["seq"], type=envelope["type"], actor=envelope["actor"], cmd=envelope["cmd"],
        at=fair.time_of(envelope["at"]), pub=envelope["pub"], sealed=envelope["sealed"], dp=envelope["dp"],
        df=envelope["df"], prev=envelope["prev"], hash=envelope["hash"], **columns,
    )  # fmt: skip
