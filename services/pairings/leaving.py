"""Who has left a tournament, from when on, and whose matches are annulled for it (tournaments.md section 4)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from services.pairings.outcomes import GameKey, Outcome
from services.pairings.rulings import RuleExpel
from services.pairings.state import PairedRound, TournamentState

ALL_PLAY_ALL = ("round_robin", "groups", "league")


@dataclass(frozen=True, slots=True)
class Leave:
    """A stretch in which an entry is out; `until` is the seq of the ruling that took it back."""

    since: int
    until: int | None
    expelled: bool


def leaves(state: TournamentState) -> Mapping[int, tuple[Leave, ...]]:
    """Every leave since the start, by entry: withdrawals and expulsions, also those taken back."""
    spans: dict[int, list[Leave]] = defaultdict(list)
    started = state.started_seq
    if started is None:
        return {}
    for withdrawal in state.withdrawals:
        if withdrawal.seq > started:
            spans[withdrawal.entry].append(Leave(withdrawal.seq, state.revoked.get(withdrawal.seq), False))
    for ruled in state.rulings:
        if isinstance(ruled.made.ruling, RuleExpel):
            spans[ruled.made.ruling.entry].append(Leave(ruled.seq, state.revoked.get(ruled.seq), True))
    return {entry: tuple(sorted(stretches, key=lambda leave: leave.since)) for entry, stretches in spans.items()}


def out_now(spans: tuple[Leave, ...]) -> bool:
    return any(leave.until is None for leave in spans)


def expelled_now(spans: tuple[Leave, ...]) -> bool:
    return any(leave.until is None and leave.expelled for leave in spans)


def annulled_entries(
    state: TournamentState, spans: Mapping[int, tuple[Leave, ...]], results: Mapping[GameKey, Outcome]
) -> frozenset[int]:
    """Two-seat round robins and groups: who left before half of the own matches had results."""
    if state.opened.format not in ALL_PLAY_ALL or state.opened.seats != 2:
        return frozenset()
    gone = {
        entry: min(leave.since for leave in stretches if leave.until is None)
        for entry, stretches in spans.items()
        if out_now(stretches)
    }
    if not gone:
        return frozenset()
    matches = own_matches(state)
    done: Counter[int] = Counter()
    for game in (game for paired in _all_play_all_rounds(state) for game in paired.games()):
        outcome = results[game.round, game.table, game.game]
        for entry in game.people:
            done[entry] += entry in gone and outcome.counts and outcome.seq is not None and outcome.seq < gone[entry]
    return frozenset(entry for entry in gone if 2 * done[entry] < matches[entry])


def _all_play_all_rounds(state: TournamentState) -> tuple[PairedRound, ...]:
    return state.rounds if state.opened.format == "round_robin" else state.rounds[:1]


def own_matches(state: TournamentState) -> Mapping[int, int]:
    """How many matches each entry has in an all-play-all, played or not."""
    if state.opened.format == "round_robin":
        each = (len(state.started.order) - 1) * (2 if state.opened.rules.get("twice") else 1)
        return dict.fromkeys(state.order, each)
    return Counter(entry for paired in state.rounds[:1] for table in paired.tables for entry in table.games[0].people)
