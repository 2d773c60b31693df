"""The checkpoint log: a Merkle tree over the heads of finished streams, its root signed from time to time.

Nothing here walks over all leaves: roots and proofs are made of stored nodes, a few dozen rows at any size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Final, TypeVar
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction

from engine.core.codec import canonical
from engine.core.game import Json
from services.errors import NotFound
from services.log import clock, fair, merkle
from services.log.merkle import Node, Place
from services.log.models import Checkpoint, Leaf, Stream, TreeNode

_LOCK: Final = 0x62617A69  # one writer at a time
LEAVES: Final = 1000  # a page
CHECKPOINTS: Final = 200  # a page
T = TypeVar("T")


# -- growing ----------------------------------------------------------------------------------------------------------


def lock() -> None:
    """Nobody else numbers or signs until this transaction ends. Who reads what is to be numbered has it before."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])


def add_leaves(streams: Sequence[UUID]) -> list[Leaf]:
    """Number finished streams in the order of their ends, of equal ones in the order given. Call it in a transaction.

    Those that have a leaf are left out.
    """
    lock()
    first = size()
    present = set(Leaf.objects.filter(stream_id__in=streams).values_list("stream_id", flat=True))
    rows = Stream.objects.in_bulk(streams)
    fresh = [rows[stream] for stream in dict.fromkeys(streams) if stream not in present]
    fresh.sort(key=lambda stream: stream.head_at)
    leaves = [
        Leaf(number=number, stream=stream, body=canonical(_receipt_body(stream)).decode())
        for number, stream in enumerate(fresh, first)
    ]
    if leaves:
        edge = _stored(merkle.frontier(first))
        added = merkle.grow(first, edge, [leaf.body.encode() for leaf in leaves])
        nodes = [TreeNode(level=level, index=index, hash=value) for (level, index), value in added.items()]
        TreeNode.objects.bulk_create(nodes, batch_size=500)
    return Leaf.objects.bulk_create(leaves, batch_size=500)


def _receipt_body(stream: Stream) -> dict[str, Json]:
    return fair.receipt_body(str(stream.log_id), stream.head_seq + 1, stream.head_hash)


def size() -> int:
    """How many leaves there are: their numbers have no gaps."""
    last = Leaf.objects.order_by("-number").values_list("number", flat=True).first()
    return 0 if last is None else last + 1


def write_checkpoint() -> Checkpoint:
    """Sign the root over all leaves so far. Raises nothing: without a key it is unsigned."""
    with transaction.atomic():
        lock()
        leaves = size()
        root = _made(lambda node: merkle.root(leaves, node))
        row = Checkpoint(origin=settings.CHECKPOINT_ORIGIN, size=leaves, root=root, at=clock.now())
        if settings.SIGNING_KEY:
            secret = bytes.fromhex(settings.SIGNING_KEY)
            row.key, row.sig = fair.public_key(secret), fair.sign(secret, fair.CHECKPOINT, _body(row))
        row.save(force_insert=True)
    return row


def _body(row: Checkpoint) -> dict[str, Json]:
    return {"origin": row.origin, "size": row.size, "root": row.root, "at": fair.time_text(row.at)}


def _stored(places: Iterable[Place]) -> dict[Place, bytes]:
    wanted = list(places)
    with connection.cursor() as cursor:
        cursor.execute(
            'SELECT n.level, n."index", n.hash FROM store_treenode n'
            ' JOIN unnest(%s::smallint[], %s::integer[]) AS wanted(level, "index") USING (level, "index")',
            [[level for level, _ in wanted], [index for _, index in wanted]],
        )
        return {(level, index): bytes(value) for level, index, value in cursor.fetchall()}


def _made(make: Callable[[Node], T]) -> T:
    """A root or a proof with the nodes it asks for, read in one statement."""
    return make(_stored(merkle.nodes_needed(make)).__getitem__)


# -- handing out ------------------------------------------------------------------------------------------------------


def newest() -> tuple[int, datetime] | None:
    """Size and time of the newest checkpoint."""
    return Checkpoint.objects.order_by("-id").values_list("size", "at").first()


def _as_json(row: Checkpoint) -> dict[str, Json]:
    return {"body": _body(row), "key": row.key or None, "sig": row.sig or None}


def latest(of_size: int | None = None) -> dict[str, Json]:
    """The newest checkpoint, or the newest of that size, as it is handed out."""
    rows = Checkpoint.objects.order_by("-id")
    row = (rows if of_size is None else rows.filter(size=of_size)).first()
    if row is None:
        raise NotFound("no-checkpoint")
    return _as_json(row)


def feed(from_size: int, page: int) -> tuple[list[dict[str, Json]], bool]:
    """Checkpoints from that size on, by size and time, and whether more follow."""
    rows = Checkpoint.objects.filter(size__gte=from_size).order_by("size", "at", "id")
    first = (page - 1) * CHECKPOINTS
    listed = list(rows[first : first + CHECKPOINTS + 1])
    return [_as_json(row) for row in listed[:CHECKPOINTS]], len(listed) > CHECKPOINTS


def _checked_size(wanted: int | None) -> int:
    """Proofs and leaves are given for every size up to that of the newest checkpoint, which is meant by None."""
    last = newest()
    if last is None or not 1 <= (last[0] if wanted is None else wanted) <= last[0]:
        raise NotFound("no-checkpoint")
    return last[0] if wanted is None else wanted


def leaf_hashes(of_size: int, first: int) -> list[str]:
    """A page of the leaf hashes of the tree of that size, from number `first` on."""
    _checked_size(of_size)
    last = min(of_size, first + LEAVES)
    rows = TreeNode.objects.filter(level=0, index__gte=first, index__lt=last).order_by("index")
    return [bytes(value).hex() for value in rows.values_list("hash", flat=True)]


def consistency(old: int, new: int) -> list[str]:
    """That the tree of `old` leaves is the beginning of that of `new`. `old` is at least 1 and at most `new`."""
    _checked_size(new)
    return _made(lambda node: merkle.consistency_proof(old, new, node))


def is_included(stream: UUID) -> bool:
    """Whether a finished stream lies under a checkpoint already: from then on it always does."""
    last = newest()
    return last is not None and Leaf.objects.filter(stream_id=stream, number__lt=last[0]).exists()


def inclusion(stream: UUID, of_size: int | None = None) -> dict[str, Json]:
    """Where a finished stream lies in the tree of that size (default: of the newest checkpoint), and the path there.

    With the newest checkpoint of that size; where there was none of just that size, its fields are null.
    """
    wanted = _checked_size(of_size)
    leaf = Leaf.objects.filter(stream_id=stream).first()
    if leaf is None or leaf.number >= wanted:
        raise NotFound("no-checkpoint")
    path = _made(lambda node: merkle.inclusion_proof(leaf.number, wanted, node))
    row = Checkpoint.objects.filter(size=wanted).order_by("-id").first()
    signed = _as_json(row) if row is not None else {"body": None, "key": None, "sig": None}
    return {"leaf": leaf.body, "index": leaf.number, "size": wanted, "path": path, **signed}
