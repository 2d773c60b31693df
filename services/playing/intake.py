"""The one door for moves, for people and bots alike: is the question open, is the answer one of it, append."""

from __future__ import annotations

import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, connection, transaction

from engine.core.errors import MoveError, UnreadableMove
from engine.core.game import Game, Json
from engine.core.replay import answer
from engine.games import game_of
from services.bus import counters, pokes
from services.errors import BadRequest, Conflict, NotFound, NotListed, NotYours
from services.log import clock
from services.log.append import Append, Draft, Head, HeadMoved, append_one, seal
from services.log.models import Event, SealedPart
from services.log.receipts import Receipt, receipt_of
from services.matches import events as ev
from services.matches.fold import elapsed
from services.matches.models import Match
from services.matches.rows import SeatAsked, SeatRow
from services.readers.history import position_at

RETRIES: Final = 20
MOVE: Final = re.compile(r"[\x20-\x3e\x40-\x7e]{1,1000}")
TOO_LATE: Final = "too-late"  # the code of games that have a timer of their own


@dataclass(frozen=True, slots=True)
class BotStamp:
    """Which bot answers, so that its move can be recomputed; `seen` is the seq of the frame it answered."""

    bot: str
    version: str
    budget: int
    seen: int


@dataclass(frozen=True, slots=True)
class Answer:
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
    listed: bool | None  # whether the move is on the stored frame's list; None: no frame that fits is stored

    @property
    def rules(self) -> Game[Any, Any]:
        return game_of(self.game, self.rules_version)

    def head(self, match_id: UUID) -> Head:
        return Head(match_id, self.head_seq, self.head_hash, self.head_at, bytes(self.seal_key))


_READING = f"""
    SELECT {clock.NOW}, m.game, m.rules_version, m.status, m.private, m.started_at, m.judged_seq,
           st.head_seq, st.head_hash, st.head_at, st.seal_key,
           s.seat, s.account, s.bot, s.decision, s.answered_seq,
           CASE WHEN f.seq = m.judged_seq AND f.decision = s.decision AND f.moves IS NOT NULL
                THEN position(%s in E'\\n' || f.moves || E'\\n') > 0 END
      FROM store_match m JOIN store_stream st ON st.id = m.id
      LEFT JOIN store_seat s ON s.match_id = m.id AND {{who}}
      LEFT JOIN projections_frame f ON f.match_id = m.id AND f.eye = s.seat
     WHERE m.id = %s
"""


def _read(said: Answer) -> SeatReading:
    who, key = ("s.account = %s", said.account) if said.seat is None else ("s.seat = %s", said.seat)
    with connection.cursor() as cursor:
        cursor.execute(_READING.format(who=who), [f"\n{said.move}\n", key, said.match_id])
        row: tuple[Any, ...] | None = cursor.fetchone()
    if row is None:
        raise NotFound
    reading = SeatReading(*row)
    if reading.seat is None:
        raise NotFound if reading.private else NotYours
    return reading


def command_of(text: str) -> str:
    """A command id as the log keeps it: a UUID in lower case. Raises BadRequest."""
    try:
        return str(uuid.UUID(text.strip()))
    except ValueError:
        raise BadRequest({"command_id": "a UUID"}) from None


def _check_form(decision: int, move: str) -> None:
    """What the log can hold at all (fairness.md 3.3)."""
    if not MOVE.fullmatch(move):
        raise BadRequest({"move": "1 to 1000 printable ASCII characters without ?"})
    if not 1 <= decision < 2**31:
        raise BadRequest({"decision": "a whole number from 1"})


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
    _check_form(decision, move)
    command = None if command_id is None else command_of(command_id)
    said = Answer(match_id, decision, move, command, account, seat, bot)
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


def check(said: Answer, reading: SeatReading) -> str:
    """The text to be recorded. Raises Conflict or NotListed: the same refusals for every door."""
    seq = reading.head_seq
    if reading.status in (Match.Status.ENDED, Match.Status.ABORTED):
        raise Conflict("match-over", seq)
    if reading.status != Match.Status.RUNNING:
        raise Conflict("not-started", seq)
    if reading.decision is None:
        raise Conflict("not-your-turn", seq)
    if reading.decision != said.decision or (said.bot is not None and said.bot.seen != reading.judged_seq):
        raise Conflict("stale-decision", seq, open=reading.decision)
    if reading.answered_seq is not None:
        raise Conflict("already-answered", seq)
    if not reading.rules.info.enumerable:
        _must_be_an_answer(said, reading)
        return said.move
    return said.move if reading.listed else _meant(said, reading)


def _meant(said: Answer, reading: SeatReading) -> str:
    """The listed form of the same move, where a game reads more than one (Z30, Z31); else the refusal by the rules."""
    meaning = _explain(said, reading, reading.judged_seq)
    if isinstance(meaning, MoveError):
        raise refused_by_rules(said, reading, meaning)
    return meaning


def _explain(said: Answer, reading: SeatReading, seq: int) -> str | MoveError:
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


def _must_be_an_answer(said: Answer, reading: SeatReading) -> None:
    """Where no list says what may be answered, the log is spared what is no answer at all, or comes too late.

    Everything else is for the referee to say.
    """
    game, seat = reading.rules, reading.seat
    assert seat is not None
    assert reading.started_at is not None
    state = position_at(said.match_id, reading.judged_seq).state
    try:
        answer(game, state, seat, said.move, elapsed(reading.started_at, reading.at))
    except MoveError as error:
        if isinstance(error, UnreadableMove) or error.code == TOO_LATE:
            raise refused_by_rules(said, reading, error) from None


def refused_by_rules(said: Answer, reading: SeatReading, error: MoveError) -> NotListed:
    refusal = NotListed(said.move, reading.head_seq)
    refusal.code = "unreadable-move" if isinstance(error, UnreadableMove) else "illegal-move"
    refusal.params = {**error.params, "game": reading.game}
    refusal.extra["code"] = error.code
    return refusal


def _record(said: Answer, reading: SeatReading, text: str) -> Receipt:
    assert reading.seat is not None
    sealed = seal(reading.head(said.match_id), [_draft(said, reading.seat, text)], reading.at)
    row = SeatRow(said.match_id, reading.seat, answered_seq=sealed.head.seq)
    given = SeatAsked(reading.seat, reading.account, reading.bot or "", said.decision)
    append_one(Append(sealed, [row], given))
    _poke_on_commit(said.match_id, reading.game, counters.ACCEPTED)
    return receipt_of(sealed.head)


def _draft(said: Answer, seat: int, text: str) -> Draft:
    event = ev.MoveMade(seat=seat, decision=said.decision)
    actor = ev.seat_actor(seat)
    if said.bot is not None:
        bot = said.bot
        event = ev.MoveMade(seat=seat, decision=said.decision, bot=bot.bot, bot_version=bot.version, budget=bot.budget)
        actor = ev.bot_actor(seat)
    return event.draft(actor, cmd=said.command_id, parts={str(seat): {"move": text}})


def _poke_on_commit(match_id: UUID, game: str, counts: Mapping[str, int] | None = None) -> None:
    queue = pokes.game_queue(game)
    transaction.on_commit(lambda: pokes.poke("referee.advance", str(match_id), queue=queue, counts=counts))


def _repeated(said: Answer, reading: SeatReading) -> Receipt | None:
    """The same command again: the same answer. The same id with another body: Conflict `command-reused`."""
    if said.command_id is None:
        return None
    event = Event.objects.filter(stream_id=said.match_id, cmd=said.command_id).first()
    if event is None:
        return None
    if not _is_the_same(said, reading, event):
        raise Conflict("command-reused", reading.head_seq)
    return receipt_of(Head(said.match_id, event.seq, event.hash, event.at, bytes(reading.seal_key)))


def _is_the_same(said: Answer, reading: SeatReading, event: Event) -> bool:
    if (event.type, event.seat, event.decision) != (ev.MoveMade.TYPE, reading.seat, said.decision):
        return False
    part = SealedPart.objects.get(stream_id=said.match_id, seq=event.seq, audience=str(reading.seat))
    recorded: Json = part.payload["move"]
    return bool(recorded == said.move or recorded == _explain(said, reading, event.seq - 1))


# -- resigning --------------------------------------------------------------------------------------------------------


def resign(*, match_id: UUID, account: UUID) -> Receipt:
    """Record that a seat gives the match up; the referee ends it."""
    said = Answer(match_id, 0, "", account=account)
    for _ in range(RETRIES):
        reading = _read(said)
        assert reading.seat is not None
        if reading.status != Match.Status.RUNNING:
            over = reading.status in (Match.Status.ENDED, Match.Status.ABORTED)
            raise Conflict("match-over" if over else "not-started", reading.head_seq)
        draft = ev.SeatResigned(seat=reading.seat).draft(ev.seat_actor(reading.seat), cmd=str(uuid.uuid4()))
        sealed = seal(reading.head(match_id), [draft], reading.at)
        row = SeatRow(match_id, reading.seat, answered_seq=sealed.head.seq)
        try:
            append_one(Append(sealed, [row]))
        except HeadMoved:
            continue
        _poke_on_commit(match_id, reading.game)
        return receipt_of(sealed.head)
    raise Conflict("busy")
