"""Functions of the database that a test replaces."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def kept_function(function: str) -> Iterator[None]:
    """A function of the database is as it was before, whoever has replaced it meanwhile."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_get_functiondef(%s::regproc)", [function])
        (before,) = cursor.fetchone()
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET ROLE")
            cursor.execute(before)
