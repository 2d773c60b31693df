"""The lists of the pages: matches that wait for somebody, that are being played, that are over; open tables."""

from __future__ import annotations

import json
import zlib
from typing import Any
from uuid import UUID

from django.db.models import F

from gateway.cards import matches_json, tables_json
from gateway.pages.results import outcome
from services.projections.models import Frame, MatchCard
from services.store.models import Match

LIVE = 12
OPEN = 20
MINE = 120


def mark_of(*shown: Any) -> str:
    """A short mark of what a list shows: a page that has it already is sent nothing."""
    return f"{zlib.crc32(json.dumps(shown, sort_keys=True).encode()):08x}"


def count_turns(account: UUID) -> int:
    return Frame.objects.filter(
        decision__isnull=False,
        match__status=Match.Status.RUNNING,
        match__holders__account=account,
        match__holders__seat=F("eye"),
    ).count()


def live(language: str, account: UUID | None, game: str | None = None) -> list[Any]:
    """Public matches of others being played, the latest move first."""
    cards = MatchCard.objects.select_related("match").filter(match__status=Match.Status.RUNNING, match__private=False)
    if game:
        cards = cards.filter(match__game=game)
    if account:
        cards = cards.exclude(match__holders__account=account)
    return matches_json(list(cards.order_by("-moved_at")[:LIVE]), language, account)


def open_tables(language: str, account: UUID | None, game: str | None = None) -> list[Any]:
    tables = Match.objects.filter(status=Match.Status.OPEN, private=False)
    if game:
        tables = tables.filter(game=game)
    return tables_json(list(tables.order_by("-opened_at")[:OPEN]), language, account)


def mine(language: str, account: UUID) -> dict[str, list[Any]]:
    """Everything somebody sits at, in four heaps."""
    cards = MatchCard.objects.select_related("match").filter(match__holders__account=account)
    heaps: dict[str, list[Any]] = {"mine": [], "waiting": [], "tables": [], "finished": []}
    for card in matches_json(list(cards.order_by("-moved_at")[:MINE]), language, account):
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
