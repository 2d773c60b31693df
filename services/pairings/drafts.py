"""What a pairing engine hands back before ids and times are added: tables, byes, and how they were made."""

from __future__ import annotations

from dataclasses import dataclass

from services.pairings.events import ByeGiven, RoundPaired, Seated, TableDrawn
from services.pairings.ids import tournament_match_id


@dataclass(frozen=True, slots=True)
class RoundDraft:
    """Tables in order, seat 0 first."""

    engine: str
    version: str
    tables: tuple[tuple[Seated, ...], ...]
    byes: tuple[ByeGiven, ...] = ()
    fallback: str | None = None
    cost: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class NoPairing:
    """No legal pairing exists; `reason` says why, for the director."""

    reason: str


def drawn_round(tournament: str, number: int, draft: RoundDraft, deadline: str | None) -> RoundPaired:
    tables = tuple(
        TableDrawn(table, tournament_match_id(tournament, number, table, 1), entries)
        for table, entries in enumerate(draft.tables, 1)
    )
    return RoundPaired(number, draft.engine, draft.version, tables, draft.byes, deadline, draft.fallback, draft.cost)
