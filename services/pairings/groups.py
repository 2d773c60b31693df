"""Pairing of a group stage and of its final."""

from __future__ import annotations

from services.pairings.berger import all_play_all
from services.pairings.brackets import bracket_rounds
from services.pairings.designs import group_tables, has_design
from services.pairings.drafts import NoPairing, RoundDraft
from services.pairings.finals import choose_finalists, followed_finals
from services.pairings.knockout import pair_knockout
from services.pairings.ledger import Ledger
from services.pairings.ranking import pool_rankings


def pair_members(
    seats: int, pools: tuple[tuple[int, ...], ...], schedule: tuple[tuple[int, ...], ...] | None
) -> RoundDraft:
    """All tables at once: Berger with two seats, else balanced designs, or the schedule announced at the start."""
    if seats == 2:
        return RoundDraft("berger", "1", tuple(pair for pool in pools for pair in all_play_all(pool)))
    if schedule is not None:
        return RoundDraft("schedule", "1", schedule)
    return RoundDraft("cyclic", "1", tuple(table for pool in pools for table in group_tables(seats, pool)))


def make_schedule(seats: int, pools: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...] | None:
    """All tables if a pool's size has no balanced design, for `tournament.started.schedule`; else None."""
    if seats == 2 or all(has_design(seats, len(pool)) for pool in pools):
        return None
    return tuple(table for pool in pools for table in group_tables(seats, pool))


def pair_final(ledger: Ledger) -> RoundDraft | NoPairing:
    """The next round of the final: one table, seats in order of the groups, or a bracket."""
    rule = ledger.state.opened.rules["final"]
    if rule["kind"] == "bracket":
        finals = followed_finals(ledger)
        seeds = finals.finalists if finals is not None and finals.paired else _finalists(ledger, int(rule["k"]))
        return pair_knockout(ledger, seeds, 2, third=bool(ledger.state.opened.rules.get("third")))
    finalists = _finalists(ledger, int(rule["k"]))
    if len(finalists) < 2:
        return NoPairing("final-empty")
    return RoundDraft("final", "1", (finalists,))


def _finalists(ledger: Ledger, count: int) -> tuple[int, ...]:
    return choose_finalists(pool_rankings(ledger), count, (e for e in ledger.state.order if ledger.out(e)))


def final_rounds(ledger: Ledger) -> int:
    """Rounds of the final: one table, or as many as its bracket has."""
    rule = ledger.state.opened.rules.get("final")
    if not rule:
        return 0
    return 1 if rule["kind"] == "table" else bracket_rounds(min(int(rule["k"]), len(ledger.state.started.order)))
