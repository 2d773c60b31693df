"""The checkpoint log: a Merkle tree over the heads of finished streams, its root signed from time to time."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction

from engine.core.codec import canonical
from engine.core.game import Json
from services.errors import NotFound
from services.log import clock, fair, merkle
from services.log.models import Checkpoint, Leaf, Stream

ORIGIN: Final = "bazigah/matches"
_LOCK: Final = 0x62617A69  # one writer at a time


def add_leaves(streams: Sequence[UUID]) -> list[Leaf]:
    """Number finished streams in the order given; those that have a leaf are left out. Call it in a transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
    first = Leaf.objects.count()
    present = set(Leaf.objects.filter(stream_id__in=streams).values_list("stream_id", flat=True))
    rows = Stream.objects.in_bulk(streams)
    fresh = [rows[stream] for stream in dict.fromkeys(streams) if stream not in present]
    leaves = [
        Leaf(number=number, stream=stream, body=canonical(_receipt_body(stream)).decode())
        for number, stream in enumerate(fresh, first)
    ]
    return Leaf.objects.bulk_create(leaves, batch_size=500)


def _receipt_body(stream: Stream) -> dict[str, Json]:
    return fair.receipt_body(str(stream.log_id), stream.head_seq + 1, stream.head_hash)


def write_checkpoint() -> Checkpoint:
    """Sign the root over all leaves so far. Raises nothing: without a key it is unsigned."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        bodies = list(Leaf.objects.order_by("number").values_list("body", flat=True))
        root = merkle.merkle_root([body.encode() for body in bodies])
        row = Checkpoint(size=len(bodies), root=root, at=clock.now())
        if settings.SIGNING_KEY:
            secret = bytes.fromhex(settings.SIGNING_KEY)
            row.key, row.sig = fair.public_key(secret), fair.sign(secret, fair.CHECKPOINT, _body(row))
        row.save(force_insert=True)
    return row


def _body(row: Checkpoint) -> dict[str, Json]:
    return {"origin": ORIGIN, "size": row.size, "root": row.root, "at": fair.time_text(row.at)}


def newest() -> tuple[int, datetime] | None:
    """Size and time of the newest checkpoint."""
    return Checkpoint.objects.order_by("-id").values_list("size", "at").first()


def latest() -> dict[str, Json]:
    """The newest checkpoint as it is handed out."""
    row = Checkpoint.objects.order_by("-id").first()
    if row is None:
        raise NotFound("no-checkpoint")
    return {"body": _body(row), "key": row.key or None, "sig": row.sig or None}


def inclusion(stream: UUID) -> dict[str, Json]:
    """Where a finished stream lies under the newest checkpoint, and the path from its leaf to the root."""
    row = Checkpoint.objects.order_by("-id").first()
    leaf = Leaf.objects.filter(stream_id=stream).first()
    if row is None or leaf is None or leaf.number >= row.size:
        raise NotFound("no-checkpoint")
    bodies = [body.encode() for body in Leaf.objects.order_by("number").values_list("body", flat=True)[: row.size]]
    path = merkle.inclusion_path(bodies, leaf.number)
    return {"leaf": leaf.body, "index": leaf.number, "path": path, **latest()}
