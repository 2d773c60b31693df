"""Hard rules and costs of a paired round, worked out apart from the engines, so that engines can be doubted.

Nothing here imports an engine or its cost; a rule is broken if a Fault is returned. Codes are the verifier's.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

import rustworkx

from services.pairings.events import RoundPaired
from services.pairings.ledger import EntrantRecord, Ledger
from services.pairings.lots import SEAT


@dataclass(frozen=True, slots=True)
class Fault:
    code: str
    entries: tuple[int, ...] = ()


def swiss_faults(ledger: Ledger, paired: RoundPaired) -> tuple[Fault, ...]:
    """What a Swiss round breaks: somebody twice, missing or absent, a rematch, a bye that is not allowed."""
    faults = list(seating_faults(ledger, paired))
    for first, second in _pairs(paired):
        if second in ledger.records[first].met:
            faults.append(Fault("REMATCH", (first, second)))
    byes = [bye.entry for bye in paired.byes if bye.kind == "pairing"]
    wanted = _expected(ledger, paired.round)
    if len(byes) != len(wanted) % 2:
        faults.append(Fault("BYE", tuple(byes)))
    for entry in byes:
        if not bye_allowed(ledger.records[entry]) or _lower_bye_possible(ledger, wanted, entry):
            faults.append(Fault("BYE", (entry,)))
    return tuple(faults)


def seating_faults(ledger: Ledger, paired: RoundPaired) -> Iterable[Fault]:
    """Nobody twice in a round, nobody who is out, nobody forgotten; requested byes are given and no others."""
    listed = [entry for drawn in paired.tables for entry in drawn.entries if isinstance(entry, int)]
    free = [bye.entry for bye in paired.byes]
    for entry, times in Counter(listed + free).items():
        if times > 1:
            yield Fault("TWICE", (entry,))
        if ledger.out(entry):
            yield Fault("ABSENT", (entry,))
    for entry in _expected(ledger, paired.round):
        if entry not in listed and entry not in free:
            yield Fault("MISSING", (entry,))
    asked = _resting(ledger, paired.round)
    given = {bye.entry for bye in paired.byes if bye.kind == "half"}
    if given != asked:
        yield Fault("BYEREQ", tuple(sorted(given ^ asked)))


def _resting(ledger: Ledger, number: int) -> set[int]:
    requests = ledger.state.bye_requests
    return {request.entry for request in requests if request.round == number and not ledger.out(request.entry)}


def _expected(ledger: Ledger, number: int) -> tuple[int, ...]:
    resting = _resting(ledger, number)
    return tuple(entry for entry in ledger.present() if entry not in resting)


def _pairs(paired: RoundPaired) -> list[tuple[int, int]]:
    return [(int(drawn.entries[0]), int(drawn.entries[1])) for drawn in paired.tables]


def bye_allowed(record: EntrantRecord) -> bool:
    """No pairing bye before, and nothing won without playing."""
    won = any(sitting.kind == "forfeit-win" for sitting in record.sittings)
    return not won and all(idle.kind != "pairing" for idle in record.idle)


def _lower_bye_possible(ledger: Ledger, wanted: tuple[int, ...], entry: int) -> bool:
    """Whether a legal pairing exists in which somebody with a lower score has the bye."""
    score = ledger.records[entry].points
    lower = [e for e in wanted if ledger.records[e].points < score and bye_allowed(ledger.records[e])]
    return any(legal_pairing_exists(ledger, [e for e in wanted if e != free]) for free in lower)


def legal_pairing_exists(ledger: Ledger, entries: list[int]) -> bool:
    """Whether all of an even number can be paired without a rematch."""
    least = min((len(entries) - 1 - len(ledger.records[e].met.intersection(entries)) for e in entries), default=0)
    if 2 * least >= len(entries):  # Dirac: then a Hamiltonian cycle, so a perfect matching
        return len(entries) % 2 == 0
    graph: rustworkx.PyGraph[int, None] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(entries)
    for first, second in combinations(range(len(entries)), 2):
        if entries[second] not in ledger.records[entries[first]].met:
            graph.add_edge(first, second, None)
    return 2 * len(rustworkx.max_weight_matching(graph, max_cardinality=True)) == len(entries)


# -- the six sums ------------------------------------------------------------------------------------------------------


def swiss_cost_of(ledger: Ledger, paired: RoundPaired) -> tuple[int, ...]:
    """The cost vector of the round as it stands, seats as they are."""
    order = sorted(_expected(ledger, paired.round), key=lambda e: (-ledger.records[e].points, ledger.state.numbers[e]))
    byes = [bye.entry for bye in paired.byes if bye.kind == "pairing"]
    sums = [0] * 6
    for entry in byes:
        sums[0] += ledger.records[entry].points
        sums[4] += len(order) - 1 - order.index(entry)
        sums[5] += _four_bytes(ledger, paired.round, f"{entry}/bye")
    for pair in _pairs(paired):
        for index, value in enumerate(_pair_sums(ledger, paired.round, order, pair), 1):
            sums[index] += value
    return tuple(sums)


def _pair_sums(ledger: Ledger, number: int, order: list[int], pair: tuple[int, int]) -> tuple[int, ...]:
    higher, lower = sorted(pair, key=order.index)
    scores = ledger.records[higher].points, ledger.records[lower].points
    group = sum(ledger.records[entry].points == scores[0] for entry in order)
    wanted = group // 2 if scores[0] == scores[1] else 1
    floats = 0
    if scores[0] != scores[1]:
        for back, weight in ((1, 2), (2, 1)):
            floats += weight * (_drift(ledger, higher, number - back) > 0)
            floats += weight * (_drift(ledger, lower, number - back) < 0)
    return (
        (scores[0] - scores[1]) ** 2,
        floats,
        sum(_seat_sum(ledger.records[entry], seat) for seat, entry in enumerate(pair)),
        (order.index(lower) - order.index(higher) - wanted) ** 2,
        _four_bytes(ledger, number, f"{higher}/{lower}"),
    )


def _drift(ledger: Ledger, entry: int, number: int) -> int:
    """Above 0: floated down in that round; below 0: up."""
    record = ledger.records[entry]
    sat = next((sitting for sitting in record.sittings if sitting.round == number), None)
    if sat is not None and sat.played:
        return record.points_before(number) - ledger.records[sat.others[0]].points_before(number)
    return record.points_before(number + 1) - record.points_before(number)


def _seat_sum(record: EntrantRecord, seat: int) -> int:
    seats = [sitting.seat for sitting in record.sittings if sitting.played]
    difference = seats.count(0) - seats.count(1) + (1 if seat == 0 else -1)
    return difference**2 + (16 if seats[-2:] == [seat, seat] else 0)


def cheaper_seats(ledger: Ledger, paired: RoundPaired) -> tuple[Fault, ...]:
    """Pairs that do not sit the cheaper way or, where both cost the same, not as the lot says."""
    lot = next((int(drawn.out) for drawn in ledger.state.started.chance if drawn.label == SEAT), 0)
    faults = []
    for pair in _pairs(paired):
        now, turned = (sum(_seat_sum(ledger.records[e], s) for s, e in enumerate(p)) for p in (pair, pair[::-1]))
        higher = min(pair, key=lambda e: (-ledger.records[e].points, ledger.state.numbers[e]))
        wanted = lot if ledger.state.numbers[higher] % 2 else 1 - lot
        if now > turned or (now == turned and pair.index(higher) != wanted):
            faults.append(Fault("SEATS", pair))
    return tuple(faults)


def _four_bytes(ledger: Ledger, number: int, pair: str) -> int:
    text = f"{ledger.state.tournament}/{number}/{pair}"
    return int(hashlib.sha256(text.encode()).hexdigest()[:8], 16)
