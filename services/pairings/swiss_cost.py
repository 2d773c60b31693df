"""The published cost of a Swiss pairing, six sums, least from left (tournaments.md section 3)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from services.pairings.swiss_field import DOWN, UP, SwissField, SwissPlayer

Cost = tuple[int, int, int, int, int, int]
THIRD_SAME_SEAT = 16
NOTHING: Cost = (0, 0, 0, 0, 0, 0)


def pair_cost(field: SwissField, first: int, second: int) -> Cost:
    """Of two players by their positions in the order, the higher one first."""
    higher, lower = field.players[first], field.players[second]
    distance = second - first
    return (
        0,
        (higher.score - lower.score) ** 2,
        _repeated_floats(higher, lower),
        min(seat_costs(higher, lower)),
        (distance - ideal_distance(field, higher, lower)) ** 2,
        _hash(field, higher.entry, str(lower.entry)),
    )


def bye_cost(field: SwissField, position: int) -> Cost:
    player = field.players[position]
    below = len(field.players) - 1 - position
    return (player.score, 0, 0, 0, below, _hash(field, player.entry, "bye"))


def ideal_distance(field: SwissField, higher: SwissPlayer, lower: SwissPlayer) -> int:
    """Half the score group inside it, one place across groups."""
    return field.group_sizes[higher.score] // 2 if higher.score == lower.score else 1


def _repeated_floats(higher: SwissPlayer, lower: SwissPlayer) -> int:
    """2 for the same float in the last round, 1 for the one before."""
    if higher.score == lower.score:
        return 0
    down = 2 * (higher.floats[0] == DOWN) + (higher.floats[1] == DOWN)
    return down + 2 * (lower.floats[0] == UP) + (lower.floats[1] == UP)


def seat_costs(higher: SwissPlayer, lower: SwissPlayer) -> tuple[int, int]:
    """With the higher one on seat 0, and on seat 1."""
    return (_seat_cost(higher, 0) + _seat_cost(lower, 1), _seat_cost(higher, 1) + _seat_cost(lower, 0))


def _seat_cost(player: SwissPlayer, seat: int) -> int:
    third_time = len(player.seats) >= 2 and player.seats[-1] == player.seats[-2] == seat
    return (player.balance + 1 - 2 * seat) ** 2 + (THIRD_SAME_SEAT if third_time else 0)


def seated(field: SwissField, higher: SwissPlayer, lower: SwissPlayer) -> tuple[int, int]:
    """The cheaper way to sit; if both cost the same, the lot and the higher one's starting number decide."""
    on_zero, on_one = seat_costs(higher, lower)
    seat = field.first_seat if higher.number % 2 else 1 - field.first_seat
    if on_zero != on_one:
        seat = 0 if on_zero < on_one else 1
    return (higher.entry, lower.entry) if seat == 0 else (lower.entry, higher.entry)


def _hash(field: SwissField, entry: int, other: str) -> int:
    """What makes the optimum unique."""
    text = f"{field.tournament}/{field.round}/{entry}/{other}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")


def total(costs: Iterable[Cost]) -> Cost:
    sums = list(NOTHING)
    for cost in costs:
        sums = [own + other for own, other in zip(sums, cost, strict=True)]
    first, second, third, fourth, fifth, sixth = sums
    return first, second, third, fourth, fifth, sixth
