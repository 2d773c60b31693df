"""The typed rows of a tournament that are written together with its events."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID

from services.log.rows import KEEP, How, Row, Unchanged


@dataclass(frozen=True, slots=True)
class NewTournamentRow(Row):
    TABLE: ClassVar = "tournaments_tournament"
    KEY: ClassVar = ("id",)
    COLUMNS: ClassVar = {
        "id": "uuid", "name": "text", "text": "text", "game": "text", "format": "text", "seats": "smallint",
        "directors": "jsonb", "status": "text", "reason": "text", "round": "int", "entrants": "int",
        "opened_at": "timestamptz", "revealed": "boolean", "due_at": "timestamptz", "near_round": "int",
        "outages": "jsonb", "tries": "smallint", "parked": "text",
    }  # fmt: skip
    id: UUID
    name: str
    text: str
    game: str
    format: str
    seats: int
    directors: list[str]
    opened_at: datetime
    due_at: datetime
    status: str = "open"
    reason: str = ""
    round: int = 0
    entrants: int = 0
    revealed: bool = False
    near_round: int = 0
    outages: tuple[Any, ...] = ()
    tries: int = 0
    parked: str = ""


@dataclass(frozen=True, slots=True)
class TournamentRow(Row):
    """What an append changes in the row of its tournament."""

    TABLE: ClassVar = "tournaments_tournament"
    KEY: ClassVar = ("id",)
    HOW: ClassVar = How.UPDATE
    COLUMNS: ClassVar = {
        "id": "uuid", "directors": "jsonb", "status": "text", "reason": "text", "round": "int", "entrants": "int",
        "started_at": "timestamptz", "closed_at": "timestamptz", "revealed": "boolean", "due_at": "timestamptz",
        "near_round": "int", "tries": "smallint",
    }  # fmt: skip
    id: UUID
    directors: list[str] | Unchanged = KEEP
    status: str | Unchanged = KEEP
    reason: str | Unchanged = KEEP
    round: int | Unchanged = KEEP
    entrants: int | Unchanged = KEEP
    started_at: datetime | Unchanged | None = KEEP
    closed_at: datetime | Unchanged | None = KEEP
    revealed: bool | Unchanged = KEEP
    due_at: datetime | Unchanged | None = KEEP
    near_round: int | Unchanged = KEEP
    tries: int | Unchanged = KEEP


@dataclass(frozen=True, slots=True)
class EntryRow(Row):
    TABLE: ClassVar = "tournaments_entry"
    KEY: ClassVar = ("tournament_id", "entry")
    HOW: ClassVar = How.UPSERT
    COLUMNS: ClassVar = {"tournament_id": "uuid", "entry": "int", "account": "uuid", "status": "text"}
    tournament_id: UUID
    entry: int
    account: UUID
    status: str


@dataclass(frozen=True, slots=True)
class CommandRow(Row):
    TABLE: ClassVar = "tournaments_command"
    KEY: ClassVar = ("tournament_id", "cmd")
    COLUMNS: ClassVar = {
        "tournament_id": "uuid", "cmd": "text", "account": "uuid", "opens": "boolean", "digest": "text",
        "status": "smallint", "answer": "jsonb",
    }  # fmt: skip
    tournament_id: UUID
    cmd: str
    account: UUID
    digest: str
    status: int
    answer: dict[str, Any]
    opens: bool = False


@dataclass(frozen=True, slots=True)
class ServedWaitingRow(Row):
    """Who moves up no longer waits."""

    TABLE: ClassVar = "tournaments_waiting"
    KEY: ClassVar = ("tournament_id", "account")
    HOW: ClassVar = How.DELETE
    COLUMNS: ClassVar = {"tournament_id": "uuid", "account": "uuid"}
    tournament_id: UUID
    account: UUID
