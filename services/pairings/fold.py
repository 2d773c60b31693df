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

Changes = dict[str, Any]  # fields of the state that an event changes: copied once for all of them


def fold(tournament: str, events: Iterable[RecordedEvent]) -> TournamentState:
    state = TournamentState(tournament)
    for recorded in events:
        state = apply(state, recorded)
    return state


def apply(state: TournamentState, recorded: RecordedEvent) -> TournamentState:
    """The state after the event. The log is trusted: whoever writes it has checked the event before."""
    changes = _STEPS[type(recorded.event)](state, recorded, recorded.event)
    return replace(state, seq=recorded.seq, at=recorded.at, **changes)


def _opened(state: TournamentState, recorded: RecordedEvent, event: TournamentOpened) -> Changes:
    return {"opening": event, "opened_at": recorded.at}


def _entered(state: TournamentState, recorded: RecordedEvent, event: EntryMade) -> Changes:
    late = state.start is not None
    entrant = Entrant(event.entry, event.account, event.entropy, recorded.seq, late)
    return {"entrants": {**state.entrants, event.entry: entrant}}


def _withdrawn(state: TournamentState, recorded: RecordedEvent, event: EntryWithdrawn) -> Changes:
    withdrawal = Withdrawal(recorded.seq, event.entry)
    return {**_not_ready(state, event.entry), "withdrawals": (*state.withdrawals, withdrawal)}


def _refused(state: TournamentState, recorded: RecordedEvent, event: EntryRefused) -> Changes:
    return {"refused": (*state.refused, event.account)}


def _bye_requested(state: TournamentState, recorded: RecordedEvent, event: ByeRequested) -> Changes:
    request = ByeRequest(recorded.seq, event.entry, event.round)
    return {"bye_requests": (*state.bye_requests, request)}


def _started(state: TournamentState, recorded: RecordedEvent, event: TournamentStarted) -> Changes:
    return {"start": event, "started_seq": recorded.seq, "started_at": recorded.at}


def _paired(state: TournamentState, recorded: RecordedEvent, event: RoundPaired) -> Changes:
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
    return {"rounds": (*state.rounds, paired), "ready": ready}


def _game_added(state: TournamentState, recorded: RecordedEvent, event: GameAdded) -> Changes:
    game = TableGame(event.round, event.table, event.game, event.match, event.entries, recorded.seq)
    return _with_table(state, event.round, event.table, lambda games: (*games, game))


def _noted(state: TournamentState, recorded: RecordedEvent, event: ResultNoted) -> Changes:
    def note(games: tuple[TableGame, ...]) -> tuple[TableGame, ...]:
        return tuple(
            replace(game, result=event, result_seq=recorded.seq) if game.game == event.game else game for game in games
        )

    return _with_table(state, event.round, event.table, note)


def _ruled(state: TournamentState, recorded: RecordedEvent, event: RulingMade) -> Changes:
    ruled = RulingRecorded(recorded.seq, recorded.at, recorded.actor, event)
    changes: Changes = {"rulings": (*state.rulings, ruled)}
    ruling = event.ruling
    if isinstance(ruling, RuleRePair):
        return changes | _re_paired(state, recorded.seq, ruling)
    if isinstance(ruling, RuleExpel):
        return changes | _not_ready(state, ruling.entry)
    return changes


def _re_paired(state: TournamentState, seq: int, ruling: RuleRePair) -> Changes:
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


def _ready(state: TournamentState, recorded: RecordedEvent, event: ArenaReady) -> Changes:
    return {"ready": {**state.ready, event.entry: recorded.seq}}


def _left(state: TournamentState, recorded: RecordedEvent, event: ArenaLeft) -> Changes:
    return _not_ready(state, event.entry)


def _round_closed(state: TournamentState, recorded: RecordedEvent, event: RoundClosed) -> Changes:
    paired = replace(state.round(event.round), closed_seq=recorded.seq, digest=event.standings)
    return _with_round(state, paired)


def _closed(state: TournamentState, recorded: RecordedEvent, event: TournamentClosed) -> Changes:
    return {"closed": event, "closed_at": recorded.at}


def _revealed(state: TournamentState, recorded: RecordedEvent, event: TournamentSeedRevealed) -> Changes:
    return {"revealed": True}


def _not_ready(state: TournamentState, entry: int) -> Changes:
    return {"ready": {other: since for other, since in state.ready.items() if other != entry}}


def _with_round(state: TournamentState, paired: PairedRound) -> Changes:
    at = paired.round - 1
    return {"rounds": (*state.rounds[:at], paired, *state.rounds[at + 1 :])}


def _with_table(
    state: TournamentState,
    round_number: int,
    number: int,
    change: Callable[[tuple[TableGame, ...]], tuple[TableGame, ...]],
) -> Changes:
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


_STEPS: dict[type, Callable[[TournamentState, RecordedEvent, Any], Changes]] = {
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
