"""League seasons: divisions in a pyramid, who goes up and who goes down (tournaments.md section 2).

Division i (from 0) stands above divisions 2i+1 and 2i+2. The first of a division goes up, the second-last and the last
go down to the two below; to a single one below, only the last goes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from services.pairings.pools import group_size
from services.pairings.standings import standings
from services.pairings.state import TournamentState

Divisions = tuple[tuple[str, ...], ...]  # accounts, best first


def season_result(state: TournamentState) -> Divisions:
    """A finished season: the accounts of each division in order of their places; who has none comes last."""
    rows = standings(state).rows
    groups = sorted({row.group or 1 for row in rows})
    return tuple(tuple(state.holder(row.entry) for row in rows if (row.group or 1) == group) for group in groups)


def moved(previous: Divisions) -> Divisions:
    """The divisions after promotion and relegation; inside each: came down, stayed, came up."""
    down: dict[int, list[str]] = {index: [] for index in range(len(previous))}
    up: dict[int, list[str]] = {index: [] for index in range(len(previous))}
    stayed: dict[int, list[str]] = {}
    for index, division in enumerate(previous):
        rest = list(division)
        if index > 0 and rest:
            up[(index - 1) // 2].append(rest.pop(0))
        below = [child for child in (2 * index + 1, 2 * index + 2) if child < len(previous) and previous[child]]
        for child, account in zip(below, rest[len(rest) - len(below) :], strict=False):
            down[child].append(account)
            rest.remove(account)
        stayed[index] = rest
    return tuple(tuple(down[index] + stayed[index] + up[index]) for index in range(len(previous)))


def divisions(
    state: TournamentState, holders: Mapping[str, int], previous: Divisions | None
) -> tuple[tuple[int, ...], ...]:
    """Entries by division, each in starting order. `holders` names the entry of each account that plays."""
    order = state.started.order
    size = group_size(state)
    if previous is None:
        return _joined(tuple(order[at : at + size] for at in range(0, len(order), size)), state.opened.seats)
    ladder = [[holders[account] for account in division if account in holders] for division in moved(previous)]
    known = {entry for division in ladder for entry in division}
    ladder = _filled(ladder, sorted(entry for entry in order if entry not in known), size)
    placed = tuple(tuple(sorted(division, key=order.index)) for division in ladder if division)
    return _joined(placed, state.opened.seats)


def _filled(ladder: list[list[int]], new: Sequence[int], size: int) -> list[list[int]]:
    """Free places are filled from below, the best of the next division first, then by entry."""
    waiting = list(new)
    for index, division in enumerate(ladder):
        while len(division) < size:
            source = next((lower for lower in ladder[index + 1 :] if lower), waiting)
            if not source:
                break
            division.append(source.pop(0))
    return ladder + [waiting[at : at + size] for at in range(0, len(waiting), size)]


def _joined(cut: tuple[tuple[int, ...], ...], seats: int) -> tuple[tuple[int, ...], ...]:
    """A last division too small for a table plays with the one above it."""
    if len(cut) > 1 and len(cut[-1]) < seats:
        return (*cut[:-2], cut[-2] + cut[-1])
    return cut


def holders_of(state: TournamentState) -> dict[str, int]:
    return {state.holder(entry): entry for entry in state.started.order}


def season_groups(state: TournamentState, previous: Sequence[Sequence[str]] | None) -> tuple[tuple[int, ...], ...]:
    before = tuple(tuple(division) for division in previous) if previous is not None else None
    return divisions(state, holders_of(state), before)
