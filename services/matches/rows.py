"""The typed rows of a match that are written together with its events."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar
from uuid import UUID

from engine.core.game import Json
from services.log.rows import KEEP, Given, How, Row, Unchanged


@dataclass(frozen=True, slots=True)
class NewMatchRow(Row):
    """A table that is opened."""

    TABLE: ClassVar = "store_match"
    KEY: ClassVar = ("id",)
    COLUMNS: ClassVar = {
        "id": "uuid", "game": "text", "rules_version": "smallint", "options": "jsonb", "seats": "smallint",
        "lot": "boolean", "private": "boolean", "invite": "text", "opened_by": "uuid", "status": "text",
        "opened_at": "timestamptz", "clock": "jsonb", "delay": "jsonb", "rated": "boolean", "tournament": "uuid",
        "rematch_of": "uuid", "vacation": "boolean", "judged_seq": "int", "revealed": "boolean", "tries": "smallint",
        "audit": "text", "parked": "text", "agreed_pause": "boolean", "started_at": "timestamptz",
        "ended_at": "timestamptz", "due_at": "timestamptz", "clock_at": "timestamptz",
    }  # fmt: skip
    id: UUID
    game: str
    rules_version: int
    options: Json
    seats: int
    lot: bool
    private: bool
    invite: str
    opened_by: UUID
    status: str
    opened_at: datetime
    clock: Json = None
    delay: Json = None
    rated: bool = False
    tournament: UUID | None = None
    rematch_of: UUID | None = None
    vacation: bool = False
    judged_seq: int = -1
    revealed: bool = False
    tries: int = 0
    audit: str = ""
    parked: str = ""
    agreed_pause: bool = False
    started_at: datetime | Unchanged | None = KEEP
    ended_at: datetime | Unchanged | None = KEEP
    due_at: datetime | Unchanged | None = KEEP
    clock_at: datetime | Unchanged | None = KEEP


@dataclass(frozen=True, slots=True)
class MatchRow(Row):
    """What an append changes in the row of its match."""

    TABLE: ClassVar = "store_match"
    KEY: ClassVar = ("id",)
    HOW: ClassVar = How.UPDATE
    COLUMNS: ClassVar = {
        "id": "uuid", "judged_seq": "int", "status": "text", "started_at": "timestamptz", "ended_at": "timestamptz",
        "due_at": "timestamptz", "clock_at": "timestamptz", "revealed": "boolean", "tries": "smallint",
        "agreed_pause": "boolean",
    }  # fmt: skip
    id: UUID
    judged_seq: int | Unchanged = KEEP
    status: str | Unchanged = KEEP
    started_at: datetime | Unchanged = KEEP
    ended_at: datetime | Unchanged = KEEP
    due_at: datetime | Unchanged | None = KEEP
    clock_at: datetime | Unchanged | None = KEEP
    revealed: bool | Unchanged = KEEP
    tries: int | Unchanged = KEEP
    agreed_pause: bool | Unchanged = KEEP


@dataclass(frozen=True, slots=True)
class NewSeatRow(Row):
    """A seat that is taken."""

    TABLE: ClassVar = "store_seat"
    KEY: ClassVar = ("match_id", "seat")
    COLUMNS: ClassVar = {
        "match_id": "uuid", "seat": "smallint", "account": "uuid", "bot": "text", "may_return": "boolean",
        "on_vacation": "boolean",
    }  # fmt: skip
    match_id: UUID
    seat: int
    account: UUID | None = None
    bot: str = ""
    may_return: bool = False
    on_vacation: bool = False


@dataclass(frozen=True, slots=True)
class LeftSeatRow(Row):
    """A seat that is given up before the start."""

    TABLE: ClassVar = "store_seat"
    KEY: ClassVar = ("match_id", "seat")
    HOW: ClassVar = How.DELETE
    COLUMNS: ClassVar = {"match_id": "uuid", "seat": "smallint"}
    match_id: UUID
    seat: int


@dataclass(frozen=True, slots=True)
class SeatRow(Row):
    """What an append changes in the row of a seat."""

    TABLE: ClassVar = "store_seat"
    KEY: ClassVar = ("match_id", "seat")
    HOW: ClassVar = How.UPDATE
    COLUMNS: ClassVar = {
        "match_id": "uuid", "seat": "smallint", "account": "uuid", "bot": "text", "decision": "int",
        "asked_at": "timestamptz", "answered_seq": "int", "deadline_at": "timestamptz", "former": "uuid",
        "may_return": "boolean", "on_vacation": "boolean",
    }  # fmt: skip
    match_id: UUID
    seat: int
    account: UUID | Unchanged | None = KEEP
    bot: str | Unchanged = KEEP
    decision: int | Unchanged | None = KEEP
    asked_at: datetime | Unchanged | None = KEEP
    answered_seq: int | Unchanged | None = KEEP
    deadline_at: datetime | Unchanged | None = KEEP
    former: UUID | Unchanged | None = KEEP
    may_return: bool | Unchanged = KEEP
    on_vacation: bool | Unchanged = KEEP


@dataclass(frozen=True, slots=True)
class RedrawnSeatRow(SeatRow):
    """A seat drawn anew from the log, whether its row is there or not."""

    HOW: ClassVar = How.UPSERT


@dataclass(frozen=True, slots=True)
class BotKeyRow(Row):
    TABLE: ClassVar = "store_botkey"
    KEY: ClassVar = ("match_id", "seat")
    HOW: ClassVar = How.INSERT_ONCE
    COLUMNS: ClassVar = {"match_id": "uuid", "seat": "smallint", "key": "bytea"}
    match_id: UUID
    seat: int
    key: bytes


@dataclass(frozen=True, slots=True)
class SnapshotRow(Row):
    TABLE: ClassVar = "store_snapshot"
    KEY: ClassVar = ("match_id", "seq")
    HOW: ClassVar = How.INSERT_ONCE
    COLUMNS: ClassVar = {
        "match_id": "uuid", "seq": "int", "rules_version": "smallint", "checksum": "text", "data": "text",
    }  # fmt: skip
    LARGE: ClassVar = True
    match_id: UUID
    seq: int
    rules_version: int
    checksum: str
    data: str


@dataclass(frozen=True, slots=True)
class SeatAsked(Given):
    """The seat is held by whom we think, is asked this decision, and has not answered it."""

    TABLE: ClassVar = "store_seat"
    KEY: ClassVar = ("match_id", "seat")
    COLUMNS: ClassVar = {
        "match_id": "uuid", "seat": "smallint", "account": "uuid", "bot": "text", "decision": "int",
        "answered_seq": "int",
    }  # fmt: skip
    seat: int
    account: UUID | None
    bot: str
    decision: int
    answered_seq: None = None


@dataclass(frozen=True, slots=True)
class InStatus(Given):
    TABLE: ClassVar = "store_match"
    KEY: ClassVar = ("id", "status")
    COLUMNS: ClassVar = {"id": "uuid", "status": "text"}
    status: str
