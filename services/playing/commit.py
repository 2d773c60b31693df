"""Committing: what was decided is written with seats, frames, deadlines and facts in one statement; then sent."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction

from engine.core import chance
from services.bus import counters, frames, pokes
from services.facts import Fact, MatchBegun, MatchOver, OfferOpened, PairedMatchOver, SeatTakenOver, StreamRevealed
from services.log.append import Append, Draft, Head, Sealed, append, seal
from services.log.outbox import rows_of
from services.log.rows import KEEP, Given, Row
from services.matches.clock import moment_of
from services.matches.events import (
    MatchAborted,
    MatchEnded,
    MatchStarted,
    OfferMade,
    SeatSubstituted,
    SeedRevealed,
)
from services.matches.models import Match
from services.matches.position import Position
from services.matches.rows import BotKeyRow, MatchRow, SeatRow
from services.matches.seating import seat_rows
from services.matches.snapshots import is_due, snapshot_of
from services.playing.decide import Decided
from services.playing.keys import Keys
from services.readers.frames import Drawn, Scene, card_of, draw_frames, move_clocks, timer_of
from services.readers.models import GALLERY
from services.readers.news import lines_for, news_row
from services.readers.rows import NewsRow


@dataclass(frozen=True, slots=True)
class Work:
    """One match as it was read, and what was decided for it."""

    match: Match
    at: datetime  # the database's time when it was read
    before: Position | None  # at the last judgement; None: it starts now
    decided: Decided
    heard: frozenset[int] = frozenset()  # seats for which something was recorded that is judged now
    keys: Keys | None = None  # known to the referee alone
    given: Given | None = None  # a condition beside the head

    @property
    def starts(self) -> bool:
        return self.before is None


@dataclass(frozen=True, slots=True)
class Committed:
    """What was written: the new head, the frames to be sent, the facts."""

    work: Work
    head: Head
    drawn: tuple[Drawn, ...]
    facts: tuple[Fact, ...]


def commit(works: Sequence[Work]) -> list[Committed | None]:
    """Write all of it in one statement. None for a match whose head has moved: nothing of it was written."""
    prepared = [prepare(work) for work in works]
    written = append([item for item, _ in prepared])
    return [committed if done else None for (_, committed), done in zip(prepared, written, strict=True)]


def prepare(work: Work) -> tuple[Append, Committed]:
    """What is to be written, and what will have been then. Nothing is written yet."""
    decided, match = work.decided, work.match
    sealed = seal(match.head, decided.drafts, work.at)
    judged_seq = _judged_seq(decided, sealed)
    news = [row for seq, lines in sorted(decided.news.items()) if (row := news_row(match.id, seq, lines)) is not None]
    drawn = tuple(_frames(work, sealed, judged_seq, news)) if decided.position.kept.started is not None else ()
    rows: list[Row] = [_match_row(work, sealed, judged_seq), *_seat_rows(work, sealed), *news]
    if drawn:
        rows += [frame.row(match.id) for frame in drawn]
        rows.append(card_of(match.id, decided.position, sealed.head.at))
    if work.starts:
        rows += bot_keys(work.match.id, work.keys, decided.position)
    if work.before is not None and is_due(work.before.played.ply, decided.position):
        rows.append(snapshot_of(match.id, decided.position))
    facts = facts_of(match, decided.drafts)
    rows += rows_of(match.id, facts, sealed.head.at)
    return Append(sealed, rows, work.given), Committed(work, sealed.head, drawn, facts)


def _judged_seq(decided: Decided, sealed: Sealed) -> int:
    """Everything up to here is judged: a move that waits and what lies behind it is for the referee."""
    waiting = decided.position.kept.waiting
    return min(waiting) - 1 if waiting else sealed.head.seq


def _frames(work: Work, sealed: Sealed, judged_seq: int, news: Sequence[NewsRow]) -> list[Drawn]:
    match, decided = work.match, work.decided
    by_eye = {eye: [line for row in news for line in lines_for(row, eye)] for eye in range(GALLERY, match.seats)}
    position = replace(decided.position, seq=judged_seq)
    clocks = move_clocks(match, position, _old_clock(work, sealed))
    return draw_frames(Scene(match.id, position, sealed.head.hash, clocks, decided.gallery), by_eye)


# -- facts ------------------------------------------------------------------------------------------------------------


def facts_of(match: Match, drafts: Sequence[Draft]) -> tuple[Fact, ...]:
    """What others may follow of these events. An ordinary ply is no fact."""
    facts = [_FACTS[draft.type](str(match.id), draft) for draft in drafts if draft.type in _FACTS]
    if match.tournament is not None and any(isinstance(fact, MatchOver) for fact in facts):
        facts.append(PairedMatchOver(str(match.id), str(match.tournament)))
    return tuple(facts)


_FACTS: Final[Mapping[str, Callable[[str, Draft], Fact]]] = {
    MatchStarted.TYPE: lambda match, _: MatchBegun(match),
    MatchEnded.TYPE: lambda match, _: MatchOver(match),
    MatchAborted.TYPE: lambda match, _: MatchOver(match),
    SeedRevealed.TYPE: lambda match, _: StreamRevealed(match),
    OfferMade.TYPE: lambda match, draft: OfferOpened(match, draft.pub["offer"]),
    SeatSubstituted.TYPE: lambda match, draft: SeatTakenOver(match, draft.pub["seat"]),
}


# -- the rows ---------------------------------------------------------------------------------------------------------


def _match_row(work: Work, sealed: Sealed, judged_seq: int) -> MatchRow:
    match, position = work.match, work.decided.position
    return MatchRow(
        id=match.id,
        judged_seq=judged_seq,
        status=_status(work),
        started_at=position.kept.started if work.starts and position.kept.started else KEEP,
        due_at=None if position.over else timer_of(position),
        clock_at=_clock_at(work, sealed),
        tries=0 if match.tries else KEEP,
        ended_at=sealed.head.at if position.over and not match.over else KEEP,
        revealed=True if _reveals(work.decided) else KEEP,
        agreed_pause=KEEP if position.kept.agreed_pause == match.agreed_pause else position.kept.agreed_pause,
    )


def _status(work: Work) -> str:
    position = work.decided.position
    if position.kept.aborted is not None:
        return Match.Status.ABORTED
    return Match.Status.ENDED if position.result is not None else Match.Status.RUNNING


def _reveals(decided: Decided) -> bool:
    return any(draft.type == SeedRevealed.TYPE for draft in decided.drafts)


def _clock_at(work: Work, sealed: Sealed) -> datetime | None:
    """The earliest deadline of a seat."""
    clocks = work.decided.position.kept.clocks
    if clocks is None:
        return _old_clock(work, sealed)
    first = clocks.first_deadline()
    return None if first is None else moment_of(first)


def _seat_rows(work: Work, sealed: Sealed) -> Iterator[SeatRow]:
    """The seats in which anything has changed: question, holder, deadline, or an answer that waits no more."""
    old = _old_clock(work, sealed)
    after = seat_rows(work.match.id, work.decided.position, sealed.head.at, old)
    before = {} if work.before is None else seat_rows(work.match.id, work.before, sealed.head.at, old)
    for number, row in after.items():
        earlier = before.get(number)
        if earlier is None:
            yield row
        elif row != earlier or number in work.heard:
            same_question = earlier.decision == row.decision
            yield replace(row, decision=KEEP, asked_at=KEEP) if same_question else row


def bot_keys(match_id: UUID, keys: Keys | None, position: Position) -> list[BotKeyRow]:
    if keys is None:
        return []
    return [BotKeyRow(match_id, seat, chance.bot_key(keys.match_seed, seat)) for seat in position.bots]


def _old_clock(work: Work, sealed: Sealed) -> datetime | None:
    """Of tables opened before clocks stood in event 0: so long for each move, for everybody who is asked."""
    seconds, position = work.match.move_seconds, work.decided.position
    if seconds is None or position.kept.dated or position.over or not position.played.asked:
        return None
    return sealed.head.at + timedelta(seconds=seconds)


# -- what follows -----------------------------------------------------------------------------------------------------


def announce(committed: Committed) -> None:
    """Send the frames, wake bots, followers and the referee, once the transaction is committed. Safe to lose."""
    transaction.on_commit(lambda: _announce(committed))


def _announce(committed: Committed) -> None:
    work, position = committed.work, committed.work.decided.position
    before = work.match.judged_seq
    messages = [
        (
            frame.eye,
            frames.FrameMessage(frame.seq, before, position.over, frame.body, frame.moves, frame.news),
        )
        for frame in committed.drawn
    ]
    made = [move.at for move in work.decided.judged]
    counts = counters.judged(work.match.game, made, work.decided.refused, datetime.now(UTC))
    if messages:
        frames.publish(work.match.id, messages, counts)
    poke_bots(work.match.id, position)
    pokes.wake(committed.facts)
    if work.keys is None:
        _poke_referee(work, position)


def _poke_referee(work: Work, position: Position) -> None:
    """What was decided without the seed: a move to be judged, a seed to be revealed, a key for a new bot."""
    new_bots = work.before is not None and set(position.bots) - set(work.before.bots)
    if position.kept.waiting or position.over or new_bots:
        pokes.call_referee(work.match.id, work.match.game)


def poke_bots(match_id: UUID, position: Position) -> None:
    """While clocks stand by agreement bots wait, too."""
    if position.kept.agreed_pause or position.over:
        return
    for seat in position.played.asked:
        if seat in position.bots:
            pokes.poke("opponents.think", str(match_id), seat, queue="opponents")
