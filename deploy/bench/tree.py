"""A checkpoint log of many leaves in the house's tables, and proofs asked of it over HTTP."""

from __future__ import annotations

import hashlib
import sys
import time
import uuid
from collections.abc import Iterator

import django


def grow(leaves: int) -> None:
    """Leaf hashes and the nodes over them as `add_leaves` would store them, behind those that are there."""
    django.setup()
    from django.db import connection

    from services.log.checkpoints import _stored, size, write_checkpoint
    from services.log.merkle import frontier
    from services.log.merkle import grow as grown

    began, first = time.perf_counter(), size()
    bodies = (hashlib.sha256(str(number).encode()).digest() for number in range(leaves))
    nodes = grown(first, _stored(frontier(first)), bodies)
    with connection.cursor() as cursor:
        connection.ensure_connection()
        with cursor.copy('COPY store_treenode (level, "index", hash) FROM STDIN') as copy:
            for (level, index), value in nodes.items():
                copy.write_row((level, index, value))
        cursor.execute("SET session_replication_role = replica")  # the leaf belongs to no stream
        cursor.execute(
            "INSERT INTO store_leaf (number, body, stream_id) VALUES (%s, '{}', %s)", [first + leaves - 1, uuid.uuid4()]
        )
        cursor.execute("SET session_replication_role = DEFAULT")
        cursor.execute("ANALYZE store_treenode")
    row = write_checkpoint()
    print(row.size)
    print(f"tree: {time.perf_counter() - began:.1f} s", file=sys.stderr)


def proofs(size: int, looks: int) -> Iterator[str]:
    """Addresses of proofs between sizes all over the tree."""
    for number in range(looks):
        yield f"/api/checkpoints/{size}/consistency?from={1 + (size - 1) * number // looks}"
        yield f"/api/checkpoints/{size - number * 7 % (size // 2)}/consistency?from={1 + number * 13 % (size // 2)}"


if __name__ == "__main__":
    grow(int(sys.argv[1]))
