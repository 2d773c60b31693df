"""ARENA: every five seconds those who are ready are paired, each with the next (section 2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from verifier.log import Event, pub
from verifier.tournament.book import Book, instant
from verifier.tournament.reckoning import Reckoning

TICK_MS: Final = 5000


def ends_at(book: Book) -> int | None:
    """None: the rules do not say how long it lasts."""
    minutes = book.rules.get("minutes")
    return None if minutes is None else instant(book.start_at) + minutes * 60_000


def arena_faults(reckoning: Reckoning, event: Event) -> Iterator[tuple[str, str]]:
    book, at = reckoning.book, instant(event["at"])
    end = ends_at(book)
    if end is not None and at > end:
        yield "ARENA", "paired after the end"
    if book.rounds and at - instant(book.rounds[-1].at) < TICK_MS:
        yield "ARENA", "paired within five seconds of the last time"
    expected = arena_tables(reckoning)
    if [tuple(drawn["entries"]) for drawn in pub(event)["tables"]] != expected or pub(event)["byes"]:
        yield "ARENA", f"the tables due are {[list(pair) for pair in expected]}"


def arena_tables(reckoning: Reckoning) -> list[tuple[int, int]]:
    """By points, longest waiting, entry; neither being the other's last opponent."""
    ready, cards = reckoning.book.ready, reckoning.cards
    last: dict[int, int] = {}
    for game in (game for paired in reckoning.book.rounds for game in paired.games if not game.replaced):
        first, second = game.people
        last[first], last[second] = second, first
    waiting = sorted(ready, key=lambda entry: (-cards[entry].points, ready[entry], entry))
    tables = []
    while waiting:
        first = waiting.pop(0)
        second = next((e for e in waiting if last.get(first) != e and last.get(e) != first), -1)
        if second < 0:
            continue
        waiting.remove(second)
        often = {e: sum(line.seat == 0 for line in cards[e].played) for e in (first, second)}
        low, high = sorted((first, second), key=lambda entry: (often[entry], entry))
        tables.append((low, high))
    return tables
