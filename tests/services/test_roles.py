"""Roles in the database: each forbidden thing is tried as each role, and what a row of the registry says is granted."""

from __future__ import annotations

import os

import psycopg
import pytest
from django.db import ProgrammingError, connection
from psycopg import sql

from deploy.database import url_as
from deploy.roles import (
    APART,
    EVERYTHING,
    READ_BY_ALL,
    grant,
    insert_only_tables,
    may_make_roles,
    passwords,
    privileges,
    reaches,
    role_of,
    tables_of,
)
from deploy.worker import processes
from services.registry import service_of, services, web_reach
from tests.conftest import EMPTIED
from tests.roles import as_role
from tests.services.conftest import seated

pytestmark = pytest.mark.django_db

READERS_OF_SEEDS = {"referee", "auditor", "tournaments", "group_games", "group_tournaments"}
NEVER = [
    "ALTER TABLE store_event DISABLE TRIGGER ALL",
    "DROP TRIGGER insert_only ON store_event",
    "SET session_replication_role = replica",
    "TRUNCATE store_event CASCADE",
    "TRUNCATE store_match CASCADE",
    "DROP TABLE store_outbox",
    "ALTER TABLE store_stream ADD COLUMN other int",
    "CREATE TABLE other (a int)",
    "CREATE OR REPLACE FUNCTION house_now() RETURNS timestamptz LANGUAGE sql AS 'SELECT now()'",
    "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN OLD; END'",
    "CREATE ROLE other SUPERUSER",
    "UPDATE django_migrations SET name = 'x'",
    "COPY store_stream TO PROGRAM 'cat'",
    "SELECT pg_read_file('PG_VERSION')",
    "SELECT rolpassword FROM pg_authid",
]


def refused(process: str, statement: str) -> str | None:
    """How PostgreSQL turns the statement down for that process; None: it was done (and is taken back)."""
    line = connection.connection
    with as_role(process):
        try:
            with line.transaction(force_rollback=True):
                line.execute(statement)
        except psycopg.Error as error:
            return type(error).__name__
    return None


@pytest.fixture
def match(pokes):
    return seated("zertz")[0]


@pytest.mark.parametrize("process", sorted(reaches()))
def test_nobody_at_work_switches_off_or_changes_what_guards_the_log(process, match):
    answers = {statement: refused(process, statement) for statement in NEVER}
    assert set(answers.values()) == {"InsufficientPrivilege"}, answers


@pytest.mark.parametrize("process", sorted(reaches()))
def test_what_is_written_once_is_neither_changed_nor_deleted(process, match):
    done = [
        statement
        for table in EMPTIED
        for statement in (f"UPDATE {table} SET {key_of(table)} = {key_of(table)}", f"DELETE FROM {table}")
        if refused(process, statement) != "InsufficientPrivilege"
    ]
    assert done == []


def key_of(table: str) -> str:
    return {"store_leaf": "number", "store_treenode": "level", "store_checkpoint": "id"}.get(table, "stream_id")


@pytest.mark.parametrize("process", sorted(reaches()))
def test_seeds_are_read_by_who_needs_them_alone(process, match):
    expected = None if process in READERS_OF_SEEDS else "InsufficientPrivilege"
    for columns in ("seed", "stream_id", "count(*)"):
        assert refused(process, f"SELECT {columns} FROM store_seed") == expected
    if expected:
        returned = "INSERT INTO store_seed SELECT id, '\\x00' FROM store_stream WHERE false RETURNING seed"
        assert refused(process, returned) == expected
    may_bind = {"web", "lobby", "group_house", "clocks", "group_games"}  # the clocks delete those that are stale
    assert (refused(process, "SELECT seed FROM store_commitment") is None) == (process in may_bind)


@pytest.mark.parametrize("row", services(), ids=lambda row: row.name)
def test_a_service_writes_its_own_tables_and_what_its_row_says(row):
    others = {other.name for other in services() if has_tables(other.name)} - {row.name, *row.writes}
    foreign = {table for name in others for table in tables_of(name)}
    assert foreign
    for table in sorted(foreign):
        for statement in (f"DELETE FROM {table}", f"INSERT INTO {table} DEFAULT VALUES"):
            assert refused(row.name, statement) == "InsufficientPrivilege", statement
    unread = {table for name in others - set(row.reads) for table in tables_of(name)} - set(READ_BY_ALL)
    for table in sorted(unread):
        assert refused(row.name, f"SELECT FROM {table}") == "InsufficientPrivilege"
    kept = insert_only_tables(connection.connection)
    for word in (word for word in row.writes if word not in ("log", *APART)):
        for table in tables_of(word):
            expected = "InsufficientPrivilege" if table in kept else None
            assert refused(row.name, f"DELETE FROM {table} WHERE false") == expected, table


def has_tables(name: str) -> bool:
    try:
        return bool(tables_of(name))
    except LookupError:
        return False


def test_web_leaves_alone_what_services_make_of_the_log():
    for statement in (
        "DELETE FROM ratings_playerrating",
        "INSERT INTO store_leaf DEFAULT VALUES",
        "INSERT INTO store_checkpoint DEFAULT VALUES",
        "UPDATE store_pulse SET outages = 0",
    ):
        assert refused("web", statement) == "InsufficientPrivilege", statement
    assert refused("web", "SELECT FROM store_checkpoint, store_leaf, ratings_playerrating, store_pulse") is None


def test_every_word_of_the_registry_means_tables_and_every_table_has_a_word():
    """A new service or a new model is granted without a line here; one that no process may touch is seen here."""
    from django.apps import apps

    words = {word for reach in reaches().values() for word in (*reach.reads, *reach.writes)}
    reached = {table for word in words for table in tables_of(word)}
    tables = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
    assert tables - reached == {"auth_permission", "auth_group", "auth_group_permissions", "django_content_type"}
    with pytest.raises(LookupError, match="kitchen"):
        tables_of("kitchen")


def test_a_group_may_do_what_its_services_may_and_no_more():
    made = privileges(reaches()["group_games"], ["store_event"])
    single = [privileges(service_of(name).reach, ["store_event"]) for name in ("referee", "clocks")]
    assert made == {
        table: frozenset().union(*(rights.get(table, frozenset()) for rights in single))
        for table in single[0] | single[1]
    }
    assert made["store_event"] == {"SELECT", "INSERT"} == EVERYTHING - {"UPDATE", "DELETE"}
    assert "store_seed" not in privileges(service_of("opponents").reach, [])
    assert privileges(web_reach(), [])["store_seed"] == {"INSERT"}


def test_bots_share_no_process_with_whoever_reads_seeds():
    (role,) = [process.role for process in processes(False) if "opponents" in process.parts]
    assert "store_seed" not in privileges(reaches()[role], [])


def test_grants_that_a_row_lost_are_taken_back_and_passwords_are_set(monkeypatch):
    name = role_of(connection.settings_dict["NAME"], "lobby")
    line = connection.connection
    line.execute(sql.SQL("GRANT SELECT ON store_seed TO {}").format(sql.Identifier(name)))
    assert refused("lobby", "SELECT FROM store_seed") is None
    assert name in grant(passwords({"DATABASE_KEY": "of this house"}))
    assert refused("lobby", "SELECT FROM store_seed") == "InsufficientPrivilege"
    kept = line.execute("SELECT rolpassword FROM pg_authid WHERE rolname = %s", [name]).fetchone()[0]
    assert kept.startswith("SCRAM-SHA-256$")
    given = passwords({"PASSWORD_WEB": "w", "DATABASE_KEY": "k"})
    assert given("web", "x_web") == "w"
    assert given("lobby", "x_lobby") == given("other", "x_lobby") != given("lobby", "y_lobby")
    assert passwords({})("web", "x_web") is None


def test_the_tests_of_services_work_as_their_roles(pokes):
    """Without a grant that the referee needs no match begins."""
    name = sql.Identifier(role_of(connection.settings_dict["NAME"], "referee"))
    connection.connection.execute(sql.SQL("REVOKE INSERT ON store_event FROM {}").format(name))
    with pytest.raises(ProgrammingError, match="permission denied"):
        seated("zertz")


def test_a_server_where_the_owner_may_not_make_roles_is_noticed():
    url, name = os.environ["DATABASE_URL"], str(connection.settings_dict["NAME"])
    assert may_make_roles(url)
    assert not may_make_roles(url_as(url, role_of(name, "web"), ""))


@pytest.mark.parametrize("process", ["web", "opponents", "group_games"])
def test_a_process_cannot_put_on_another_role(process):
    """Signed in as the role, as in a running house; above it was put on."""
    url, owner = os.environ["DATABASE_URL"], connection.settings_dict["USER"]
    mine, other = (role_of(connection.settings_dict["NAME"], name) for name in (process, "auditor"))
    with psycopg.connect(url_as(url, mine, ""), autocommit=True) as line:
        for role in (owner, other):
            for statement in ("SET ROLE {}", "SET SESSION AUTHORIZATION {}"):
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    line.execute(sql.SQL(statement).format(sql.Identifier(role)))
