"""A role in the database for web, each service and each group of services; what each may do follows from the registry.

The owner keeps the tables, migrates them and is nobody's role at work. Grants go by the models that are installed and
by the triggers that are there: a new table or a new row of the registry needs nothing here.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from operator import or_
from typing import Any, Final

import psycopg
from psycopg import sql

from deploy.database import password_of, role_of
from deploy.worker import processes
from services.registry import Reach, service_of, web_reach

_LOCK: Final = 0x726F6C65  # two that grant at the same time would get in each other's way
_MAY: Final = "SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user"
_INSERT_ONLY: Final = """
    SELECT DISTINCT tgrelid::regclass::text FROM pg_trigger WHERE tgname = 'insert_only' AND NOT tgisinternal
"""
EVERYTHING: Final = frozenset({"SELECT", "INSERT", "UPDATE", "DELETE"})
APART: Final = {
    "seeds": frozenset({"store_seed"}),
    "commitments": frozenset({"store_commitment"}),
    "checkpoints": frozenset({"store_leaf", "store_treenode", "store_checkpoint"}),
    "sign_in": frozenset({"knox_authtoken", "django_session", "django_admin_log"}),  # all go with an account
}
READ_BY_ALL: Final = ("store_correction",)  # the time of the house is made from it
CANNOT: Final = "the user of DATABASE_URL may not create roles: every process works in the database as that one user"


def reaches() -> dict[str, Reach]:
    """By process: web, every service by itself, every group of `make up`."""
    made = {"web": web_reach()}
    for process in (*processes(True), *processes(False)):
        made[process.role] = reduce(or_, (service_of(part.partition(":")[0]).reach for part in process.parts))
    return made


def may_make_roles(url: str) -> bool:
    with psycopg.connect(url, connect_timeout=5) as line:
        return _may(line)


def _may(line: Any) -> bool:
    row = line.execute(_MAY).fetchone()
    return bool(row and row[0])


# -- what a reach means in tables -------------------------------------------------------------------------------------


def tables_of(word: str) -> frozenset[str]:
    """Raises LookupError for a word that means nothing."""
    from django.apps import apps

    if word in APART:
        return APART[word]
    if not any(config.name == f"services.{word}" for config in apps.get_app_configs()) and word != "pairings":
        raise LookupError(f"no package or table is called {word}")
    models = apps.get_models(include_auto_created=True)
    inside = {model._meta.db_table for model in models if model.__module__.startswith(f"services.{word}.")}
    return frozenset(inside - APART["seeds"] - APART["commitments"])


def privileges(reach: Reach, insert_only: Iterable[str]) -> dict[str, frozenset[str]]:
    """By table. What is inserted only can be neither changed nor deleted by anybody's role."""
    made: dict[str, frozenset[str]] = {}

    def add(tables: Iterable[str], wanted: frozenset[str]) -> None:
        made.update({table: made.get(table, frozenset()) | wanted for table in tables})

    add(READ_BY_ALL, frozenset({"SELECT"}))
    for word in (*reach.reads, *(word for word in reach.writes if word != "seeds")):
        add(tables_of(word), frozenset({"SELECT"}))
    for word in reach.writes:
        own = APART["checkpoints"] if word == "log" else frozenset()
        add(tables_of(word) - own, frozenset({"INSERT"}) if word == "seeds" else EVERYTHING)
    if reach.says:
        add(("store_outbox",), frozenset({"SELECT", "INSERT"}))
    if reach.follows:
        add(("store_outbox",), frozenset({"SELECT", "UPDATE", "DELETE"}))
    for table in insert_only:
        if table in made:
            made[table] -= {"UPDATE", "DELETE"}
    return made


# -- granting ---------------------------------------------------------------------------------------------------------


def passwords(environ: Mapping[str, str]) -> Callable[[str, str], str | None]:
    """Of a process and its role: PASSWORD_<PROCESS>, else what follows from DATABASE_KEY; None: neither is known."""

    def password(process: str, role: str) -> str | None:
        key = environ.get("DATABASE_KEY")
        return environ.get(f"PASSWORD_{process.upper()}") or (password_of(key, role) if key else None)

    return password


def grant(password: Callable[[str, str], str | None], every: bool = False) -> list[str]:
    """As the owner, on Django's database: missing roles that have a password (`every`: all), and all grants anew.

    The roles that are there in the end. In one transaction: who works meanwhile is never without its grants.
    """
    from django.db import connection, transaction

    connection.ensure_connection()
    database = connection.settings_dict["NAME"]
    with transaction.atomic():
        line = connection.connection
        line.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        present = {row[0] for row in line.execute("SELECT rolname FROM pg_roles").fetchall()}
        insert_only = insert_only_tables(line)
        _close_schema(line)
        roles = []
        for process, reach in reaches().items():
            role = role_of(database, process)
            secret = password(process, role)
            if role in present or secret or every:
                _make(line, role, secret, role in present)
                _give(line, database, role, privileges(reach, insert_only))
                roles.append(role)
    return roles


def insert_only_tables(line: Any) -> list[str]:
    return [row[0] for row in line.execute(_INSERT_ONLY).fetchall()]


def _close_schema(line: Any) -> None:
    """Nobody but the owner makes tables or functions. Where the schema is somebody else's it stays as it is."""
    row = line.execute("SELECT pg_has_role(nspowner, 'MEMBER') FROM pg_namespace WHERE nspname = 'public'").fetchone()
    if row and row[0]:
        line.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC")


def _make(line: Any, role: str, secret: str | None, present: bool) -> None:
    """The password goes there hashed: neither a log nor a list of statements shows it."""
    name = sql.Identifier(role)
    if not present:
        line.execute(sql.SQL("CREATE ROLE {} LOGIN").format(name))
    if secret:
        hashed = line.pgconn.encrypt_password(secret.encode(), role.encode(), b"scram-sha-256").decode()
        line.execute(sql.SQL("ALTER ROLE {} LOGIN PASSWORD {}").format(name, sql.Literal(hashed)))


def _give(line: Any, database: str, role: str, wanted: Mapping[str, frozenset[str]]) -> None:
    name = sql.Identifier(role)
    line.execute(sql.SQL("REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {}").format(name))
    line.execute(sql.SQL("GRANT CONNECT ON DATABASE {} TO {}").format(sql.Identifier(database), name))
    line.execute(sql.SQL("GRANT USAGE ON SCHEMA public TO {}").format(name))
    alike: dict[frozenset[str], list[str]] = {}
    for table, may in sorted(wanted.items()):
        if may:
            alike.setdefault(may, []).append(table)
    for may, tables in alike.items():
        words = sql.SQL(", ").join(map(sql.SQL, sorted(may)))
        line.execute(
            sql.SQL("GRANT {} ON {} TO {}").format(words, sql.SQL(", ").join(map(sql.Identifier, tables)), name)
        )


def grant_where_possible() -> None:
    """After every migration."""
    from django.db import connection

    connection.ensure_connection()
    if _may(connection.connection):
        grant(passwords(os.environ))
    else:
        print(CANNOT)
