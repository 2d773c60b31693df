"""Tournaments: who is notified of a round that is paired, a deadline that comes near, a result that is noted."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from threading import Lock
from uuid import UUID

from cachetools import LRUCache

from engine.core.game import Json
from services.facts import DeadlineNear, ResultNotedFact, RoundPairedFact
from services.log import fair
from services.log.read import read
from services.notices.announcements import Announcement, match_path, tournament_path
from services.pairings.deadlines import deadline_in_force
from services.pairings.events import RecordedEvent, read_event
from services.pairings.fold import apply
from services.pairings.state import PairedRound, TableGame, TournamentState
from services.people.things import Thing


def paired(fact: RoundPairedFact, now: datetime) -> list[Announcement]:
    """To everybody who plays, with the match; and to everybody who has a bye."""
    state = _state(fact.tournament)
    drawn = _round(state, fact.round)
    if drawn is None:
        return []
    at = datetime.fromisoformat(drawn.at)
    items = [_of_entry(state, drawn, entry, "paired", at, game) for game in _latest(drawn) for entry in game.people]
    return items + [_of_entry(state, drawn, bye.entry, "bye", at) for bye in drawn.byes]


def deadline_near(fact: DeadlineNear, now: datetime) -> list[Announcement]:
    """To everybody whose match of the round is not over."""
    state = _state(fact.tournament)
    drawn = _round(state, fact.round)
    if drawn is None:
        return []
    return [
        _of_entry(state, drawn, entry, "deadline", now, game)
        for game in _latest(drawn)
        if game.result is None
        for entry in game.people
    ]


def result_noted(fact: ResultNotedFact, now: datetime) -> list[Announcement]:
    """To everybody at the table, for its latest match that has a result."""
    state = _state(fact.tournament)
    drawn = _round(state, fact.round)
    if drawn is None:
        return []
    games = [game for game in drawn.games() if game.table == fact.table and game.result is not None]
    return [_of_entry(state, drawn, entry, "result", now, game) for game in games[-1:] for entry in game.people]


def _state(tournament: str) -> TournamentState:
    """From the log alone: whoever runs the tournament keeps tables of its own that are nobody else's.

    What was folded last is kept, as a log only grows: hundreds of results of one round are hundreds of facts.
    """
    with _lock:
        state = _states.get(tournament) or TournamentState(tournament)
    for event in read(UUID(tournament), state.seq):
        noted = read_event(event.type, dict(event.pub))
        state = apply(state, RecordedEvent(event.seq, fair.time_text(event.at), event.actor, noted))
    with _lock:
        _states[tournament] = state
    return state


_states: LRUCache[str, TournamentState] = LRUCache(20)
_lock = Lock()


def _round(state: TournamentState, number: int) -> PairedRound | None:
    return state.round(number) if 1 <= number <= len(state.rounds) else None


def _latest(drawn: PairedRound) -> Iterator[TableGame]:
    for table in drawn.tables:
        yield table.latest


def _of_entry(
    state: TournamentState, drawn: PairedRound, entry: int, what: str, at: datetime, game: TableGame | None = None
) -> Announcement:
    tournament = UUID(state.tournament)
    match = UUID(game.match) if game is not None and game.match else None
    occasion = [what, state.tournament, str(drawn.round), str(entry)] + ([str(game.game)] if game is not None else [])
    deadline = deadline_in_force(state, drawn, None if game is None else game.table)
    more: dict[str, Json] = {"tournament": state.tournament, "round": drawn.round, "what": what}
    to_match = match is not None and what in ("paired", "deadline")
    return Announcement(
        account=UUID(state.holder(entry)),
        thing=Thing.TOURNAMENT,
        key=":".join((Thing.TOURNAMENT, *occasion)),
        subject=match if match is not None and to_match else tournament,
        game=state.opened.game,
        at=at,
        path=match_path(match) if match is not None and to_match else tournament_path(tournament),
        match=match,
        seat=game.entries.index(entry) if game is not None else None,
        deadline=datetime.fromisoformat(deadline) if deadline else None,
        more=more if game is None else {**more, "table": game.table},
    )
