"""Unplayed rounds in tie-breaks: FIDE C.07 article 16 as in force from March 2026 (tournaments.md section 3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from services.pairings.ledger import FORFEIT_LOSS, FORFEIT_WIN, HALF, LATE, OUT, ZERO, EntrantRecord, Sitting
from services.pairings.points import PointsTable

REQUESTED = (HALF, ZERO, OUT, LATE)  # asked for: a bye, a withdrawal, a late entry
VOLUNTARY = (*REQUESTED, FORFEIT_LOSS)


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one round brings to Buchholz, with the points it brought."""

    round: int
    score: int  # the opponent's, or the dummy's
    points: int
    voluntary: bool
    match: str | None = None


def adjusted_score(record: EntrantRecord, table: PointsTable) -> int:
    """An entrant's score as an opponent: asked-for rounds that only voluntary ones follow count as draws (16.3)."""
    rounds: dict[int, list[tuple[str, int]]] = {}
    for sitting in record.sittings:
        rounds.setdefault(sitting.round, []).append((sitting.kind, sitting.points))
    for idle in record.idle:
        rounds.setdefault(idle.round, []).append((idle.kind, idle.points))
    total, ending = 0, True
    for number in sorted(rounds, reverse=True):
        for kind, points in rounds[number]:
            total += table.draw if ending and kind in REQUESTED else points
        ending = ending and all(kind in VOLUNTARY for kind, _ in rounds[number])
    return total


def contributions(
    record: EntrantRecord, adjusted: Mapping[int, int], rounds: int, table: PointsTable
) -> tuple[Contribution, ...]:
    """An own unplayed round is a game against a dummy with the own score, capped (16.4)."""
    parts = [
        Contribution(
            sitting.round,
            _faced(sitting, record.points, adjusted, table.draw * rounds),
            sitting.points,
            sitting.kind in VOLUNTARY,
            sitting.match,
        )
        for sitting in record.sittings
    ]
    cap = min(record.points, table.draw * rounds)
    parts += [Contribution(idle.round, cap, idle.points, idle.kind in VOLUNTARY) for idle in record.idle]
    return tuple(sorted(parts, key=lambda contribution: contribution.round))


def _faced(sitting: Sitting, own: int, adjusted: Mapping[int, int], cap: int) -> int:
    if sitting.played:
        return sum(adjusted[other] for other in sitting.others)
    if sitting.kind in (FORFEIT_WIN, FORFEIT_LOSS):
        return min(own, *(adjusted[other] for other in sitting.others))
    return min(own, cap)


def cut_one(parts: tuple[Contribution, ...]) -> Contribution | None:
    """The contribution that cut 1 removes: the lowest voluntary one if there is one, else the lowest (16.5)."""
    voluntary = [contribution for contribution in parts if contribution.voluntary]
    return min(voluntary or parts, key=lambda contribution: contribution.score, default=None)
