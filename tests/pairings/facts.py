"""Facts about matches for tests of decisions: a match of the last round that runs or has ended."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from services.pairings.decide import decide
from services.pairings.events import ResultNoted, TournamentEvent
from services.pairings.ids import tournament_match_id
from services.pairings.matches import ENDED, RUNNING, MatchFact
from services.pairings.steps import Step, Write
from tests.pairings.logs import Log

NOW = "2026-11-01T10:00:00.000Z"
HEAD = "cd" * 32
PLAYING = {"answered": frozenset({0, 1})}


def due(log: Log, *facts: MatchFact, now: str = NOW) -> tuple[Step, ...]:
    return decide(log.state, now=now, facts={fact.match: fact for fact in facts})


def match(log: Log, table: int = 1, game: int = 1) -> str:
    return tournament_match_id(log.tournament, len(log.state.rounds), table, game)


def running(log: Log, table: int = 1, seats: int = 2, game: int = 1, **known: Any) -> MatchFact:
    return MatchFact(match(log, table, game), RUNNING, asked=frozenset(range(seats)), **known)


def ended(
    log: Log, winners: tuple[int, ...] = (0,), reason: str = "connected", seats: int = 2, **known: Any
) -> MatchFact:
    return MatchFact(match(log), ENDED, HEAD, winners, reason=reason, asked=frozenset(range(seats)), **known)


def paired(entrants: int = 2, **rules: Any) -> Log:
    """A Swiss tournament whose first round pairs 1 and 2, 3 and 4, and so on."""
    log = Log(entrants=entrants, rounds=3, rules=rules)
    log.pair(*((first, first + 1) for first in range(1, entrants + 1, 2)))
    return log


def written(steps: Iterable[Step]) -> list[TournamentEvent]:
    return [step.event for step in steps if isinstance(step, Write)]


def noted(log: Log, fact: MatchFact) -> ResultNoted:
    (event,) = written(due(log, fact))
    assert isinstance(event, ResultNoted)
    return event
