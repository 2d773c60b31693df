"""How a tournament starts, closes a round and ends: the checks, and the events with their lots and digests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from services.pairings.errors import TournamentRefusal
from services.pairings.events import RoundClosed, TournamentClosed, TournamentStarted
from services.pairings.groups import make_schedule
from services.pairings.league import season_groups
from services.pairings.ledger import Ledger
from services.pairings.lots import draw_last, draw_start, starting_order, tournament_seed
from services.pairings.pods import DEFAULT_SIZES, table_sizes
from services.pairings.pools import group_size, snake_groups
from services.pairings.rounds import natural_rounds, rounds_fit, swiss_most
from services.pairings.standings import standings
from services.pairings.state import TournamentState


def check_start(state: TournamentState) -> TournamentRefusal | None:
    """Why it cannot start now (409), or None."""
    if state.closed is not None:
        return TournamentRefusal("over", "over")
    if state.start is not None:
        return TournamentRefusal("already-started", "already-started")
    entered, opened = len(state.entered()), state.opened
    needed = fewest_entrants(state)
    if entered < needed or not _can_sit(state, entered):
        return TournamentRefusal("too-few", "too-few", (), {"entered": entered, "works": max(needed, entered + 1)})
    if not rounds_fit(opened, entered):
        twice = bool(opened.rules.get("twice"))
        works = swiss_most(entered) if opened.format == "swiss" else natural_rounds(opened.format, entered, twice)
        return TournamentRefusal(
            "rounds-do-not-fit", "rounds-do-not-fit", ("rounds",),
            {"rounds": opened.rounds, "entered": entered, "works": works},
        )  # fmt: skip
    return None


def fewest_entrants(state: TournamentState) -> int:
    opened = state.opened
    final = opened.rules.get("final") or {}
    if opened.format in ("groups", "league"):
        return max(2, opened.seats, int(final.get("k") or 0))
    return 2


def _can_sit(state: TournamentState, people: int) -> bool:
    """Pods: not every number of people can be seated at the sizes the game allows."""
    if state.opened.format != "swiss_pods":
        return True
    rules = state.opened.rules
    sizes = (2, 3) if rules.get("bots") else tuple(rules.get("sizes") or DEFAULT_SIZES)
    return table_sizes(people, state.opened.seats, sizes) is not None


def start_event(
    state: TournamentState,
    ratings: Mapping[int, int | None],
    seed: bytes,
    previous: Sequence[Sequence[str]] | None = None,
) -> TournamentStarted:
    """`ratings` as shown, for the entries that stand; `seed` is the committed one."""
    entered = state.entered()
    lots = draw_start(_seed_for(state, entered, seed), entered, state.opened.format == "swiss")
    known = {entry: ratings.get(entry) for entry in entered}
    order = starting_order(known, lots)
    started = TournamentStarted(tuple(known.items()), order, lots.chance, lots.draws)
    return replace(started, schedule=_schedule(replace(state, start=started), previous))


def _schedule(state: TournamentState, previous: Sequence[Sequence[str]] | None) -> tuple[tuple[int, ...], ...] | None:
    if state.opened.format == "groups":
        return make_schedule(state.opened.seats, snake_groups(state.started.order, group_size(state)))
    if state.opened.format == "league":
        return make_schedule(state.opened.seats, season_groups(state, previous))
    return None


def _seed_for(state: TournamentState, entries: Sequence[int], seed: bytes) -> bytes:
    entropy = [(state.entrants[entry].account, state.entrants[entry].entropy) for entry in entries]
    return tournament_seed(seed, state.tournament, entropy)


def seed_of_tournament(state: TournamentState, seed: bytes) -> bytes:
    """The tournament's match_seed, from which lots and the seeds of its matches come."""
    return _seed_for(state, state.started.order, seed)


def close_round_event(state: TournamentState, number: int, ledger: Ledger | None = None) -> RoundClosed:
    return RoundClosed(number, standings(state, ledger).digest)


def close_event(state: TournamentState, seed: bytes, reason: str) -> TournamentClosed:
    """The last standings: what is still tied is drawn by lot, a group at a time, from the top."""
    if state.start is None:
        return TournamentClosed(standings(state).digest, (), (), (), reason)
    lots = draw_last(seed_of_tournament(state, seed), standings(state).tied)
    drawn = TournamentClosed("", (), lots.chance, lots.draws, reason)
    final = standings(replace(state, closed=drawn))
    return replace(drawn, standings=final.digest, places=final.places())
