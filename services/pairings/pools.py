"""Which entrants are ranked together: everybody, the groups of a group stage, the divisions of a league season."""

from __future__ import annotations

from collections.abc import Sequence

from services.pairings.ledger import Ledger
from services.pairings.state import TournamentState

DEFAULT_GROUP = {2: 4, 3: 4, 4: 5}


def group_size(state: TournamentState) -> int:
    return int(state.opened.rules.get("group") or DEFAULT_GROUP[state.opened.seats])


def snake_groups(order: Sequence[int], size: int) -> tuple[tuple[int, ...], ...]:
    """Groups by snake of the starting order; who is left over joins one each from the last group upwards."""
    count = max(1, len(order) // size)
    whole = len(order) // count if count == 1 else size
    groups: list[list[int]] = [[] for _ in range(count)]
    for index, entry in enumerate(order[: count * whole]):
        row, column = divmod(index, count)
        groups[column if row % 2 == 0 else count - 1 - column].append(entry)
    for index, entry in enumerate(order[count * whole :]):
        groups[count - 1 - index % count].append(entry)
    return tuple(tuple(group) for group in groups)


def pools(ledger: Ledger) -> tuple[tuple[int, ...], ...]:
    """Everybody in one pool, unless there are groups or divisions."""
    state = ledger.state
    if state.opened.format == "groups":
        return snake_groups(state.started.order, group_size(state))
    if state.opened.format == "league":
        return seated_divisions(state)
    return (state.order,)


def seated_divisions(state: TournamentState) -> tuple[tuple[int, ...], ...]:
    """The divisions of a season, read off its only round: who shares a table, or a table with such, is in one.

    Before that round is paired, everybody is in one pool.
    """
    if not state.rounds:
        return (state.order,)
    divisions: list[set[int]] = []
    for table in state.rounds[0].tables:
        together = set(table.games[0].people)
        joined = [division for division in divisions if division & together]
        for division in joined[1:]:
            divisions.remove(division)
            joined[0] |= division
        if joined:
            joined[0] |= together
        else:
            divisions.append(together)
    apart = set(state.order).difference(*divisions)
    return tuple(tuple(e for e in state.order if e in division) for division in (*divisions, apart) if division)
