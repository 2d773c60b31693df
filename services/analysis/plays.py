"""What there is to look at: the moves that stand, of a match, of a log from elsewhere, of a record."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.db import connection

from engine.core.game import Game
from engine.core.table import Table
from engine.games import game_of
from services.log.models import Stream
from services.log.read import read
from services.matches import events as ev
from services.matches.fold import Fold
from services.matches.snapshots import past_of


@dataclass(frozen=True, slots=True)
class Standing:
    """A move that stands: the seq it has in outlines, who made it, its whole text, the state it was made in."""

    seq: int
    seat: int
    move: str
    before: Any


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    game: Game[Any, Any]
    moves: tuple[Standing, ...]
    first: int  # the seq at which play began
    last: Any  # the state after the last move

    def seq_before(self, place: int) -> int:
        """The seq whose position a move was made in, where each move follows from the one before it."""
        return self.moves[place - 1].seq if place else self.first


def played_of(subject: UUID) -> PlayedMatch | None:
    """None: there is no such match or record, or play never began."""
    stream = Stream.objects.filter(pk=subject).first()
    return _of_record(subject) if stream is None else _of_log(stream)


def _of_log(stream: Stream) -> PlayedMatch | None:
    fold, moves, first = Fold(past=past_of(stream.id)), [], 0
    for recorded in read(stream.id, -1, stream.head_seq):
        waiting = fold.position.kept.waiting if recorded.seq else {}
        event = fold.take(recorded)
        if isinstance(event, ev.MatchStarted):
            first = recorded.seq
        if isinstance(event, ev.MoveJudged) and event.stands:
            before = fold.steps[0].before
            moves.append((event.of, Standing(recorded.seq, event.seat, waiting[event.of].text, before)))
    if fold.position.kept.started is None:
        return None
    stood = {seq for seqs in fold.position.played.stood for seq in seqs}
    return PlayedMatch(fold.game, tuple(move for of, move in moves if of in stood), first, fold.position.state)


# The tables of the records: read here, written there alone.
_RECORD: Final = "SELECT game, rules_version, options, moves FROM records_record WHERE id = %s"


def _of_record(subject: UUID) -> PlayedMatch | None:
    with connection.cursor() as cursor:
        cursor.execute(_RECORD, [subject])
        row = cursor.fetchone()
    if row is None:
        return None
    game = game_of(row[0], row[1])
    table = Table.opened(game, 2, json.loads(row[2]))
    moves = tuple(_moves_of(table, row[3].split("\n") if row[3] else []))
    return PlayedMatch(game, moves, 0, table.state)


def _moves_of(table: Table[Any], texts: list[str]) -> Iterator[Standing]:
    """Seq n is the position after ply n."""
    for seq, text in enumerate(texts, 1):
        before, seat = table.state, min(table.game.to_act(table.state))
        table.play(seat, text)
        yield Standing(seq, seat, text, before)
