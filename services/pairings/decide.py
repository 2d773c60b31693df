"""What the service has to do next: which events follow from the state, the time and the facts about matches.

Pure: call it, do the steps, fold what was written, call it again until nothing comes back. Steps that cost CPU
(pairing) or need the seed (start, close, reveal) are named here and done by `pairing` and `lifecycle`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from services.pairings.arena import TICK_MS, pair_arena
from services.pairings.deadlines import match_orders
from services.pairings.double_bracket import unfold_double
from services.pairings.drafts import NoPairing
from services.pairings.events import GameAdded, RoundPaired
from services.pairings.groups import final_rounds
from services.pairings.ids import tournament_match_id
from services.pairings.ledger import Ledger, make_ledger
from services.pairings.lifecycle import check_start, close_round_event
from services.pairings.matches import MISSING, MatchFact
from services.pairings.notes import result_event
from services.pairings.outcomes import OPEN
from services.pairings.rounds import planned_rounds
from services.pairings.series import table_status
from services.pairings.state import PairedRound, TableGame, TournamentState
from services.pairings.steps import CloseTournament, OpenMatch, PairRound, RevealSeed, StartTournament, Step, Write
from services.pairings.times import to_ms

Facts = Mapping[str, MatchFact]
NOTHING_MOVED: Mapping[int, int] = MappingProxyType({})


def decide(
    state: TournamentState, *, now: str, facts: Facts, moved: Mapping[int, int] = NOTHING_MOVED
) -> tuple[Step, ...]:
    """`facts` holds the matches that may matter: those of `watched_matches`.

    `moved`: round -> ms by which outages have moved its deadline.
    """
    if state.closed is not None:
        return () if state.revealed else (RevealSeed(),)
    if state.start is None:
        return _before_start(state, now)
    ledger = make_ledger(state)
    steps = [*_opened_and_noted(ledger, facts), *match_orders(ledger, now, facts, moved), *_games_due(ledger)]
    if any(isinstance(step, Write) for step in steps):
        return tuple(steps)  # what is written now may change what is due
    return (*steps, *_rounds_due(ledger, now, facts))


def _before_start(state: TournamentState, now: str) -> tuple[Step, ...]:
    starts_at = state.opened.entry.get("starts_at")
    if starts_at is None or to_ms(now) < to_ms(starts_at) or check_start(state) is not None:
        return ()
    return (StartTournament(),)


def watched_matches(state: TournamentState) -> tuple[str, ...]:
    """Ids of all matches without a noted result: the facts `decide` asks for."""
    return tuple(game.match for paired in state.rounds for game in paired.games() if game.result is None)


def _opened_and_noted(ledger: Ledger, facts: Facts) -> Iterator[Step]:
    """Matches to be opened, and results of matches that are over."""
    for game in (game for paired in ledger.state.rounds for game in paired.games()):
        if game.replaced or game.result is not None:
            continue
        fact = facts.get(game.match, MatchFact(game.match))
        if fact.over:
            yield Write(result_event(ledger, game, fact))
        elif fact.status == MISSING and ledger.outcome(game).kind == OPEN and _paired_last(ledger, game):
            yield OpenMatch(game.round, game.table, game.game, game.match, game.entries)


def _paired_last(ledger: Ledger, game: TableGame) -> bool:
    """Only the latest game of a table is ever opened."""
    return ledger.state.round(game.round).tables[game.table - 1].latest == game


def _games_due(ledger: Ledger) -> Iterator[Step]:
    """The next game of a series, or of a table whose match was aborted; seats are turned at two."""
    for paired in ledger.state.rounds:
        if paired.closed_seq is not None:
            continue
        for table in paired.tables:
            if table_status(ledger, paired.round, table).next_game:
                yield Write(next_game(ledger.state, table.latest))


def next_game(state: TournamentState, last: TableGame) -> GameAdded:
    """At three and four seats everybody keeps the seat: the aborted match was no seat, and designs stay balanced."""
    entries = last.entries[::-1] if len(last.entries) == 2 else last.entries
    number = last.game + 1
    match = tournament_match_id(state.tournament, last.round, last.table, number)
    return GameAdded(last.round, last.table, number, match, entries)


def _rounds_due(ledger: Ledger, now: str, facts: Facts) -> Iterator[Step]:
    state = ledger.state
    if state.opened.format == "arena":
        yield from _arena_due(ledger, now, facts)
        return
    open_rounds = [paired for paired in state.rounds if paired.closed_seq is None]
    if len(state.rounds) < rounds_in_all(ledger) and _may_pair(ledger, open_rounds):
        yield PairRound(len(state.rounds) + 1)
    elif open_rounds:
        first = open_rounds[0]
        if not state.held and round_settled(ledger, first, facts):
            yield Write(close_round_event(state, first.round, ledger))
    elif not state.held:
        yield CloseTournament("done")


def _may_pair(ledger: Ledger, open_rounds: Sequence[PairedRound]) -> bool:
    opened = ledger.state.opened
    if opened.format == "round_robin" and opened.rules.get("at_once"):
        return True
    return not open_rounds


def rounds_in_all(ledger: Ledger) -> int:
    """Rounds of the log to be paired; a double knockout ends when its champion is known."""
    state = ledger.state
    entrants = len(state.started.order)
    if state.opened.format == "double_knockout":
        bracket = unfold_double(ledger, state.started.order)
        return len(state.rounds) if bracket.over else len(state.rounds) + 1
    if state.opened.format == "groups":
        return 1 + final_rounds(ledger)
    return planned_rounds(state.opened, entrants)


def round_settled(ledger: Ledger, paired: PairedRound, facts: Facts) -> bool:
    """Every table has what counts, and no match of the round is still running or unnoted."""
    for table in paired.tables:
        if not table_status(ledger, paired.round, table).settled:
            return False
        for game in table.games:
            fact = facts.get(game.match)
            if game.result is None and not game.replaced and fact is not None and fact.status != MISSING:
                return False
    return True


def _arena_due(ledger: Ledger, now: str, facts: Facts) -> Iterator[Step]:
    """A tick every five seconds; at the end, running matches count if they end within the clock's start time."""
    state = ledger.state
    left = arena_ends_at(state) - to_ms(now)
    if left > 0:
        ticked = not state.rounds or to_ms(now) - to_ms(state.rounds[-1].at) >= TICK_MS
        if ticked and not isinstance(pair_arena(ledger), NoPairing):
            yield PairRound(len(state.rounds) + 1)
        return
    grace = int((state.opened.clock or {}).get("start_ms", 0))
    running = any(ledger.outcome(game).kind == OPEN for paired in state.rounds for game in paired.games())
    if not state.held and (not running or left + grace <= 0):
        yield CloseTournament("done")


def arena_ends_at(state: TournamentState) -> int:
    return to_ms(state.started_at) + int(state.opened.rules.get("minutes") or 60) * 60_000


def after_pairing(event: RoundPaired | NoPairing) -> Step:
    """What to write once `pair_next` has answered: the round, or the early end."""
    return CloseTournament("no-pairing") if isinstance(event, NoPairing) else Write(event)
