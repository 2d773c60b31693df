"""What every test on the stores needs."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest

from tests.functions import kept_function
from tests.roles import as_role

# What Django itself keeps about models, made with the tables.
_LASTING = ("django_migrations", "django_content_type", "auth_permission")
_EMPTY = f"""
    DO $$ DECLARE name text; filled bool;
    BEGIN
      SET LOCAL session_replication_role = replica;
      FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN {_LASTING} LOOP
        EXECUTE format('SELECT EXISTS (SELECT FROM %I)', name) INTO filled;
        IF filled THEN EXECUTE format('DELETE FROM %I', name); END IF;
      END LOOP;
    END $$
"""
EMPTIED = ("store_event", "store_sealedpart", "store_leaf", "store_treenode", "store_checkpoint", "store_seed")


@pytest.fixture(scope="session", autouse=True)
def no_doubt() -> None:
    """Tests let days pass between two statements: no process is to take that for a step of the database's clock."""
    os.environ.setdefault("CLOCK_DOUBT", "0")
    if "DJANGO_SETTINGS_MODULE" in os.environ:
        from django.conf import settings

        settings.CLOCK_DOUBT = 0.0


@pytest.fixture(scope="session", autouse=True)
def quick_teardown() -> None:
    """Between two tests only what was filled is emptied. Django's own way truncates every table and makes all
    permissions anew, which took a quarter of the time of all tests on stores."""
    if "DJANGO_SETTINGS_MODULE" not in os.environ:
        return
    from django.db import connection
    from django.test import TransactionTestCase

    def empty(self: TransactionTestCase) -> None:
        with connection.cursor() as cursor:
            cursor.execute(_EMPTY)

    TransactionTestCase._fixture_teardown = empty  # type: ignore[attr-defined]  # Django's own; its types leave it out


@pytest.fixture(scope="session", autouse=True)
def light_hashes() -> None:
    """In the process of the tests a password is hashed in no time; at work that takes 100 MB and a fifth of a second of
    a core, which `tests/deploy/test_settings.py` holds."""
    if "DJANGO_SETTINGS_MODULE" not in os.environ:
        return
    from services.people.hashers import BoundedArgon2

    BoundedArgon2.time_cost, BoundedArgon2.memory_cost, BoundedArgon2.parallelism = 1, 8, 1


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> None:
    from deploy.roles import grant

    with django_db_blocker.unblock():
        grant(lambda process, role: None, every=True)


@pytest.fixture(autouse=True)
def roles_at_work(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tasks run as the role of their service, requests as web: what a row of the registry leaves out is missed."""
    if "DJANGO_SETTINGS_MODULE" not in os.environ or request.node.get_closest_marker("django_db") is None:
        return
    from celery.app.task import Task
    from django.core.handlers.base import BaseHandler

    run, respond = Task.__call__, BaseHandler.get_response

    def run_as_service(self: Any, *args: Any, **kwargs: Any) -> Any:
        with as_role(self.name.partition(".")[0]):
            return run(self, *args, **kwargs)

    def respond_as_web(self: Any, request: Any) -> Any:
        with as_role("web"):
            return respond(self, request)

    monkeypatch.setattr(Task, "__call__", run_as_service)
    monkeypatch.setattr(BaseHandler, "get_response", respond_as_web)


@pytest.fixture
def house_clock() -> Iterator[Callable[..., None]]:
    """Lets time pass, for every connection."""

    def move(**span: float) -> None:
        _shift("house_now", span)

    with kept_function("house_now"):
        yield move


@pytest.fixture
def machine_clock() -> Iterator[Callable[..., None]]:
    """Makes the clock of the database's machine take a step, which is no time that passes."""

    def move(**span: float) -> None:
        _shift("machine_now", span)

    with kept_function("machine_now"):
        yield move


def _shift(function: str, span: dict[str, float]) -> None:
    ms = timedelta(**span) // timedelta(milliseconds=1)
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            f"CREATE OR REPLACE FUNCTION {function}() RETURNS timestamptz LANGUAGE sql VOLATILE AS "
            f"$$ SELECT date_trunc('milliseconds', clock_timestamp()) + interval '{ms} milliseconds' $$"
        )


@pytest.fixture(autouse=True)
def empty_budgets() -> None:
    """Redis outlives a test, and all tests come from one address: what another test has spent must not count here."""
    if not {"REDIS_URL", "DJANGO_SETTINGS_MODULE"} <= os.environ.keys():
        return
    from django.conf import settings

    from services.bus import budgets, connection

    client = connection.client()
    for kind in ("budget", "failures", "wait", "tables"):
        for key in client.scan_iter(f"*{settings.BUS_PREFIX}:{kind}:*", count=1000):
            client.delete(key)
    budgets._taken.clear()
    from gateway import health

    health._answers.clear()
