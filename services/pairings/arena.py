"""Pairing of an arena: every five seconds, those who are ready (tournaments.md section 2)."""

from __future__ import annotations

from services.pairings.drafts import NoPairing, RoundDraft
from services.pairings.ledger import Ledger

TICK_MS = 5000


def pair_arena(ledger: Ledger) -> RoundDraft | NoPairing:
    """By points, longest waiting, entry: each with the next, neither being the other's last opponent."""
    ready = ledger.state.ready
    waiting = sorted(ready, key=lambda entry: (-ledger.records[entry].points, ready[entry], entry))
    last = last_opponents(ledger)
    tables: list[tuple[int, int]] = []
    while waiting:
        first = waiting.pop(0)
        second = next((e for e in waiting if last.get(first) != e and last.get(e) != first), None)
        if second is not None:
            waiting.remove(second)
            tables.append(_seats(ledger, first, second))
    return RoundDraft("arena", "1", tuple(tables)) if tables else NoPairing("nobody-ready")


def last_opponents(ledger: Ledger) -> dict[int, int]:
    """Whom each entrant was last paired with, however it ended."""
    last: dict[int, int] = {}
    for game in (game for paired in ledger.state.rounds for game in paired.games() if not game.replaced):
        first, second = game.people
        last[first], last[second] = second, first
    return last


def _seats(ledger: Ledger, first: int, second: int) -> tuple[int, int]:
    """Seat 0: who sat there less often; equal: the lower entry."""
    sat = {e: sum(sitting.seat == 0 for sitting in ledger.records[e].played) for e in (first, second)}
    low, high = sorted((first, second), key=lambda entry: (sat[entry], entry))
    return low, high
