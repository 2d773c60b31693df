"""The roles of the house in a test's database: calls of tasks and requests run as what they are in a running house."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def as_role(process: str) -> Iterator[None]:
    """What is asked of the database meanwhile is asked by that process, as far as PostgreSQL can tell.

    Past Django's cursor, so that a test which counts statements does not count these.
    """
    import psycopg
    from django.db import connection
    from psycopg import sql

    from deploy.database import role_of

    connection.ensure_connection()
    line = connection.connection
    before = line.execute("SELECT current_user").fetchone()[0]
    role = role_of(connection.settings_dict["NAME"], process)
    line.execute(sql.SQL("SET ROLE {}").format(sql.Identifier(role)))
    try:
        yield
    finally:
        with suppress(psycopg.Error):  # a transaction that has failed takes the role back by itself
            line.execute(sql.SQL("SET ROLE {}").format(sql.Identifier(before)))
