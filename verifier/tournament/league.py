"""LEAGUE: the divisions of a season, cut from the starting order or moved from the season before (section 2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from verifier.tournament.book import Book
from verifier.tournament.groups import group_size
from verifier.tournament.reckoning import Reckoning
from verifier.tournament.standings import standings

Divisions = list[list[str]]  # accounts, best first


def season_result(reckoning: Reckoning) -> Divisions:
    """A season that is over: the accounts of each division in order of their places."""
    divisions: dict[int, list[str]] = {}
    for row in standings(reckoning).rows:
        divisions.setdefault(row.group or 1, []).append(reckoning.book.holder(row.entry))
    return [divisions[number] for number in sorted(divisions)]


def season_divisions(book: Book, before: Divisions | None) -> list[list[int]]:
    """Entries by division, each in starting order; `before`: what came of the season before."""
    order, size = book.first_order, group_size(book)
    if before is None:
        cut = [list(order[at : at + size]) for at in range(0, len(order), size)]
    else:
        holders = {book.holder(entry): entry for entry in order}
        ladder = [[holders[account] for account in division if account in holders] for division in _moved(before)]
        new = sorted(set(order).difference(*ladder))
        cut = [sorted(division, key=order.index) for division in _filled(ladder, new, size) if division]
    if len(cut) > 1 and len(cut[-1]) < book.seats:
        cut[-2:] = [cut[-2] + cut[-1]]  # too small for a table
    return cut


def _moved(before: Divisions) -> Divisions:
    """Division i stands above 2i+1 and 2i+2. Inside each: who came down, who stayed, who came up."""
    came_down: Mapping[int, list[str]] = {at: [] for at in range(len(before))}
    came_up: Mapping[int, list[str]] = {at: [] for at in range(len(before))}
    stayed: Divisions = []
    for at, division in enumerate(before):
        staying = list(division)
        if at and staying:
            came_up[(at - 1) // 2].append(staying.pop(0))
        below = [child for child in (2 * at + 1, 2 * at + 2) if child < len(before) and before[child]]
        going = staying[len(staying) - min(len(below), len(staying)) :]
        for child, account in zip(below, going, strict=False):
            came_down[child].append(account)
        stayed.append([account for account in staying if account not in going])
    return [came_down[at] + stayed[at] + came_up[at] for at in range(len(before))]


def _filled(ladder: list[list[int]], new: list[int], size: int) -> list[list[int]]:
    """Free places from below, the best of the next division first, then by entry; more divisions for the rest."""
    for at, division in enumerate(ladder):
        while len(division) < size:
            source = next((lower for lower in ladder[at + 1 :] if lower), new)
            if not source:
                break
            division.append(source.pop(0))
    return ladder + [new[at : at + size] for at in range(0, len(new), size)]


def same_divisions(book: Book, tables: Sequence[Sequence[int]], divisions: Sequence[Sequence[int]]) -> bool:
    """Whether nobody sits with somebody of another division."""
    of = {entry: number for number, division in enumerate(divisions) for entry in division}
    return all(len({of.get(entry) for entry in table}) == 1 and table[0] in of for table in tables)
