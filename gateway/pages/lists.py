"""The lists of the pages: matches that wait for somebody, that are being played, that are over; open tables."""

from __future__ import annotations

import json
import zlib
from typing import Any
from uuid import UUID

from gateway.cards import matches_json, tables_json
from gateway.pages.results import outcome
from services.readers import cards

LIVE = 12
OPEN = 20
MINE = 120


def mark_of(*shown: Any) -> str:
    """A short mark of what a list shows: a page that has it already is sent nothing."""
    return f"{zlib.crc32(json.dumps(shown, sort_keys=True).encode()):08x}"


def count_turns(account: UUID) -> int:
    return cards.count_turns(account)


def live(language: str, account: UUID | None, game: str = "") -> list[Any]:
    """Public matches of others being played, the latest move first."""
    return matches_json(cards.live_matches(account, game, LIVE), language, account)


def open_tables(language: str, account: UUID | None, game: str = "") -> list[Any]:
    return tables_json(cards.open_tables(game, OPEN), language, account)


def mine(language: str, account: UUID) -> dict[str, list[Any]]:
    """Everything somebody sits at, in four heaps."""
    heaps: dict[str, list[Any]] = {"mine": [], "waiting": [], "tables": [], "finished": []}
    for card in matches_json(cards.matches_of(account, MINE), language, account):
        heaps[_heap(card)].append(card | {"outcome": _outcome(card)})
    return heaps


def _outcome(card: Any) -> str | None:
    return None if card["winners"] is None else outcome(card["winners"], len(card["seats"]), card["my_seat"])


def _heap(card: Any) -> str:
    if card["status"] == "open":
        return "tables"
    if card["status"] in ("ended", "aborted"):
        return "finished"
    return "mine" if card["my_seat"] in card["to_act"] else "waiting"
