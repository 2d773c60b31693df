"""What came from elsewhere, for those who look at it: a log as a match that is no row of ours, a play move by move."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final
from uuid import UUID

from cachetools import LRUCache

from engine.core.game import Game, News
from engine.core.table import Table
from engine.games import game_of
from services.errors import NotFound
from services.log.models import Event, Stream
from services.matches import events as ev
from services.matches.models import HOLDS, Match, Seat
from services.readers.cards import Listed, Party
from services.readers.frames import card_of
from services.readers.history import position_at
from services.readers.models import MatchCard
from services.records.exports import body_of
from services.records.models import COLLECTION, Entry, ForeignLog, Record
from services.records.plays import RESULTS

__all__ = ["body_of"]

STARTED: Final = ev.MatchStarted.TYPE
PLAYED: Final = ev.MoveJudged.TYPE
_tables: LRUCache[UUID, Table[Any]] = LRUCache(64)
_lock = Lock()


@dataclass(frozen=True, slots=True)
class KeptPlay:
    """A record with the states it passes through."""

    record: Record
    table: Table[Any]
    collected: bool

    @property
    def game(self) -> Game[Any, Any]:
        return self.table.game

    @property
    def last(self) -> int:
        return len(self.table.steps)

    @property
    def winners(self) -> tuple[int, ...]:
        return RESULTS[self.record.result]

    def state(self, seq: int) -> Any:
        return self.table.first if seq == 0 else self.table.steps[seq - 1].after

    def text(self, seq: int) -> str:
        """The move that led there, in its full form."""
        step = self.table.steps[seq - 1]
        assert step.ply.seat is not None
        return self.game.record_text(step.before, step.ply.seat, step.ply.move, step.after)

    def core(self, seq: int) -> str:
        step = self.table.steps[seq - 1]
        return self.game.write(step.ply.move, None)

    def news(self, seq: int) -> list[News]:
        if seq == 0:
            return []
        step = self.table.steps[seq - 1]
        return list(self.game.news(step.before, step.ply, step.after, None))

    def moment(self, seq: int) -> News | None:
        if seq == 0:
            return None
        step = self.table.steps[seq - 1]
        return next(iter(self.game.moments(step.before, step.ply, step.after)), None)


def kept_play(record_id: UUID) -> KeptPlay:
    """Raises NotFound."""
    record = Record.objects.filter(pk=record_id).first()
    if record is None:
        raise NotFound
    return _folded(record, Entry.objects.filter(pk=record_id, shelf=COLLECTION).exists())


def kept_plays(ids: Iterable[UUID]) -> dict[UUID, Record]:
    return Record.objects.in_bulk(list(ids))


def _folded(record: Record, collected: bool) -> KeptPlay:
    with _lock:
        table = _tables.get(record.id)
    if table is None:
        game = game_of(record.game, record.rules_version)
        table = Table.opened(game, 2, record.options)
        for text in record.moves.split("\n") if record.moves else ():
            table.play(min(game.to_act(table.state)), text)
        with _lock:
            _tables[record.id] = table
    return KeptPlay(record, table, collected)


# -- logs of other houses ---------------------------------------------------------------------------------------------


def foreign_party(match_id: UUID) -> Party:
    """A log that was brought, as a match that is over; nobody's name is known here. Raises NotFound."""
    row = ForeignLog.objects.filter(pk=match_id).first()
    if row is None:
        raise NotFound
    stream = Stream.objects.get(pk=match_id)
    opening = Event.objects.get(stream_id=match_id, seq=0)
    position = position_at(match_id, stream.head_seq)
    match = _match(stream, opening, position, row)
    holders = tuple(
        Seat(match=match, seat=seat, account=None if holder.account is None else _uuid(holder.account),
             bot=holder.bot or "")
        for seat, holder in sorted(position.kept.holders.items())
    )  # fmt: skip
    return Party(match, holders, {})


def _match(stream: Stream, opening: Event, position: Any, row: ForeignLog) -> Match:
    kept = position.kept
    opener = opening.actor.partition(":")[2]
    ended = Event.objects.filter(stream_id=stream.id, type__in=(ev.MatchEnded.TYPE, ev.MatchAborted.TYPE)).first()
    return Match(
        stream=stream, game=kept.game, rules_version=kept.rules_version, options=kept.options, seats=kept.seats,
        clock=kept.clock, delay=None, rated=kept.rated, opened_by=_uuid(opener), opened_at=opening.at,
        started_at=kept.started, ended_at=row.added_at if ended is None else ended.at, judged_seq=stream.head_seq,
        status=Match.Status.ABORTED if kept.aborted else Match.Status.ENDED, revealed=True, audit=HOLDS,
        audited_at=row.added_at, audit_version=row.version,
    )  # fmt: skip


def _uuid(text: str) -> UUID:
    """Other houses may name their people otherwise."""
    try:
        return UUID(text)
    except ValueError:
        return UUID(int=0)


def foreign_card(party: Party) -> Listed:
    match = party.match
    if match.started_at is None:
        return Listed(party, MatchCard(match_id=match.id, moved_at=match.head.at))
    row = card_of(match.id, position_at(match.id, match.head.seq), match.head.at)
    return Listed(
        party,
        MatchCard(
            match_id=match.id, scores=list(row.scores), winners=None if row.winners is None else list(row.winners),
            reason=row.reason, to_act=list(row.to_act), ply=row.ply, moved_at=row.moved_at,
        ),
    )  # fmt: skip


def is_collected(subject: UUID) -> bool:
    return Entry.objects.filter(pk=subject, shelf=COLLECTION).exists()
