"""The fold of a tournament's log: the only thing that makes a TournamentState. Every call returns a new state."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from services.pairings.events import (
    ArenaLeft,
    ArenaReady,
    ByeGiven,
    ByeRequested,
    EntryMade,
    EntryRefused,
    EntryWithdrawn,
    GameAdded,
    RecordedEvent,
    ResultNoted,
    RoundClosed,
    RoundPaired,
    RulingMade,
    TournamentClosed,
    TournamentOpened,
    TournamentSeedRevealed,
    TournamentStarted,
)
from services.pairings.rulings import RuleDirectors, RuleExpel, RuleRePair
from services.pairings.state import (
    ByeRequest,
    Entrant,
    PairedRound,
    PairedTable,
    RulingRecorded,
    TableGame,
    TournamentState,
    Withdrawal,
)


def fold(tournament: str, events: Iterable[RecordedEvent]) -> TournamentState:
    state = TournamentState(tournament)
    for recorded in events:
        state = apply(state, recorded)
    return state


def apply(state: TournamentState, recorded: RecordedEvent) -> TournamentState:
    """The state after the event. The log is trusted: whoever writes it has checked the event before."""
    step = _STEPS[type(recorded.event)]
    return replace(step(state, recorded, recorded.event), seq=recorded.seq, at=recorded.at)


def _opened(state: TournamentState, recorded: RecordedEvent, event: TournamentOpened) -> TournamentState:
    return replace(state, opening=event, opened_at=recorded.at)


def _entered(state: TournamentState, recorded: RecordedEvent, event: EntryMade) -> TournamentState:
    late = state.start is not None
    entrant = Entrant(event.entry, event.account, event.entropy, recorded.seq, late)
    return replace(state, entrants={**state.entrants, event.entry: entrant})


def _withdrawn(state: TournamentState, recorded: RecordedEvent, event: EntryWithdrawn) -> TournamentState:
    withdrawal = Withdrawal(recorded.seq, event.entry)
    return replace(_not_ready(state, event.entry), withdrawals=(*state.withdrawals, withdrawal))


def _refused(state: TournamentState, recorded: RecordedEvent, event: EntryRefused) -> TournamentState:
    return replace(state, refused=(*state.refused, event.account))


def _bye_requested(state: TournamentState, recorded: RecordedEvent, event: ByeRequested) -> TournamentState:
    request = ByeRequest(recorded.seq, event.entry, event.round)
    return replace(state, bye_requests=(*state.bye_requests, request))


def _started(state: TournamentState, recorded: RecordedEvent, event: TournamentStarted) -> TournamentState:
    return replace(state, start=event, started_seq=recorded.seq, started_at=recorded.at)


def _paired(state: TournamentState, recorded: RecordedEvent, event: RoundPaired) -> TournamentState:
    tables = tuple(
        PairedTable(drawn.table, (TableGame(event.round, drawn.table, 1, drawn.match, drawn.entries, recorded.seq),))
        for drawn in event.tables
    )
    paired = PairedRound(
        event.round, recorded.seq, recorded.at, event.engine, event.version, event.fallback, event.cost,
        event.deadline, tables, event.byes,
    )  # fmt: skip
    seated = {entry for drawn in event.tables for entry in drawn.entries}
    ready = {entry: since for entry, since in state.ready.items() if entry not in seated}
    return replace(state, rounds=(*state.rounds, paired), ready=ready)


def _game_added(state: TournamentState, recorded: RecordedEvent, event: GameAdded) -> TournamentState:
    game = TableGame(event.round, event.table, event.game, event.match, event.entries, recorded.seq)
    return _with_table(state, event.round, event.table, lambda games: (*games, game))


def _noted(state: TournamentState, recorded: RecordedEvent, event: ResultNoted) -> TournamentState:
    def note(games: tuple[TableGame, ...]) -> tuple[TableGame, ...]:
        return tuple(
            replace(game, result=event, result_seq=recorded.seq) if game.game == event.game else game for game in games
        )

    return _with_table(state, event.round, event.table, note)


def _ruled(state: TournamentState, recorded: RecordedEvent, event: RulingMade) -> TournamentState:
    ruled = RulingRecorded(recorded.seq, recorded.at, recorded.actor, event)
    state = replace(state, rulings=(*state.rulings, ruled))
    ruling = event.ruling
    if isinstance(ruling, RuleRePair):
        return _re_paired(state, recorded.seq, ruling)
    if isinstance(ruling, RuleExpel):
        return _not_ready(state, ruling.entry)
    return state


def _re_paired(state: TournamentState, seq: int, ruling: RuleRePair) -> TournamentState:
    redrawn = {table.table: table for table in ruling.tables}
    paired = state.round(ruling.round)
    tables = []
    for table in paired.tables:
        new = redrawn.get(table.table)
        if new is not None:
            old = tuple(replace(game, replaced=True) for game in table.games)
            game = len(old) + 1
            table = PairedTable(
                table.table, (*old, TableGame(ruling.round, table.table, game, new.match or "", new.entries, seq))
            )
        tables.append(table)
    byes = tuple(ByeGiven(bye.entry, bye.kind) for bye in ruling.byes)
    return _with_round(state, replace(paired, tables=tuple(tables), byes=byes))


def _ready(state: TournamentState, recorded: RecordedEvent, event: ArenaReady) -> TournamentState:
    return replace(state, ready={**state.ready, event.entry: recorded.seq})


def _left(state: TournamentState, recorded: RecordedEvent, event: ArenaLeft) -> TournamentState:
    return _not_ready(state, event.entry)


def _round_closed(state: TournamentState, recorded: RecordedEvent, event: RoundClosed) -> TournamentState:
    paired = replace(state.round(event.round), closed_seq=recorded.seq, digest=event.standings)
    return _with_round(state, paired)


def _closed(state: TournamentState, recorded: RecordedEvent, event: TournamentClosed) -> TournamentState:
    return replace(state, closed=event, closed_at=recorded.at)


def _revealed(state: TournamentState, recorded: RecordedEvent, event: TournamentSeedRevealed) -> TournamentState:
    return replace(state, revealed=True)


def _not_ready(state: TournamentState, entry: int) -> TournamentState:
    return replace(state, ready={other: since for other, since in state.ready.items() if other != entry})


def _with_round(state: TournamentState, paired: PairedRound) -> TournamentState:
    at = paired.round - 1
    return replace(state, rounds=(*state.rounds[:at], paired, *state.rounds[at + 1 :]))


def _with_table(
    state: TournamentState,
    round_number: int,
    number: int,
    change: Callable[[tuple[TableGame, ...]], tuple[TableGame, ...]],
) -> TournamentState:
    paired = state.round(round_number)
    at = number - 1
    table = PairedTable(number, change(paired.tables[at].games))
    return _with_round(state, replace(paired, tables=(*paired.tables[:at], table, *paired.tables[at + 1 :])))


def directors(state: TournamentState) -> tuple[str, ...]:
    """The list in force: the latest one ruled, else that of the opening."""
    for ruled in reversed(state.rulings):
        if isinstance(ruled.made.ruling, RuleDirectors):
            return ruled.made.ruling.accounts
    return state.opened.directors


_STEPS: dict[type, Callable[[TournamentState, RecordedEvent, Any], TournamentState]] = {
    TournamentOpened: _opened,
    EntryMade: _entered,
    EntryWithdrawn: _withdrawn,
    EntryRefused: _refused,
    ByeRequested: _bye_requested,
    TournamentStarted: _started,
    RoundPaired: _paired,
    GameAdded: _game_added,
    ResultNoted: _noted,
    RulingMade: _ruled,
    ArenaReady: _ready,
    ArenaLeft: _left,
    RoundClosed: _round_closed,
    TournamentClosed: _closed,
    TournamentSeedRevealed: _revealed,
}
