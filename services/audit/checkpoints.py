"""The checkpoint log: a Merkle tree over the heads of finished matches, its root signed from time to time."""

from __future__ import annotations

from django.conf import settings
from django.db import connection, transaction

from engine.core.codec import canonical
from engine.core.game import Json
from services import fair
from services.errors import NotFound
from services.store.log import now
from services.store.models import Checkpoint, Leaf, Match

ORIGIN = "bazigah/matches"
_LOCK = 0x62617A69  # one writer at a time


def write_checkpoint() -> Checkpoint:
    """Take in every match finished since, sign the root over all. Raises nothing: without a key it is unsigned."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        _take_in()
        bodies = list(Leaf.objects.order_by("number").values_list("body", flat=True))
        row = Checkpoint(size=len(bodies), root=fair.merkle_root([body.encode() for body in bodies]), at=now())
        if settings.SIGNING_KEY:
            secret = bytes.fromhex(settings.SIGNING_KEY)
            row.key, row.sig = fair.public_key(secret), fair.sign(secret, fair.CHECKPOINT, _body(row))
        row.save(force_insert=True)
    return row


def _take_in() -> None:
    first = Leaf.objects.count()
    fresh = Match.objects.filter(revealed=True, leaf__isnull=True).order_by("ended_at", "id")
    Leaf.objects.bulk_create(
        [
            Leaf(number=number, match=match, body=canonical(_receipt_body(match)).decode())
            for number, match in enumerate(fresh.iterator(), first)
        ],
        batch_size=500,
    )


def _receipt_body(match: Match) -> dict[str, Json]:
    return fair.receipt_body(str(match.id), match.head_seq + 1, match.head_hash)


def _body(row: Checkpoint) -> dict[str, Json]:
    return {"origin": ORIGIN, "size": row.size, "root": row.root, "at": fair.time_text(row.at)}


def latest() -> dict[str, Json]:
    """The newest checkpoint as it is handed out."""
    row = Checkpoint.objects.order_by("-id").first()
    if row is None:
        raise NotFound("no-checkpoint")
    return {"body": _body(row), "key": row.key or None, "sig": row.sig or None}


def inclusion(match: Match) -> dict[str, Json]:
    """Where a finished match lies under the newest checkpoint, and the path from its leaf to the root."""
    row = Checkpoint.objects.order_by("-id").first()
    leaf = Leaf.objects.filter(match=match).first()
    if row is None or leaf is None or leaf.number >= row.size:
        raise NotFound("no-checkpoint")
    bodies = [body.encode() for body in Leaf.objects.order_by("number").values_list("body", flat=True)[: row.size]]
    return {"leaf": leaf.body, "index": leaf.number, "path": fair.inclusion_path(bodies, leaf.number), **latest()}
