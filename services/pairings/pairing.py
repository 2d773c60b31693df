"""The next round of any format: which engine pairs it, with ids and deadline added."""

from __future__ import annotations

from collections.abc import Sequence

from services.pairings.arena import pair_arena
from services.pairings.berger import round_robin_round
from services.pairings.drafts import NoPairing, RoundDraft, drawn_round
from services.pairings.events import ByeGiven, RoundPaired
from services.pairings.groups import pair_final, pair_members
from services.pairings.knockout import pair_double_knockout, pair_knockout
from services.pairings.league import season_groups
from services.pairings.ledger import Ledger, make_ledger
from services.pairings.pods import pair_pods
from services.pairings.pools import group_size, snake_groups
from services.pairings.state import TournamentState
from services.pairings.swiss import pair_swiss
from services.pairings.times import HOUR_MS, to_ms, to_text


def pair_next(
    state: TournamentState, *, now: str, previous: Sequence[Sequence[str]] | None = None
) -> RoundPaired | NoPairing:
    """The event of the next round. `previous`: the last season's divisions (league), from `season_result`."""
    number = len(state.rounds) + 1
    draft = draft_round(make_ledger(state), number, previous)
    if isinstance(draft, NoPairing):
        return draft
    return drawn_round(state.tournament, number, draft, deadline_of(state, now))


def draft_round(ledger: Ledger, number: int, previous: Sequence[Sequence[str]] | None = None) -> RoundDraft | NoPairing:
    state = ledger.state
    opened = state.opened
    match opened.format:
        case "swiss":
            return pair_swiss(ledger, number)
        case "round_robin":
            return _pair_round_robin(state, number)
        case "knockout":
            return pair_knockout(ledger, state.started.order, 1, third=bool(opened.rules.get("third")))
        case "double_knockout":
            return pair_double_knockout(ledger)
        case "groups" if number > 1:
            return pair_final(ledger)
        case "groups":
            groups = snake_groups(state.started.order, group_size(state))
            return pair_members(opened.seats, groups, state.started.schedule)
        case "league":
            return pair_members(opened.seats, season_groups(state, previous), state.started.schedule)
        case "swiss_pods":
            return pair_pods(ledger, number)
        case "arena":
            return pair_arena(ledger)
    raise ValueError(f"unknown format {opened.format}")


def _pair_round_robin(state: TournamentState, number: int) -> RoundDraft:
    """Tables equal the design, also where somebody has left."""
    tables, free = round_robin_round(state.started.order, number, bool(state.opened.rules.get("twice")))
    byes = (ByeGiven(free, "zero"),) if free is not None else ()
    return RoundDraft("berger", "1", tables, byes)


def deadline_of(state: TournamentState, now: str) -> str | None:
    """Absolute: rest and vacation do not move it. An arena's rounds have none."""
    hours = state.opened.rules.get("round_hours")
    if hours is None or state.opened.format == "arena":
        return None
    return to_text(to_ms(now) + int(hours) * HOUR_MS)
