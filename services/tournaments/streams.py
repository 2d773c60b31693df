"""Tournaments as they stand: the fold of a log, kept between two looks, and appends with all that follows from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from threading import Lock
from typing import Any, Final
from uuid import UUID

from cachetools import LRUCache
from django.db import connection, transaction

from services.bus import pokes
from services.bus.frames import publish_note, tournament_topic
from services.errors import NotFound
from services.facts import Fact, ResultNotedFact, ResultRuled, RoundPairedFact, StreamRevealed
from services.log import clock, fair
from services.log.append import Append, Draft, Head, Sealed, append_one, seal
from services.log.outbox import rows_of
from services.log.read import read_open
from services.log.rows import Row
from services.pairings import events as ev
from services.pairings.commands import standing_entries
from services.pairings.fold import apply, directors
from services.pairings.rulings import OF_TABLE, RuleRevoke, Ruling
from services.pairings.state import TournamentState
from services.pairings.views import entry_statuses
from services.tournaments.models import Tournament
from services.tournaments.rows import EntryRow, TournamentRow

SERVER: Final = "server"
QUEUE: Final = "tournaments"
KEPT: Final = 100


@dataclass(frozen=True)
class Loaded:
    """A tournament as of one moment: its row, its state, and the database's time."""

    row: Tournament
    state: TournamentState
    at: datetime

    @property
    def id(self) -> UUID:
        return self.row.id

    @property
    def head(self) -> Head:
        return self.row.head

    @property
    def now(self) -> str:
        return fair.time_text(self.at)


_LOAD = f"""
    SELECT {Tournament.columns("t", "st")}, {clock.NOW}
      FROM tournaments_tournament t JOIN store_stream st ON st.id = t.id WHERE t.id = %s
"""
_states: LRUCache[UUID, TournamentState] = LRUCache(KEPT)
_lock = Lock()


def load(tournament: UUID) -> Loaded:
    """The row and the events that the kept state has not got. Raises NotFound."""
    with connection.cursor() as cursor:
        cursor.execute(_LOAD, [tournament])
        row: Sequence[Any] | None = cursor.fetchone()
    if row is None:
        raise NotFound
    tournament_row = Tournament.from_row(row)
    at = clock.steady(row[Tournament.row_size()])
    return Loaded(tournament_row, state_at(tournament, tournament_row.head.seq), at)


def state_at(tournament: UUID, seq: int) -> TournamentState:
    """The fold up to `seq`; what was folded last is kept, as a log only grows."""
    with _lock:
        state = _states.get(tournament)
    if state is None or state.seq > seq:
        state = TournamentState(str(tournament))
    if state.seq < seq:
        for event in recorded_events(tournament, state.seq, seq):
            state = apply(state, event)
        with _lock:
            kept = _states.get(tournament)
            if kept is None or kept.seq < state.seq:
                _states[tournament] = state
    return state


def recorded_events(tournament: UUID, after: int, upto: int) -> list[ev.RecordedEvent]:
    return [
        ev.RecordedEvent(seq, fair.time_text(at), actor, ev.read_event(kind, pub))
        for seq, kind, actor, at, pub in read_open(tournament, after, upto)
    ]


# -- writing ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Said:
    """An event to be written, by whom, and the key that keeps it from being written twice."""

    event: ev.TournamentEvent
    actor: str = SERVER
    cmd: str | None = None
    once: str | None = None

    def draft(self) -> Draft:
        return Draft(self.event.type, self.actor, self.event.pub(), cmd=self.cmd, once=self.once)


@dataclass(frozen=True)
class Prepared:
    """Events with their places in the log, and the state after them. Nothing is written yet."""

    loaded: Loaded
    sealed: Sealed
    state: TournamentState
    facts: tuple[Fact, ...]


def prepare(loaded: Loaded, said: Sequence[Said]) -> Prepared:
    sealed = seal(loaded.head, [item.draft() for item in said], loaded.at)
    state, seq = loaded.state, loaded.head.seq
    at = fair.time_text(max(loaded.head.at, loaded.at))
    for item in said:
        seq += 1
        state = apply(state, ev.RecordedEvent(seq, at, item.actor, item.event))
    return Prepared(loaded, sealed, state, facts_of(loaded.state, said))


def commit(prepared: Prepared, rows: Sequence[Row] = ()) -> Loaded:
    """Write events, projections and facts in one statement; what is due is looked at again at once.

    Raises HeadMoved, and IntegrityError for a command or a `once` that is there.
    """
    loaded, head = prepared.loaded, prepared.sealed.head
    drawn = projections(loaded.state, prepared.state, head.at)
    outbox = rows_of(loaded.id, prepared.facts, head.at)
    with transaction.atomic():
        append_one(Append(prepared.sealed, [*drawn, *rows, *outbox]))
    transaction.on_commit(lambda: announce(loaded.id, head.seq, prepared.facts))
    row = replace_head(loaded.row, head)
    return replace(loaded, row=row, state=prepared.state)


def replace_head(row: Tournament, head: Head) -> Tournament:
    row.stream.head_seq, row.stream.head_hash, row.stream.head_at = head.seq, head.hash, head.at
    return row


def announce(tournament: UUID, seq: int, facts: Sequence[Fact]) -> None:
    """Readers, the service itself and followers are woken. Safe to lose."""
    publish_note(tournament_topic(tournament), str(seq))
    pokes.poke("tournaments.advance", str(tournament), queue=QUEUE)
    pokes.wake(facts)


def facts_of(state: TournamentState, said: Sequence[Said]) -> tuple[Fact, ...]:
    """What others may follow of these events."""
    tournament = state.tournament
    facts: list[Fact] = []
    for event in (item.event for item in said):
        if isinstance(event, ev.RoundPaired):
            facts.append(RoundPairedFact(tournament, event.round))
        elif isinstance(event, ev.ResultNoted):
            facts.append(ResultNotedFact(tournament, event.round, event.table))
        elif isinstance(event, ev.RulingMade):
            facts += [ResultRuled(tournament, match) for match in _ruled_matches(state, event.ruling)]
        elif isinstance(event, ev.TournamentSeedRevealed):
            facts.append(StreamRevealed(tournament))
    return tuple(facts)


def _ruled_matches(state: TournamentState, ruling: Ruling) -> list[str]:
    """The matches that count otherwise by a ruling on a table, or by its being taken back."""
    if isinstance(ruling, RuleRevoke):
        taken_back = [ruled.made.ruling for ruled in state.rulings if ruled.seq == ruling.of]
        return [match for other in taken_back for match in _ruled_matches(state, other)]
    if not isinstance(ruling, OF_TABLE):
        return []
    games = state.round(ruling.round).tables[ruling.table - 1].games
    return [game.match for game in games if ruling.game in (None, game.game) and not game.replaced]


# -- projections ------------------------------------------------------------------------------------------------------


def projections(before: TournamentState, after: TournamentState, at: datetime) -> list[Row]:
    """What the lists show, as it follows from the state; only entries that have changed."""
    tournament = UUID(after.tournament)
    row = TournamentRow(
        id=tournament,
        directors=list(directors(after)),
        status=after.status,
        reason=after.closed.reason if after.closed is not None else "",
        round=len(after.rounds),
        entrants=len(standing_entries(after)),
        started_at=_moment(after.started_at),
        closed_at=_moment(after.closed_at),
        revealed=after.revealed,
        due_at=None if after.revealed else at,
        tries=0,
    )
    return [row, *entry_rows(before, after)]


def _moment(text: str) -> datetime | None:
    return fair.time_of(text) if text else None


def entry_rows(before: TournamentState, after: TournamentState) -> list[EntryRow]:
    if _same_entries(before, after):
        return []
    earlier = _entries(before) if before.opening is not None else {}
    return [
        EntryRow(UUID(after.tournament), entry, UUID(account), status)
        for entry, (account, status) in _entries(after).items()
        if earlier.get(entry) != (account, status)
    ]


def _same_entries(before: TournamentState, after: TournamentState) -> bool:
    """Whether nothing that entries follow from has changed: results leave them alone."""
    return all(
        getattr(before, name) is getattr(after, name)
        for name in ("entrants", "refused", "withdrawals", "rulings", "start")
    )


def _entries(state: TournamentState) -> dict[int, tuple[str, str]]:
    statuses = entry_statuses(state)
    return {entry: (state.holder(entry), status) for entry, status in statuses.items()}
