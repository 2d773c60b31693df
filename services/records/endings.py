"""A finished log as an entry of the index: of a match of this house, or of a stream that was brought."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from services.log.read import read
from services.matches import events as ev
from services.matches.fold import Fold
from services.matches.models import Match
from services.matches.position import Position
from services.matches.snapshots import fold_stream
from services.readers.public import MS
from services.records.index import Indexed, outcomes_of
from services.records.models import HOUSE
from services.records.positions import Passed, passed_by


@dataclass(frozen=True, slots=True)
class Course:
    """A log from its beginning to its end."""

    position: Position
    passed: tuple[Passed, ...]  # by the moves that stand; none in a game whose positions do not recur


def indexed_match(match: Match) -> Indexed | None:
    """None for a match without a result."""
    course = course_of(match.id)
    position = course.position
    if position.result is None or match.ended_at is None:
        return None
    revealed = match.stream.head_at
    return Indexed(
        id=match.id,
        shelf=HOUSE,
        game=match.game,
        ended_at=match.ended_at,
        reason=position.result.reason,
        outcomes=outcomes_of(position.result.winners, match.seats),
        moves=standing(position),
        public_at=revealed + timedelta(milliseconds=(match.delay or {}).get(MS, 0)),
        private=match.private,
        opened_by=match.opened_by,
        tournament=match.tournament,
        seats=tuple(_who(position, seat) for seat in range(match.seats)),
        passed=course.passed,
        counted=not position.kept.forked,
    )


def indexed_stream(stream: UUID, at: datetime, shelf: str) -> Indexed | None:
    """The same for a log of another house. Who sat there is not known here."""
    course = course_of(stream)
    position = course.position
    if position.result is None:
        return None
    return Indexed(
        id=stream,
        shelf=shelf,
        game=position.kept.game,
        ended_at=at,
        reason=position.result.reason,
        outcomes=outcomes_of(position.result.winners, position.kept.seats),
        moves=standing(position),
        public_at=at,
        passed=course.passed,
        counted=not position.kept.forked,
    )


def standing(position: Position) -> int:
    """How many moves stand at the end."""
    return sum(map(len, position.played.stood))


def _who(position: Position, seat: int) -> str:
    holder = position.kept.holders[seat]
    return f"bot:{holder.bot}" if holder.bot is not None else str(holder.account)


def course_of(stream: UUID) -> Course:
    """Fold a log once. Where positions do not recur its snapshots may shorten that."""
    fold = fold_stream(stream, 0, snapshots=False)
    start = fold.game.write_position(fold.position.state)
    if start is None or fold.game.position_key(start) is None:
        return Course(fold_stream(stream).position, ())
    after = _take_rest(fold, stream)
    stood = {seq for seqs in fold.position.played.stood for seq in seqs}
    stands = [after[of] for of in after if of in stood]
    passed = passed_by(fold.game, [start, *(text for _, text in stands)], [move for move, _ in stands])
    return Course(fold.position, passed)


def _take_rest(fold: Fold, stream: UUID) -> dict[int, tuple[str, str]]:
    """Of each move that stood when it was judged, in that order: its public text, and the position after it."""
    after: dict[int, tuple[str, str]] = {}
    for recorded in read(stream, fold.position.seq):
        event = fold.take(recorded)
        if isinstance(event, ev.MoveJudged) and event.stands:
            after[event.of] = event.move, fold.game.write_position(fold.position.state) or ""
    return after
