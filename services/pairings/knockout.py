"""Pairing of brackets: knockout, double knockout, and the bracket of a group final."""

from __future__ import annotations

from collections.abc import Sequence

from services.pairings.brackets import Duel, Slot, bracket_rounds, unfold
from services.pairings.double_bracket import unfold_double
from services.pairings.drafts import NoPairing, RoundDraft
from services.pairings.events import ByeGiven
from services.pairings.ledger import Ledger

ENGINE, VERSION = "bracket", "1"


def pair_knockout(ledger: Ledger, seeds: tuple[int, ...], first_round: int, third: bool) -> RoundDraft | NoPairing:
    """The next round of a single bracket; the match for the third place is the last table of the last round."""
    bracket = unfold(ledger, seeds, first_round)
    duels = [_present(ledger, duel) for duel in bracket.duels]
    last = bracket.round + 1 == bracket_rounds(len(seeds))
    small = _present(ledger, bracket.third) if third and last and bracket.third is not None else (None, None)
    # Who would play for the third place against nobody has it already, and is no longer in the bracket.
    return _draft(ledger, seeds, [*duels, *([small] if None not in small else [])])


def pair_double_knockout(ledger: Ledger) -> RoundDraft | NoPairing:
    """Upper tables, then the lower ones beside them; whoever waits has a bye."""
    seeds = ledger.state.started.order
    bracket = unfold_double(ledger, seeds)
    if bracket.final is not None:
        return _draft(ledger, seeds, [_present(ledger, bracket.final)])
    upper = [_present(ledger, duel) for duel in bracket.upper]
    lower = without_rematches(ledger, [_present(ledger, duel) for duel in bracket.lower])
    draft = _draft(ledger, seeds, [*upper, *lower])
    if isinstance(draft, NoPairing):
        return draft
    seated = {entry for table in draft.tables for entry in table}
    waiting = [e for e in seeds if e not in seated and e not in bracket.out and not ledger.out(e)]
    byes = tuple(ByeGiven(entry, "pairing") for entry in waiting)
    return RoundDraft(ENGINE, VERSION, draft.tables, byes)


def without_rematches(ledger: Ledger, duels: Sequence[Duel]) -> list[Duel]:
    """Exchange the second entrants of two tables, the first exchange in order that leaves fewer rematches."""
    changed = list(duels)
    for index in range(len(changed)):
        if not _rematch(ledger, changed[index]):
            continue
        for other in (at for at in range(len(changed)) if at != index and None not in changed[at]):
            mine, theirs = (changed[index][0], changed[other][1]), (changed[other][0], changed[index][1])
            if not _rematch(ledger, mine) and _rematch(ledger, theirs) <= _rematch(ledger, changed[other]):
                changed[index], changed[other] = mine, theirs
                break
    return changed


def _rematch(ledger: Ledger, duel: Duel) -> bool:
    first, second = duel
    return first is not None and second is not None and second in ledger.records[first].met


def _present(ledger: Ledger, duel: Duel) -> Duel:
    return _if_in(ledger, duel[0]), _if_in(ledger, duel[1])


def _if_in(ledger: Ledger, slot: Slot) -> Slot:
    return None if slot is None or ledger.out(slot) else slot


def _draft(ledger: Ledger, seeds: tuple[int, ...], duels: Sequence[Duel]) -> RoundDraft | NoPairing:
    tables: list[tuple[int, int]] = []
    byes: list[ByeGiven] = []
    for first, second in duels:
        if first is not None and second is not None:
            tables.append(bracket_seats(ledger, seeds, len(tables) + 1, (first, second)))
        elif first is not None or second is not None:
            byes.append(ByeGiven(first or second or 0, "pairing"))
    if not tables and not byes:
        return NoPairing("bracket-empty")
    return RoundDraft(ENGINE, VERSION, tuple(tables), tuple(byes))


def bracket_seats(ledger: Ledger, seeds: Sequence[int], table: int, pair: tuple[int, int]) -> tuple[int, int]:
    """Seat 0: who sat there less often; equal: the better seed at odd tables."""
    better, worse = sorted(pair, key=seeds.index)
    sat = [sum(sitting.seat == 0 for sitting in ledger.records[entry].played) for entry in (better, worse)]
    if sat[0] == sat[1]:
        return (better, worse) if table % 2 else (worse, better)
    return (better, worse) if sat[0] < sat[1] else (worse, better)
