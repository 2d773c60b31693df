"""How many rounds a tournament has, and what its opening must keep to: ROUNDS and UNIT (tournaments.md 2 and 3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from verifier.tournament.book import Book

BYE_FORMATS: Final = ("swiss", "swiss_pods")
TWO_SEATS: Final = ("swiss", "round_robin", "knockout", "double_knockout", "arena")


def doublings(people: int) -> int:
    """The logarithm to 2, rounded up."""
    return (people - 1).bit_length()


def natural_rounds(book: Book, people: int) -> int | None:
    """What follows from so many entered; None: it has to be announced."""
    cycle = people - 1 + people % 2
    return {
        "swiss": min(doublings(people), people // 2),
        "round_robin": cycle * (2 if book.rules.get("twice") else 1),
        "knockout": doublings(people),
        "double_knockout": 2 * doublings(people) + 1,
        "groups": 1,
        "league": 1,
        "arena": 0,
    }.get(book.format)


def rounds_planned(book: Book) -> int:
    """Of groups with a final: the groups alone; of a double knockout the most there can be."""
    announced: int | None = book.opening["rounds"]
    if announced is not None:
        return announced
    return natural_rounds(book, len(book.first_order)) or 0


def opening_faults(opening: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    seats, kind, rounds = opening["seats"], opening["format"], opening["rounds"]
    if (kind in TWO_SEATS and seats != 2) or (kind == "swiss_pods" and seats == 2):
        yield "FIELDS", f"{kind} is not played at {seats} seats"
    if (kind == "arena" and rounds != 0) or (kind in ("groups", "league") and rounds not in (None, 1)):
        yield "ROUNDS", f"{kind} does not have {rounds} rounds"
    elif kind == "swiss_pods" and not rounds:
        yield "ROUNDS", "pods have to announce their rounds"
    elif kind != "arena" and rounds == 0:
        yield "ROUNDS", "no rounds at all"
    yield from _unit_faults(opening)


def _unit_faults(opening: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    points = opening["points"]
    if ("place" in points) != (opening["seats"] > 2):
        yield "UNIT", "points by place are for three and four seats, wins and draws for two"
    elif "place" not in points:
        if not points["win"] >= points["draw"] >= points["loss"] or points["win"] == points["loss"]:
            yield "UNIT", "a win counts more than a loss, a draw neither more nor less than both"
        if points["win"] % 2 and opening["format"] in BYE_FORMATS:
            yield "UNIT", "half a win is no whole number"
    for size, row in points.get("place", {}).items():
        if len(row) != int(size) or row != sorted(row, reverse=True):
            yield "UNIT", f"not the points of {size} places, falling"
        elif (run := _undivided(row)) is not None:
            yield "UNIT", f"places {run[0]} to {run[1]} of {size} do not divide"
    if "place" in points and str(opening["seats"]) not in points["place"]:
        yield "UNIT", f"no points for tables of {opening['seats']}"


def _undivided(row: Sequence[int]) -> tuple[int, int] | None:
    """The first run of places that those who share it cannot divide; the whole table too, for a bye."""
    for first in range(len(row)):
        for last in range(first + 1, len(row)):
            if sum(row[first : last + 1]) % (last - first + 1):
                return first + 1, last + 1
    return None


def start_faults(book: Book) -> Iterator[tuple[str, str]]:
    """Of the number entered; asked once the start is in the book."""
    people, rounds = len(book.first_order), book.opening["rounds"]
    if people < max(2, book.seats if book.format in ("groups", "league") else 2):
        yield "ROUNDS", f"{people} are too few to start"
        return
    if rounds is None or book.format in ("arena", "swiss_pods"):
        return
    most = people - 1 + people % 2 if book.format == "swiss" else natural_rounds(book, people)
    if rounds > (most or 0) if book.format == "swiss" else rounds != most:
        yield "ROUNDS", f"{rounds} rounds do not fit {people} entrants"
