"""The one door for moves, for people and bots alike: is the question open, is the answer one of it, append."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, connection, transaction

from engine.core.errors import MoveError, QuestionClosed, UnreadableMove
from engine.core.game import Game, Json
from engine.core.replay import answer
from engine.games import game_of
from services.bus import counters, pokes
from services.errors import Conflict, NotFound, NotListed, NotYours
from services.log import clock
from services.log.append import Append, Draft, Head, HeadMoved, append_one, seal
from services.log.models import Event, SealedPart
from services.log.receipts import Receipt, receipt_of
from services.log.rows import Row
from services.matches import events as ev
from services.matches.models import Match
from services.matches.position import elapsed
from services.matches.rows import MatchRow, SeatAsked, SeatRow
from services.matches.snapshots import past_of
from services.playing.absence import end_agreed_pause
from services.playing.commit import Work, announce, commit
from services.playing.decide import Deciding
from services.playing.forms import check_form, command_of
from services.readers.history import position_at

RETRIES: Final = 20


@dataclass(frozen=True, slots=True)
class BotStamp:
    """Which bot answers, so that its move can be recomputed; `seen` is the seq of the frame it answered."""

    bot: str
    version: str
    budget: int
    seen: int


@dataclass(frozen=True, slots=True)
class SeatAnswer:
    """What somebody says for a seat: `account`'s own seat, or `seat` for a bot."""

    match_id: UUID
    decision: int
    move: str
    command_id: str | None = None
    account: UUID | None = None
    seat: int | None = None
    bot: BotStamp | None = None


@dataclass(frozen=True, slots=True)
class SeatReading:
    """All that intake must know of a match and a seat, read in one statement."""

    at: datetime
    game: str
    rules_version: int
    status: str
    private: bool
    started_at: datetime | None
    judged_seq: int
    head_seq: int
    head_hash: str
    head_at: datetime
    seal_key: bytes
    seat: int | None
    account: UUID | None
    bot: str | None
    decision: int | None
    answered_seq: int | None
    clock_at: datetime | None
    agreed_pause: bool
    others_deadline: datetime | None  # the earliest deadline of the other seats
    listed: bool | None  # whether the move is on the stored frame's list; None: no frame that fits is stored

    @property
    def rules(self) -> Game[Any, Any]:
        return game_of(self.game, self.rules_version)

    def head(self, match_id: UUID) -> Head:
        return Head(match_id, self.head_seq, self.head_hash, self.head_at, bytes(self.seal_key))


_READING = f"""
    SELECT {clock.NOW}, m.game, m.rules_version, m.status, m.private, m.started_at, m.judged_seq,
           st.head_seq, st.head_hash, st.head_at, st.seal_key,
           s.seat, s.account, s.bot, s.decision, s.answered_seq, m.clock_at, m.agreed_pause,
           CASE WHEN m.clock_at IS NOT NULL THEN
               (SELECT min(o.deadline_at) FROM store_seat o WHERE o.match_id = m.id AND o.seat <> s.seat) END,
           CASE WHEN f.seq = m.judged_seq AND f.decision = s.decision AND f.moves IS NOT NULL
                THEN position(%s in E'\\n' || f.moves || E'\\n') > 0 END
      FROM store_match m JOIN store_stream st ON st.id = m.id
      LEFT JOIN store_seat s ON s.match_id = m.id AND {{who}}
      LEFT JOIN projections_frame f ON f.match_id = m.id AND f.eye = s.seat
     WHERE m.id = %s
"""


def _read(said: SeatAnswer) -> SeatReading:
    keys: tuple[object, ...]
    who, keys = "(s.account = %s OR s.former = %s)", (said.account, said.account)
    if said.seat is not None:
        who, keys = "s.seat = %s", (said.seat,)
    with connection.cursor() as cursor:
        cursor.execute(_READING.format(who=who), [f"\n{said.move}\n", *keys, said.match_id])
        row: tuple[Any, ...] | None = cursor.fetchone()
    if row is None:
        raise NotFound
    reading = SeatReading(clock.steady(row[0]), *row[1:])
    if reading.seat is None:
        raise NotFound if reading.private else NotYours
    return reading


# -- moves ------------------------------------------------------------------------------------------------------------


def submit_move(
    *,
    match_id: UUID,
    decision: int,
    move: str,
    command_id: str | None = None,
    account: UUID | None = None,
    seat: int | None = None,
    bot: BotStamp | None = None,
) -> Receipt:
    """Record a seat's answer. Raises Refusal; then nothing was written."""
    check_form(decision, move)
    command = None if command_id is None else command_of(command_id)
    said = SeatAnswer(match_id, decision, move, command, account, seat, bot)
    for _ in range(RETRIES):
        reading = _read(said)
        try:
            text = check(said, reading)
        except (Conflict, NotListed):
            receipt = _repeated(said, reading)
            if receipt is None:
                raise
            return receipt
        try:
            return _record(said, reading, text)
        except HeadMoved:
            continue
        except IntegrityError:
            receipt = _repeated(said, reading)
            if receipt is None:
                raise Conflict("already-answered", reading.head_seq) from None
            return receipt
    raise Conflict("busy")


def check(said: SeatAnswer, reading: SeatReading) -> str:
    """The text to be recorded. Raises Conflict or NotListed: the same refusals for every door."""
    seq = reading.head_seq
    if reading.status in (Match.Status.ENDED, Match.Status.ABORTED):
        raise Conflict("match-over", seq)
    if reading.status != Match.Status.RUNNING:
        raise Conflict("not-started", seq)
    if said.account is not None and reading.account is None:
        raise Conflict("substituted", seq)
    if reading.decision is None or (said.bot is not None and reading.agreed_pause):
        raise Conflict("not-your-turn", seq)
    if reading.decision != said.decision or (said.bot is not None and said.bot.seen != reading.judged_seq):
        raise Conflict("stale-decision", seq, open=reading.decision)
    if reading.answered_seq is not None:
        raise Conflict("already-answered", seq)
    if not reading.rules.info.enumerable:
        _must_be_an_answer(said, reading)
        return said.move
    return said.move if reading.listed else _meant(said, reading)


def _meant(said: SeatAnswer, reading: SeatReading) -> str:
    """The listed form of the same move, where a game reads more than one (Z30, Z31); else the refusal by the rules."""
    meaning = _explain(said, reading, reading.judged_seq)
    if isinstance(meaning, MoveError):
        raise refused_by_rules(said, reading, meaning)
    return meaning


def _explain(said: SeatAnswer, reading: SeatReading, seq: int) -> str | MoveError:
    """What a text comes to on the position after `seq`: the one form the log keeps of it, or why it is refused."""
    game, seat = reading.rules, reading.seat
    assert seat is not None
    state = position_at(said.match_id, seq).state
    try:
        written = game.write(game.read(state, seat, said.move), seat)
        answer(game, state, seat, written, 0)
    except MoveError as error:
        return error
    return written


def _must_be_an_answer(said: SeatAnswer, reading: SeatReading) -> None:
    """Where no list says what may be answered, the log is spared what is no answer at all, or one too late or too many.

    Everything else is for the referee to say.
    """
    game, seat = reading.rules, reading.seat
    assert seat is not None
    assert reading.started_at is not None
    position = position_at(said.match_id, reading.judged_seq)
    try:
        answer(game, position.state, seat, said.move, elapsed(position.begun, reading.at))
    except MoveError as error:
        if isinstance(error, UnreadableMove | QuestionClosed):
            raise refused_by_rules(said, reading, error) from None


def refused_by_rules(said: SeatAnswer, reading: SeatReading, error: MoveError) -> NotListed:
    refusal = NotListed(said.move, reading.head_seq)
    refusal.code = "unreadable-move" if isinstance(error, UnreadableMove) else "illegal-move"
    refusal.params = {**error.params, "game": reading.game}
    refusal.extra["code"] = error.code
    return refusal


def _record(said: SeatAnswer, reading: SeatReading, text: str) -> Receipt:
    assert reading.seat is not None
    if reading.agreed_pause:
        return _record_resuming(said, reading, text)
    sealed = seal(reading.head(said.match_id), [_draft(said, reading.seat, text)], reading.at)
    rows: list[Row] = [SeatRow(said.match_id, reading.seat, answered_seq=sealed.head.seq, deadline_at=None)]
    if reading.clock_at != reading.others_deadline:
        rows.append(MatchRow(said.match_id, clock_at=reading.others_deadline))
    given = SeatAsked(reading.seat, reading.account, reading.bot or "", said.decision)
    append_one(Append(sealed, rows, given))
    _poke_on_commit(said.match_id, reading.game, counters.ACCEPTED)
    return receipt_of(sealed.head)


def _record_resuming(said: SeatAnswer, reading: SeatReading, text: str) -> Receipt:
    """The first move of a person ends a pause by agreement: clock.resumed stands directly before it."""
    assert reading.seat is not None
    match = Match.objects.select_related("stream").get(pk=said.match_id)
    position = position_at(said.match_id, reading.head_seq)
    deciding = Deciding(position, None, reading.head(said.match_id), reading.at, past_of(said.match_id))
    end_agreed_pause(deciding)
    draft = _draft(said, reading.seat, text)
    event = ev.MoveMade(seat=reading.seat, decision=said.decision)
    deciding.add(event, draft.parts, actor=draft.actor, cmd=draft.cmd)
    given = SeatAsked(reading.seat, reading.account, reading.bot or "", said.decision)
    before = position_at(said.match_id, match.judged_seq)
    work = Work(match, reading.at, before, deciding.decided(), given=given)
    committed = commit([work])[0] if match.head.hash == reading.head_hash else None
    if committed is None:
        raise HeadMoved
    announce(committed)
    return receipt_of(committed.head)


def _draft(said: SeatAnswer, seat: int, text: str) -> Draft:
    event = ev.MoveMade(seat=seat, decision=said.decision)
    actor = ev.seat_actor(seat)
    if said.bot is not None:
        bot = said.bot
        event = ev.MoveMade(seat=seat, decision=said.decision, bot=bot.bot, bot_version=bot.version, budget=bot.budget)
        actor = ev.bot_actor(seat)
    return event.draft(actor, cmd=said.command_id, parts={str(seat): {"move": text}})


def _poke_on_commit(match_id: UUID, game: str, counts: Mapping[str, int] | None = None) -> None:
    transaction.on_commit(lambda: pokes.call_referee(match_id, game, counts))


def _repeated(said: SeatAnswer, reading: SeatReading) -> Receipt | None:
    """The same command again: the same answer. The same id with another body: Conflict `command-reused`."""
    if said.command_id is None:
        return None
    event = Event.objects.filter(stream_id=said.match_id, cmd=said.command_id).first()
    if event is None:
        return None
    if not _is_the_same(said, reading, event):
        raise Conflict("command-reused", reading.head_seq)
    return receipt_of(Head(said.match_id, event.seq, event.hash, event.at, bytes(reading.seal_key)))


def _is_the_same(said: SeatAnswer, reading: SeatReading, event: Event) -> bool:
    if (event.type, event.seat, event.decision) != (ev.MoveMade.TYPE, reading.seat, said.decision):
        return False
    part = SealedPart.objects.get(stream_id=said.match_id, seq=event.seq, audience=str(reading.seat))
    recorded: Json = part.payload["move"]
    return bool(recorded == said.move or recorded == _explain(said, reading, event.seq - 1))
