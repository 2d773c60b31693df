"""Typed rows that are written together with an append, and the SQL they become. No other module makes such SQL.

A row belongs to a stream: its first key column holds the stream's id. It is written only if the head of that stream
moves in the same statement.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from enum import Enum
from typing import Any, ClassVar, Final
from uuid import UUID


class How(Enum):
    INSERT = "a new row"
    INSERT_ONCE = "a new row, unless its key is there"
    UPSERT = "a new row, or new values for the one with its key"
    UPDATE = "new values for the row with its key"
    DELETE = "the row with its key goes"


class Unchanged(Enum):
    """The value of a column that an UPDATE leaves alone."""

    KEEP = "keep"


KEEP: Final = Unchanged.KEEP


class Row:
    """Base of the rows: frozen dataclasses whose fields are the columns, in the order of COLUMNS."""

    TABLE: ClassVar[str]
    KEY: ClassVar[tuple[str, ...]]
    COLUMNS: ClassVar[Mapping[str, str]]  # column -> SQL type
    HOW: ClassVar[How] = How.INSERT
    LARGE: ClassVar[bool] = False  # long texts: each value is a parameter of its own instead of a part of one JSON

    def values(self) -> dict[str, Any]:
        """The columns that are written."""
        return {name: value for name in self.COLUMNS if (value := getattr(self, name)) is not KEEP}


class Given:
    """Base of the conditions: a row of TABLE with these values must be there. The first column is the stream's id."""

    TABLE: ClassVar[str]
    KEY: ClassVar[tuple[str, ...]]  # looked up by the index, so never null
    COLUMNS: ClassVar[Mapping[str, str]]  # column -> SQL type; the first names the stream and is not a field


class TwoWrites(Exception):
    """Two rows of one statement have the same key: PostgreSQL would lose one of them without a word."""


def sql_of(rows: Iterable[Row]) -> list[tuple[str, list[Any]]]:
    """One statement with its parameters for each table and set of columns; `moved` has the ids of what moved."""
    groups: dict[tuple[type[Row], tuple[str, ...]], list[dict[str, Any]]] = {}
    keys: Counter[tuple[Any, ...]] = Counter()
    for row in rows:
        values = row.values()
        groups.setdefault((type(row), tuple(values)), []).append(values)
        if row.HOW not in (How.INSERT, How.INSERT_ONCE):
            keys[row.TABLE, *(values[name] for name in row.KEY)] += 1
    if keys and keys.most_common(1)[0][1] > 1:
        raise TwoWrites(keys.most_common(1)[0][0])
    return [_statement(kind, columns, group) for (kind, columns), group in groups.items()]


def sql_of_given(given: Given, stream: UUID) -> tuple[str, list[Any]]:
    """The stream's id is a value here: joined to the stream's row, PostgreSQL read the whole table instead."""
    first, *columns = given.COLUMNS
    tests = [f"g.{first} = %s::uuid"]
    tests += [f"g.{name} {_same(given, name)} %s::{given.COLUMNS[name]}" for name in columns]
    values = [stream, *(getattr(given, name) for name in columns)]
    return f"EXISTS (SELECT FROM {given.TABLE} g WHERE {' AND '.join(tests)})", values


def _same(given: Given, name: str) -> str:
    return "=" if name in given.KEY else "IS NOT DISTINCT FROM"


def _statement(kind: type[Row], columns: tuple[str, ...], group: Sequence[dict[str, Any]]) -> tuple[str, list[Any]]:
    if kind.LARGE:
        return _template(kind, columns, len(group)), [row[name] for row in group for name in columns]
    return _template(kind, columns, 0), [_ENCODER.encode(group)]


def _plain(value: object) -> str:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, bytes):
        return "\\x" + value.hex()
    if isinstance(value, UUID):
        return str(value)
    raise TypeError(f"{type(value).__name__} in a row")


_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, default=_plain)
_templates: dict[tuple[type[Row], tuple[str, ...], int], str] = {}


def _template(kind: type[Row], columns: tuple[str, ...], count: int) -> str:
    """`count` 0: the rows come as one JSON text."""
    key = (kind, columns, count)
    if key not in _templates:
        _templates[key] = _made(kind, columns, count)
    return _templates[key]


def _made(kind: type[Row], columns: tuple[str, ...], count: int) -> str:
    names = ", ".join(columns)
    if count:
        line = "(" + ", ".join(f"%s::{kind.COLUMNS[name]}" for name in columns) + ")"
        source = f"(VALUES {', '.join([line] * count)}) AS r({names})"
    else:
        types = ", ".join(f"{name} {kind.COLUMNS[name]}" for name in columns)
        source = f"jsonb_to_recordset(%s::jsonb) AS r({types})"
    source += f" JOIN moved ON moved.id = r.{kind.KEY[0]}"
    changed = [name for name in columns if name not in kind.KEY]
    if kind.HOW is How.UPDATE:
        new = ", ".join(f"{name} = r.{name}" for name in changed)
        return f"UPDATE {kind.TABLE} t SET {new} FROM {source} WHERE {_same_key(kind)}"
    if kind.HOW is How.DELETE:
        return f"DELETE FROM {kind.TABLE} t USING {source} WHERE {_same_key(kind)}"
    insert = f"INSERT INTO {kind.TABLE} ({names}) SELECT {', '.join(f'r.{name}' for name in columns)} FROM {source}"
    return insert + _on_conflict(kind, changed)


def _same_key(kind: type[Row]) -> str:
    return " AND ".join(f"t.{name} = r.{name}" for name in kind.KEY)


def _on_conflict(kind: type[Row], changed: Sequence[str]) -> str:
    if kind.HOW is How.INSERT:
        return ""
    target = f" ON CONFLICT ({', '.join(kind.KEY)}) DO "
    if kind.HOW is How.INSERT_ONCE:
        return target + "NOTHING"
    return f"{target}UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in changed)}"
