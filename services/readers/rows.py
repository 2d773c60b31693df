"""The typed rows that readers read, written together with the events they follow from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar
from uuid import UUID

from engine.core.game import Json
from services.log.rows import How, Row


@dataclass(frozen=True, slots=True)
class FrameRow(Row):
    TABLE: ClassVar = "projections_frame"
    KEY: ClassVar = ("match_id", "eye")
    HOW: ClassVar = How.UPSERT
    LARGE: ClassVar = True
    COLUMNS: ClassVar = {
        "match_id": "uuid", "eye": "smallint", "seq": "int", "decision": "int", "moves": "text", "body": "text",
    }  # fmt: skip
    match_id: UUID
    eye: int  # GALLERY or a seat
    seq: int
    decision: int | None
    moves: str | None
    body: str


@dataclass(frozen=True, slots=True)
class NewsRow(Row):
    TABLE: ClassVar = "projections_newsline"
    KEY: ClassVar = ("match_id", "seq")
    HOW: ClassVar = How.UPSERT
    COLUMNS: ClassVar = {"match_id": "uuid", "seq": "int", "lines": "jsonb"}
    match_id: UUID
    seq: int
    lines: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class CardRow(Row):
    TABLE: ClassVar = "projections_matchcard"
    KEY: ClassVar = ("match_id",)
    HOW: ClassVar = How.UPSERT
    COLUMNS: ClassVar = {
        "match_id": "uuid", "scores": "jsonb", "winners": "jsonb", "reason": "text", "to_act": "jsonb", "ply": "int",
        "moved_at": "timestamptz",
    }  # fmt: skip
    match_id: UUID
    scores: Sequence[int]
    winners: Sequence[int] | None
    reason: str | None
    to_act: Sequence[int]
    ply: int
    moved_at: datetime


def empty_card(match_id: UUID, opened_at: datetime) -> CardRow:
    """Of a table that has not started."""
    return CardRow(match_id, (), None, None, (), 0, opened_at)
