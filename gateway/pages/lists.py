"""The lists of the pages: matches that wait for somebody, that are being played, that are over; open tables."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from gateway.cards import clock_json, matches_json, tables_json
from gateway.pages.results import outcome
from services.log import fair
from services.notices.read import home_of
from services.readers import cards

LIVE = 12
OPEN = 20
MINE = 200
FINISHED = 20
DAY = 86_400_000


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


@dataclass(frozen=True, slots=True)
class Filter:
    """Which of somebody's matches are shown: of one game, of one pace."""

    game: str = ""
    pace: str = ""  # slow: a clock of a day or more; live: a quicker one; none: without

    def fits(self, card: Any) -> bool:
        return self.game in ("", card["game"]) and self.pace in ("", pace_of(card["clock"]))


EVERYTHING = Filter()


def pace_of(clock: Any) -> str:
    if clock is None:
        return "none"
    names = ("ms", "start_ms", "main_ms")
    first = sum(clock.get(name, 0) for name in names) + clock.get("periods", 0) * clock.get("period_ms", 0)
    return "slow" if first + 1000 * clock.get("move_seconds", 0) >= DAY else "live"


def mine(language: str, account: UUID, wanted: Filter = EVERYTHING) -> dict[str, list[Any]]:
    """Everything somebody sits at that is not over, in three heaps; of those that ask them the most urgent first."""
    heaps: dict[str, list[Any]] = {"mine": [], "waiting": [], "tables": []}
    rows = cards.running_of(account, MINE)
    for row, card in zip(rows, matches_json(rows, language, account), strict=True):
        if wanted.fits(card):
            heap = _heap(card)
            more = {"outcome": _outcome(card), "stands": _stands(row, account, heap)}
            heaps[heap].append(card | _time_of(row, account, heap) | more)
    heaps["mine"].sort(key=lambda card: (card["deadline"] is None, card["deadline"] or "", card["moved_at"]))
    return heaps


def _time_of(row: cards.Listed, account: UUID, heap: str) -> dict[str, Any]:
    """When the reader's own time runs out, or where others are asked the first of theirs."""
    own = next((seat.deadline_at for seat in row.party.holders if seat.account == account), None)
    at = own if heap == "mine" else row.party.match.clock_at
    return {"deadline": None if at is None else fair.time_text(at), "pace": pace_of(clock_json(row.party.match))}


def _stands(row: cards.Listed, account: UUID, heap: str) -> str | None:
    """Why the clock that counts for this heap stands: the reader's own, or that of somebody who is asked."""
    if row.party.match.agreed_pause:
        return "agreement"
    holders = row.party.holders
    awaited = [seat.account == account if heap == "mine" else seat.decision is not None for seat in holders]
    away = any(seat.on_vacation for seat, counts in zip(holders, awaited, strict=True) if counts)
    return "vacation" if away else None


def finished(language: str, account: UUID, wanted: Filter = EVERYTHING, most: int = FINISHED) -> list[Any]:
    rows = matches_json(cards.finished_of(account, most), language, account)
    return [card | {"outcome": _outcome(card)} for card in rows if wanted.fits(card)]


def open_offers(account: UUID) -> dict[str, list[str]]:
    """Which offers wait for somebody's answer: match -> kinds."""
    kinds: dict[str, list[str]] = {}
    for offer in home_of(account)["offers"]:
        kinds.setdefault(offer["match"], []).append(offer["kind"])
    return kinds


def _outcome(card: Any) -> str | None:
    return None if card["winners"] is None else outcome(card["winners"], len(card["seats"]), card["my_seat"])


def _heap(card: Any) -> str:
    if card["status"] == "open":
        return "tables"
    return "mine" if card["my_seat"] in card["to_act"] else "waiting"
