"""Round robins by Berger tables (tournaments.md section 2)."""

from __future__ import annotations

from collections.abc import Sequence


def berger_round(number: int, entrants: int) -> tuple[tuple[tuple[int, int], ...], int | None]:
    """Pairs of starting numbers, seat 0 first, and who is free (odd numbers of entrants)."""
    size = entrants + entrants % 2
    circle = size - 1
    middle = (number - 1) * (size // 2) % circle + 1
    pairs = [(middle, size) if number % 2 else (size, middle)]
    for step in range(1, size // 2):
        pairs.append(((middle + step - 1) % circle + 1, (middle - step - 1) % circle + 1))
    if entrants % 2:
        return tuple(pairs[1:]), middle
    return tuple(pairs), None


def berger_rounds(entrants: int) -> int:
    """Rounds of one cycle."""
    return entrants - 1 + entrants % 2


def round_robin_round(order: Sequence[int], number: int, twice: bool) -> tuple[tuple[tuple[int, int], ...], int | None]:
    """Tables and the free entrant of a round; the second cycle has the seats turned."""
    cycle = berger_rounds(len(order))
    second = twice and number > cycle
    pairs, free = berger_round((number - 1) % cycle + 1, len(order))
    tables = tuple((order[first - 1], order[other - 1]) for first, other in pairs)
    if second:
        tables = tuple((other, first) for first, other in tables)
    return tables, order[free - 1] if free is not None else None


def all_play_all(members: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Every match of a group, round after round of its Berger table."""
    return tuple(
        pair
        for number in range(1, berger_rounds(len(members)) + 1)
        for pair in round_robin_round(members, number, False)[0]
    )
