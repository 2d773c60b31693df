"""A tournament as its pages read it: the state with its ledger and standings, reckoned once for each event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from threading import Lock
from typing import Any, Final
from uuid import UUID

from cachetools import LRUCache
from django.urls import reverse

import services.tournaments.read as read
from gateway.drawings.words import DrawingWords, points_text
from gateway.tournament_words import why_words
from gateway.words import digits
from services.pairings.ledger import Ledger, make_ledger
from services.pairings.standings import Standings, standings
from services.pairings.state import TournamentState
from services.pairings.texts_en import number
from services.pairings.tiebreaks import LOT, Value
from services.pairings.why import UNITS, Reason, reasons

KEPT: Final = 32
SHOWN_ROWS: Final = 60


@dataclass(frozen=True)
class Reading:
    """What is reckoned from a state; `why` has a reason for each row that another follows."""

    loaded: read.Loaded
    ledger: Ledger | None
    table: Standings
    why: tuple[Reason | None, ...]
    names: Mapping[int, str]

    @property
    def state(self) -> TournamentState:
        return self.loaded.state

    @property
    def id(self) -> UUID:
        return self.loaded.id

    def words(self, language: str) -> DrawingWords:
        return DrawingWords(language, self.names, lambda match: reverse("match", args=[match]))


_reckoned: LRUCache[tuple[UUID, int], tuple[Ledger | None, Standings, tuple[Reason | None, ...]]] = LRUCache(KEPT)
_lock = Lock()


def read_tournament(tournament: UUID) -> Reading:
    """Raises NotFound."""
    loaded = read.load(tournament)
    key = (tournament, loaded.state.seq)
    with _lock:
        kept = _reckoned.get(key)
    if kept is None:
        ledger = make_ledger(loaded.state) if loaded.state.start is not None else None
        table = standings(loaded.state, ledger)
        kept = (ledger, table, reasons(table, loaded.state.opened.tiebreaks))
        with _lock:
            _reckoned[key] = kept
    return Reading(loaded, *kept, read.entry_names(loaded.state))


def is_director(reading: Reading, account: UUID | None) -> bool:
    return account is not None and str(account) in reading.loaded.row.directors


# -- rows of the standings --------------------------------------------------------------------------------------------


def standing_rows(
    reading: Reading, language: str, most: int | None = None, first: int = 0, only: int | None = None
) -> list[dict[str, Any]]:
    """Rows with their numbers and reasons as people read them: so many from the first on, or that of one entrant."""
    rows = []
    names = columns(reading)
    chosen = list(zip(reading.table.rows, reading.why, strict=True))
    if only is not None:
        chosen = [(row, reason) for row, reason in chosen if row.entry == only]
    for row, reason in chosen[first : None if most is None else first + most]:
        named = named_reason(reason, reading.names)
        rows.append(
            {
                "entry": row.entry,
                "place": row.place,
                "group": row.group,
                "name": reading.names[row.entry],
                "account": reading.state.holder(row.entry),
                "points": points_text(row.points, language),
                "tiebreaks": [tiebreak_text(name, row.tiebreaks.get(name), language) for name in names],
                "why": None if named is None else why_words(language, named),
            }
        )
    return rows


def columns(reading: Reading) -> list[str]:
    """The tie-breaks that have a number, in their order; the lot last where one was drawn."""
    lots = [LOT] if any(LOT in row.tiebreaks for row in reading.table.rows) else []
    there = [
        name for name in reading.state.opened.tiebreaks if any(name in row.tiebreaks for row in reading.table.rows)
    ]
    return [*there, *lots]


def tiebreak_text(name: str, value: Value | None, language: str) -> str:
    if value is None:
        return ""
    shown = digits(_mixed(Fraction(value) / UNITS.get(name, 1)), language)
    return f"\u2066{shown}\u2069" if language == "fa" and ("½" in shown or "/" in shown) else shown


def _mixed(value: Fraction) -> str:
    """13 8/9 rather than 125/9: in a column the whole part is what one compares."""
    whole, rest = divmod(value, 1)
    return f"{whole} {rest}" if whole > 0 and rest.denominator > 2 else number(value)


def named_reason(reason: Reason | None, names: Mapping[int, str]) -> Reason | None:
    """The same with names instead of entry numbers."""
    if reason is None:
        return None
    people = {key: names.get(reason.params[key], reason.params[key]) for key in ("above", "below")}
    return Reason(reason.code, {**reason.params, **people})
