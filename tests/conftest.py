"""What every test on the stores needs."""

from __future__ import annotations

import os
from datetime import timedelta

import pytest

EMPTIED = ("store_event", "store_sealedpart", "store_leaf", "store_treenode", "store_checkpoint", "store_seed")


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker):
    """Between two tests Django empties all tables; everywhere else the database refuses to empty the log."""
    from django.db import connection

    with django_db_blocker.unblock(), connection.cursor() as cursor:
        for table in EMPTIED:
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER never_emptied")


@pytest.fixture
def house_clock():
    """Moves the database's clock, which is the clock of the house, for every connection."""

    def move(**span) -> None:
        ms = timedelta(**span) // timedelta(milliseconds=1)
        from django.db import connection

        with connection.cursor() as cursor:
            cursor.execute(
                "CREATE OR REPLACE FUNCTION house_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS "
                f"$$ SELECT date_trunc('milliseconds', clock_timestamp()) + interval '{ms} milliseconds' $$"
            )

    yield move
    move()


@pytest.fixture(autouse=True)
def empty_budgets():
    """Redis outlives a test, and all tests come from one address: what another test has spent must not count here."""
    if not {"REDIS_URL", "DJANGO_SETTINGS_MODULE"} <= os.environ.keys():
        return
    from django.conf import settings

    from services.bus import budgets

    client = budgets.connection.client()
    for kind in ("budget", "failures", "wait"):
        for key in client.scan_iter(f"*{settings.BUS_PREFIX}:{kind}:*", count=1000):
            client.delete(key)
    budgets._taken.clear()
