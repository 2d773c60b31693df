"""The time of the log: the database's clock in whole milliseconds, the same for every process of the house."""

from __future__ import annotations

from datetime import datetime

from django.db import connection

NOW = "house_now()"  # the SQL function that every statement with a time of the log uses


def now() -> datetime:
    """One statement. Where a row is read anyway, read NOW together with it."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {NOW}")
        row: tuple[datetime] = cursor.fetchone()
    return row[0]
