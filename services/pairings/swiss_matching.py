"""The weighted matching: the one legal Swiss pairing of least cost among the candidates, exact and unique.

Candidates lie within 64 places of the ideal distance, doubled until a legal pairing exists. The bye goes to the lowest
score that any legal pairing can give it to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import gcd

import rustworkx

from services.pairings.swiss_cost import Cost, bye_cost, ideal_distance, pair_cost, total
from services.pairings.swiss_field import SwissField

WIDTH = 64
MOST_BITS = 120  # seen exact up to here; rustworkx computes in 128 bits
Edge = tuple[int, int, Cost]  # positions in the order; the bye is the position after the last


@dataclass(frozen=True, slots=True)
class SwissPairing:
    """Pairs of positions, the higher one first and in order of the higher ones, and the position of the bye."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    cost: Cost


def match_swiss(field: SwissField, width: int = WIDTH) -> SwissPairing | None:
    """None if no legal pairing exists."""
    players = len(field.players)
    if players < 2:
        return None
    for free in _bye_groups(field):
        reach = width
        while True:
            edges = list(_edges(field, free, reach))
            mates = _least(edges, players + len(free[:1]))
            if mates is not None:
                return _pairing(field, edges, mates)
            if reach >= players:
                break
            reach *= 2
    return None


def _bye_groups(field: SwissField) -> list[tuple[int, ...]]:
    """Positions that may get the bye, the lowest score first; one empty group if nobody is left over."""
    if len(field.players) % 2 == 0:
        return [()]
    scores = sorted({player.score for player in field.players if player.may_have_bye})
    return [
        tuple(i for i, player in enumerate(field.players) if player.score == score and player.may_have_bye)
        for score in scores
    ]


def _edges(field: SwissField, free: Sequence[int], width: int) -> Iterator[Edge]:
    players = field.players
    for first, higher in enumerate(players):
        for second in range(first + 1, len(players)):
            lower = players[second]
            if lower.entry in higher.met:
                continue
            if abs(second - first - ideal_distance(field, higher, lower)) <= width:
                yield first, second, pair_cost(field, first, second)
    for position in free:
        yield position, len(players), bye_cost(field, position)


def _least(edges: Sequence[Edge], nodes: int) -> set[tuple[int, int]] | None:
    """The perfect matching of least cost, or None if there is no perfect one."""
    weights = _weights(edges, nodes)
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from([None] * nodes)
    graph.add_edges_from([(edge[0], edge[1], weight) for edge, weight in zip(edges, weights, strict=True)])
    mates: set[tuple[int, int]] = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return mates if 2 * len(mates) == nodes else None


def _weights(edges: Sequence[Edge], nodes: int) -> list[int]:
    """One whole number for each edge whose sums compare as the six sums do, from left; more is better."""
    scales = _scales(edges, nodes)
    joined = []
    for _, _, cost in edges:
        number = 0
        for value, (divisor, base) in zip(cost, scales, strict=True):
            number = number * base + value // divisor
        joined.append(number)
    # Only the hash, which parts what is equal otherwise, may lose its last bits, and only with strange points.
    beyond = max(0, (max(joined, default=0) * nodes).bit_length() - MOST_BITS)
    most = max(joined, default=0) >> beyond
    return [most + 1 - (number >> beyond) for number in joined]


def _scales(edges: Sequence[Edge], nodes: int) -> list[tuple[int, int]]:
    """For each sum its common divisor, and a base that no matching's sum can reach."""
    scales = []
    for index in range(6):
        divisor = gcd(*(cost[index] for _, _, cost in edges)) or 1
        worst = [0] * nodes
        for first, second, cost in edges:
            worst[first] = max(worst[first], cost[index])
            worst[second] = max(worst[second], cost[index])
        scales.append((divisor, sum(worst) // (2 * divisor) + 1))
    return scales


def _pairing(field: SwissField, edges: Sequence[Edge], mates: set[tuple[int, int]]) -> SwissPairing:
    chosen = {(min(pair), max(pair)) for pair in mates}
    costs = [cost for first, second, cost in edges if (first, second) in chosen]
    pairs = tuple(sorted(pair for pair in chosen if pair[1] < len(field.players)))
    bye = next((first for first, second in chosen if second == len(field.players)), None)
    return SwissPairing(pairs, bye, total(costs))
