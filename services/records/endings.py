"""A finished log as an entry of the index: of a match of this house, or of a stream that was brought."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from engine.core.game import Game
from engine.core.replay import answer
from engine.games import game_of
from services.log.models import Event
from services.matches import events as ev
from services.matches.models import Match
from services.matches.position import Position
from services.matches.snapshots import fold_stream
from services.readers.public import MS
from services.records.index import Indexed, outcomes_of
from services.records.models import HOUSE
from services.records.positions import Passed, passed_by


def indexed_match(match: Match) -> Indexed | None:
    """None for a match without a result."""
    position = fold_stream(match.id).position
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
        passed=passed_in(match.id, position),
        counted=not is_fork(match.id),
    )


def indexed_stream(stream: UUID, at: datetime, shelf: str) -> Indexed | None:
    """The same for a log of another house. Who sat there is not known here."""
    position = fold_stream(stream, snapshots=False).position
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
        passed=passed_in(stream, position),
        counted=not is_fork(stream),
    )


def standing(position: Position) -> int:
    """How many moves stand at the end."""
    return sum(map(len, position.played.stood))


def _who(position: Position, seat: int) -> str:
    holder = position.kept.holders[seat]
    return f"bot:{holder.bot}" if holder.bot is not None else str(holder.account)


def is_fork(stream: UUID) -> bool:
    opening = Event.objects.filter(stream_id=stream, seq=0).values_list("pub", flat=True).first()
    return opening is not None and "from" in opening


def passed_in(stream: UUID, position: Position) -> tuple[Passed, ...]:
    """The positions of the moves that stand; none in a game whose positions do not recur."""
    game = game_of(position.kept.game, position.kept.rules_version)
    state = fold_stream(stream, 0, snapshots=False).position.state
    text = game.write_position(state)
    if text is None or game.position_key(text) is None:
        return ()
    moves = standing_moves(stream, position)
    return passed_by(game, positions_of(game, state, moves), [text for _, text in moves])


def standing_moves(stream: UUID, position: Position) -> list[tuple[int, str]]:
    """Seat and public text of the moves that stand at the end, in order."""
    stood = {seq for seqs in position.played.stood for seq in seqs}
    judged = Event.objects.filter(stream_id=stream, type=ev.MoveJudged.TYPE, of__in=stood).order_by("seq")
    return [(said["seat"], said["move"]) for said in judged.values_list("pub", flat=True)]


def positions_of(game: Game[Any, Any], state: Any, moves: Sequence[tuple[int, str]]) -> list[str]:
    texts = [game.write_position(state) or ""]
    for seat, text in moves:
        _, state = answer(game, state, seat, text, 0)
        texts.append(game.write_position(state) or "")
    return texts
