"""The kept dump of an earlier house and the facts about it: reading them, and loading the dump into a database.

Nothing here knows the tables: it works with the house of any version. The facts (`old_house.json.gz`) are what the
API of the old house gave, and beside it what its rows held; `docs` in the facts says what each field means.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
from psycopg import sql

DUMP = Path(__file__).with_name("old_house.sql.gz")
FACTS = Path(__file__).with_name("old_house.json.gz")


@cache
def facts() -> dict[str, Any]:
    """What was true in the old house."""
    known: dict[str, Any] = json.loads(gzip.decompress(FACTS.read_bytes()))
    return known


def digest(dump: Path = DUMP) -> str:
    """The SHA-256 of the dump as it lies there, packed."""
    return hashlib.sha256(dump.read_bytes()).hexdigest()


def load(dump: Path, database_url: str) -> None:
    """Execute the dump in an empty database, in one transaction. The connection is its own: the dump changes it."""
    text = gzip.decompress(dump.read_bytes())
    with psycopg.connect(database_url, autocommit=True) as line:
        line.execute(text)


@contextmanager
def database(server_url: str, template: str = "template0") -> Iterator[str]:
    """The address of a new database on that server, a copy of the template; dropped afterwards."""
    name, parts = f"old_house_{uuid.uuid4().hex[:12]}", urlsplit(server_url)
    with psycopg.connect(server_url, autocommit=True) as line:
        copied = sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(template))
        line.execute(copied)
        try:
            yield f"{parts.scheme}://{parts.netloc}/{name}" + (f"?{parts.query}" if parts.query else "")
        finally:
            line.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def name_of(url: str) -> str:
    return urlsplit(url).path.lstrip("/")


@contextmanager
def loaded(server_url: str, dump: Path = DUMP) -> Iterator[str]:
    """The address of a new database with the old house in it."""
    with database(server_url) as url:
        load(dump, url)
        yield url


# -- what the facts say -----------------------------------------------------------------------------------------------


def matches(*roles: str) -> list[dict[str, Any]]:
    """The facts of the matches that play one of these parts; without roles: of all."""
    return [match for match in facts()["matches"] if not roles or set(roles) & set(match["roles"])]


def export_given(match: dict[str, Any], seat: int | None = None) -> dict[str, Any]:
    """The export as the API gave it to a seat (None: to the gallery); of a revealed match all got the same."""
    whole: dict[str, Any] = match["export"]
    if "receipt" in whole:
        return whole
    own = [part for part in whole["opened"] if seat is not None and part["aud"] == str(seat)]
    return whole | {"opened": own}


def compact(value: Any) -> bytes:
    """JSON as the API writes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
