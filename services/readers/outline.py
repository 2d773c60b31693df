"""The outline of a match: every step as the gallery knows it, with what the game calls a moment."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from typing import Final
from uuid import UUID

from cachetools import LRUCache

from engine.core.game import News
from services.errors import NotFound
from services.log.read import Recorded
from services.matches import events as ev
from services.matches.fold import Fold
from services.matches.models import Match
from services.matches.position import Position
from services.matches.snapshots import past_of
from services.readers.steps import events_between, is_step

MATCHES: Final = 64  # whose outlines a process keeps


@dataclass(frozen=True, slots=True)
class OutlineStep:
    seq: int
    at: datetime
    type: str
    seat: int | None  # of a move, as is its public text
    move: str | None
    to_act: tuple[int, ...]
    round: int | None
    scores: tuple[int, ...]
    moment: News | None


@dataclass(frozen=True, slots=True)
class _Folded:
    """The outline so far, and the position from which it goes on: what is recorded never changes."""

    position: Position | None
    steps: tuple[OutlineStep, ...]


_kept: LRUCache[UUID, _Folded] = LRUCache(MATCHES)
_lock = Lock()


def outline_of(match: Match) -> tuple[OutlineStep, ...]:
    """Every step that a reader of this match may know. Raises NotFound before the start."""
    head = match.head.seq
    if head < 0:  # with a spectator delay not even the table is past it
        raise NotFound("not-started")
    with _lock:
        folded = _kept.get(match.id, _Folded(None, ()))
    if folded.position is None or folded.position.seq < head:
        folded = _fold_on(match.id, folded, head)
        with _lock:
            _kept[match.id] = folded
    steps = tuple(step for step in folded.steps if step.seq <= head)
    if not steps:
        raise NotFound("not-started")
    return steps


def _fold_on(match_id: UUID, folded: _Folded, head: int) -> _Folded:
    fold = Fold(folded.position, past_of(match_id))
    steps = list(folded.steps)
    for recorded in events_between(match_id, -1 if folded.position is None else folded.position.seq, head):
        event = fold.take(recorded)
        if is_step(recorded):
            steps.append(_step(fold, event, recorded))
    return _Folded(fold.position, tuple(steps))


def _step(fold: Fold, event: ev.MatchEvent, recorded: Recorded) -> OutlineStep:
    position, game = fold.position, fold.game
    judged = event if isinstance(event, ev.MoveJudged) else None
    return OutlineStep(
        seq=recorded.seq,
        at=recorded.at,
        type=recorded.type,
        seat=judged.seat if judged else None,
        move=judged.move if judged else None,
        to_act=position.played.asked,
        round=game.round_number(position.state),
        scores=game.scores(position.state) if position.result is None else position.result.scores,
        moment=_moment(fold, event),
    )


def _moment(fold: Fold, event: ev.MatchEvent) -> News | None:
    """The weightiest of what the game says of a move, or of its timer running out."""
    if not isinstance(event, ev.MoveJudged | ev.TimeUp) or not fold.steps:
        return None
    first, last = fold.steps[0], fold.steps[-1]
    return next(iter(fold.game.moments(first.before, first.ply, last.after)), None)
