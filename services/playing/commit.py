"""Committing: what was decided is written with seats, frames, cards and deadlines in one statement; then announced."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction

from engine.core import chance
from services.bus import counters, frames, pokes
from services.facts import Fact, MatchBegun, MatchOver, StreamRevealed
from services.log.append import Append, Draft, Head, Sealed, append, seal
from services.log.outbox import rows_of
from services.log.rows import KEEP, Row
from services.matches.events import MatchAborted, MatchEnded, MatchStarted, SeedRevealed
from services.matches.fold import Holder, Position
from services.matches.models import Match
from services.matches.rows import BotKeyRow, MatchRow, SeatRow
from services.matches.snapshots import is_due, snapshot_of
from services.playing.decide import Decided
from services.playing.keys import Keys
from services.readers.frames import Drawn, Scene, card_of, draw_frames, move_clocks, timer_of
from services.readers.models import GALLERY
from services.readers.news import lines_for, news_row
from services.readers.rows import NewsRow
from services.registry import followers_of


@dataclass(frozen=True, slots=True)
class Work:
    """One match as it was read, and what was decided for it."""

    match: Match
    at: datetime  # the database's time when it was read
    before: Position | None  # at the last judgement; None: it starts now
    decided: Decided
    heard: frozenset[int] = frozenset()  # seats for which something was recorded that is judged now
    keys: Keys | None = None  # known to the referee alone

    @property
    def starts(self) -> bool:
        return self.before is None


@dataclass(frozen=True, slots=True)
class Committed:
    """What was written: the new head, and the frames to be sent."""

    work: Work
    head: Head
    drawn: tuple[Drawn, ...]
    facts: tuple[Fact, ...]


def commit(works: Sequence[Work]) -> list[Committed | None]:
    """Write all of it in one statement. None for a match whose head has moved: nothing of it was written."""
    prepared = [_prepare(work) for work in works]
    written = append([item for item, _ in prepared])
    return [committed if done else None for (_, committed), done in zip(prepared, written, strict=True)]


def _prepare(work: Work) -> tuple[Append, Committed]:
    decided, match = work.decided, work.match
    sealed = seal(match.head, decided.drafts, work.at)
    news = [row for seq, lines in sorted(decided.news.items()) if (row := news_row(match.id, seq, lines)) is not None]
    drawn = tuple(_frames(work, sealed, news)) if decided.position.kept.started is not None else ()
    rows: list[Row] = [_match_row(work, sealed), *_seat_rows(work, sealed), *news]
    if drawn:
        rows += [frame.row(match.id) for frame in drawn]
        rows.append(card_of(match.id, decided.position, sealed.head.at))
    if work.starts:
        rows += _bot_keys(work)
    if work.before is not None and is_due(work.before.played.ply, decided.position):
        rows.append(snapshot_of(match.id, decided.position))
    facts = facts_of(match.id, decided.drafts)
    rows += rows_of(match.id, facts, sealed.head.at)
    return Append(sealed, rows), Committed(work, sealed.head, drawn, facts)


def facts_of(match_id: UUID, drafts: Sequence[Draft]) -> tuple[Fact, ...]:
    """What others may follow of these events. An ordinary ply is no fact."""
    return tuple(_FACTS[draft.type](str(match_id)) for draft in drafts if draft.type in _FACTS)


_FACTS: Final[Mapping[str, Callable[[str], Fact]]] = {
    MatchStarted.TYPE: MatchBegun,
    MatchEnded.TYPE: MatchOver,
    MatchAborted.TYPE: MatchOver,
    SeedRevealed.TYPE: StreamRevealed,
}


def _frames(work: Work, sealed: Sealed, news: Sequence[NewsRow]) -> list[Drawn]:
    match, decided = work.match, work.decided
    by_eye = {eye: [line for row in news for line in lines_for(row, eye)] for eye in range(GALLERY, match.seats)}
    clocks = move_clocks(match, decided.position, _clock_at(work, sealed))
    return draw_frames(Scene(match.id, decided.position, sealed.head.hash, clocks, decided.gallery), by_eye)


# -- the rows ---------------------------------------------------------------------------------------------------------


def _match_row(work: Work, sealed: Sealed) -> MatchRow:
    match, position = work.match, work.decided.position
    over = position.result is not None
    row = MatchRow(
        id=match.id,
        judged_seq=sealed.head.seq,
        status=_status(work),
        started_at=position.kept.started if work.starts and position.kept.started else KEEP,
        due_at=timer_of(position),
        clock_at=_clock_at(work, sealed),
        tries=0 if match.tries else KEEP,
        ended_at=sealed.head.at if over and not match.over else KEEP,
        revealed=True if _reveals(work.decided) else KEEP,
    )
    return row


def _status(work: Work) -> str:
    if work.match.status == Match.Status.ABORTED:
        return Match.Status.ABORTED
    return Match.Status.ENDED if work.decided.position.result is not None else Match.Status.RUNNING


def _reveals(decided: Decided) -> bool:
    return any(draft.type == SeedRevealed.TYPE for draft in decided.drafts)


def _seat_rows(work: Work, sealed: Sealed) -> Iterator[SeatRow]:
    """The seats whose question or holder has changed, and those whose recorded answer was judged."""
    position, clock = work.decided.position, _clock_at(work, sealed)
    before = {} if work.before is None else work.before.open_decisions
    after = position.open_decisions
    for seat in range(work.match.seats):
        changed = work.starts or before.get(seat) != after.get(seat)
        if not changed and clock is None and seat not in work.heard:
            continue
        asked = after.get(seat)
        holder = position.kept.holders[seat] if work.starts else None
        yield SeatRow(
            match_id=work.match.id,
            seat=seat,
            account=KEEP if holder is None else _account(holder),
            bot=KEEP if holder is None else holder.bot or "",
            decision=asked if changed else KEEP,
            asked_at=(None if asked is None else sealed.head.at) if changed else KEEP,
            answered_seq=None,
            deadline_at=clock if asked is not None else None,
        )


def _account(holder: Holder) -> UUID | None:
    return None if holder.account is None else UUID(holder.account)


def _bot_keys(work: Work) -> list[BotKeyRow]:
    assert work.keys is not None
    match_seed = work.keys.match_seed
    return [BotKeyRow(work.match.id, seat, chance.bot_key(match_seed, seat)) for seat in work.decided.position.bots]


# -- today's clock: so long for each move -----------------------------------------------------------------------------


def _clock_at(work: Work, sealed: Sealed) -> datetime | None:
    seconds, position = work.match.move_seconds, work.decided.position
    if seconds is None or position.result is not None or not position.played.asked:
        return None
    return sealed.head.at + timedelta(seconds=seconds)


# -- what follows -----------------------------------------------------------------------------------------------------


def announce(committed: Committed) -> None:
    """Send the frames and wake the bots, once the transaction is committed. Safe to lose."""
    transaction.on_commit(lambda: _announce(committed))


def _announce(committed: Committed) -> None:
    work, position = committed.work, committed.work.decided.position
    over = position.result is not None
    before = work.match.judged_seq
    messages = [
        (frame.eye, frames.FrameMessage(frame.seq, before, over, frame.body, frame.moves, frame.news))
        for frame in committed.drawn
    ]
    made = [move.at for move in work.decided.judged]
    counts = counters.judged(work.match.game, made, work.decided.refused, datetime.now(UTC))
    if messages:
        frames.publish(work.match.id, messages, counts)
    poke_bots(work.match.id, position)
    poke_followers(committed.facts)


def poke_bots(match_id: UUID, position: Position) -> None:
    for seat in position.played.asked:
        if seat in position.bots:
            pokes.poke("opponents.think", str(match_id), seat, queue="opponents")


def poke_followers(facts: Iterable[Fact]) -> None:
    """Followers hear of a fact at once, or at their next tick."""
    for row in dict.fromkeys(row for fact in facts for row in followers_of(type(fact))):
        pokes.poke(f"{row.name}.follow", queue=row.queue)
