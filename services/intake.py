"""The one way a move enters the log, for people and bots: is the question open, is the move on its list, append."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, connection, transaction

from engine.core.game import Json
from engine.games import GAMES
from services import bus, metrics
from services.errors import Conflict, NotFound, NotListed, NotYours
from services.hub import newest_head
from services.projections.models import Frame
from services.store.log import Draft, Given, Head, HeadMoved, append, head_from, receipt
from services.store.models import Event, Match, SealedPart

RETRIES = 20


@dataclass(frozen=True, slots=True)
class BotStamp:
    """Which bot answers, so that its move can be recomputed; `seen` is the seq of the frame it answered."""

    bot: str
    version: str
    budget: int
    seen: int


@dataclass(frozen=True, slots=True)
class Receipt:
    """What the mover gets: the place of the event, the head, and the signed receipt over it."""

    seq: int
    head: str
    receipt: dict[str, Json]

    def as_json(self) -> dict[str, Json]:
        return {"seq": self.seq, "head": self.head, "receipt": self.receipt}


@dataclass(frozen=True, slots=True)
class _Desk:
    """All that intake must know of a match and a seat, read in one statement."""

    game: str
    status: str
    private: bool
    seq: int
    hash: str
    at: datetime
    seal_key: bytes
    seat: int | None
    decision: int | None
    listed: bool | None
    frame_seq: int | None


_DESK = """
    SELECT m.game, m.status, m.private, m.head_seq, m.head_hash, m.head_at, m.seal_key,
           h.seat, f.decision, position(%s in E'\\n' || f.moves || E'\\n') > 0, f.seq
      FROM store_match m
      LEFT JOIN projections_seatholder h ON h.match_id = m.id AND {who}
      LEFT JOIN projections_frame f ON f.match_id = m.id AND f.eye = h.seat
     WHERE m.id = %s
"""


def _desk(match_id: UUID, account: UUID | None, seat: int | None, move: str = "") -> _Desk:
    who, key = ("h.account = %s", account) if seat is None else ("h.seat = %s", seat)
    with connection.cursor() as cursor:
        cursor.execute(_DESK.format(who=who), [f"\n{move}\n", key, match_id])
        row: tuple[Any, ...] | None = cursor.fetchone()
    if row is None:
        raise NotFound
    desk = _Desk(*row)
    if desk.seat is None:
        raise NotFound if desk.private else NotYours
    return desk


# -- guesses ----------------------------------------------------------------------------------------------------------

MOST_KNOWN = 10_000
_known: dict[tuple[UUID, UUID], _Desk] = {}  # by match and account, of running matches: the seat does not change
_ANSWERS = """
    EXISTS (SELECT FROM projections_frame f WHERE f.match_id = store_match.id AND f.eye = %s AND f.decision = %s
               AND (NOT %s OR position(%s in E'\\n' || f.moves || E'\\n') > 0))
"""


def _remember(match_id: UUID, account: UUID | None, desk: _Desk) -> None:
    if len(_known) >= MOST_KNOWN:
        _known.clear()
    if account is not None:
        _known[match_id, account] = desk


def _guess(match_id: UUID, account: UUID | None) -> _Desk | None:
    """The desk of a match that this process follows, as it should be by now. Good only with `_answers` as condition."""
    if account is None:
        return None
    desk, newest = _known.get((match_id, account)), newest_head(match_id)
    if desk is None or newest is None:
        return None
    head = head_from(newest, match_id, desk.seal_key)
    return replace(desk, seq=head.seq, hash=head.hash, at=head.at)


def _answers(desk: _Desk, decision: int, move: str) -> Given:
    """That the move answers the seat's open question: the same that `_refusal` asks of a desk that was read."""
    return Given(_ANSWERS, [desk.seat, decision, GAMES[desk.game].info.enumerable, f"\n{move}\n"])


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
    """Record a seat's answer: `account`'s own seat, or `seat` for a bot. Raises Refusal; then nothing was written."""
    if (guess := _guess(match_id, account)) is not None:
        with suppress(HeadMoved, IntegrityError):  # not as we thought: read, and see
            return _record(match_id, guess, decision, move, command_id, given=_answers(guess, decision, move))
    for _ in range(RETRIES):
        desk = _desk(match_id, account, seat, move)
        assert desk.seat is not None
        refusal = _refusal(desk, decision, move, bot)
        if refusal is not None:
            return _repeated(match_id, desk.seat, decision, move, command_id, desk) or _raise(refusal)
        try:
            found = _record(match_id, desk, decision, move, command_id, bot)
            _remember(match_id, account, desk)
            return found
        except HeadMoved:
            continue
        except IntegrityError:
            answered = Conflict("already-answered", desk.seq)
            return _repeated(match_id, desk.seat, decision, move, command_id, desk) or _raise(answered)
    raise Conflict("busy")


def _raise(error: Exception) -> Receipt:
    raise error


def _refusal(desk: _Desk, decision: int, move: str, bot: BotStamp | None) -> Exception | None:
    if desk.status in (Match.Status.ENDED, Match.Status.ABORTED):
        return Conflict("match-over", desk.seq)
    if desk.status != Match.Status.RUNNING:
        return Conflict("not-started", desk.seq)
    if desk.decision is None:
        return Conflict("not-your-turn", desk.seq)
    if desk.decision != decision or (bot is not None and bot.seen != desk.frame_seq):
        return Conflict("stale-decision", desk.seq, open=desk.decision)
    if GAMES[desk.game].info.enumerable and not desk.listed:
        return NotListed(move, desk.seq)
    return None


def _record(
    match_id: UUID,
    desk: _Desk,
    decision: int,
    move: str,
    command_id: str | None,
    bot: BotStamp | None = None,
    given: Given | None = None,
) -> Receipt:
    seat = desk.seat
    pub: dict[str, Json] = {"decision": decision}
    if bot is not None:
        pub |= {"bot": bot.bot, "bot_version": bot.version, "budget": bot.budget}
    draft = Draft(
        "move.made", f"seat:{seat}" if bot is None else f"bot:{seat}", pub, cmd=command_id,
        parts={str(seat): {"move": move}}, seat=seat, decision=decision,
    )  # fmt: skip
    head = append(_head(match_id, desk), [draft], status=Match.Status.RUNNING, given=given)
    _poke_on_commit(match_id, desk.game, metrics.ACCEPTED)
    return Receipt(head.seq, head.hash, receipt(head))


def _poke_on_commit(match_id: UUID, game: str, counts: Mapping[str, int] | None = None) -> None:
    queue = bus.game_queue(game)
    transaction.on_commit(lambda: bus.poke("referee.advance", str(match_id), queue=queue, counts=counts))


def _head(match_id: UUID, desk: _Desk) -> Head:
    return Head(match_id, desk.seq, desk.hash, desk.at, bytes(desk.seal_key))


def _repeated(
    match_id: UUID, seat: int, decision: int, move: str, command_id: str | None, desk: _Desk
) -> Receipt | None:
    """The same command again: the same answer. The same id with another body: Conflict `command-reused`."""
    if command_id is None:
        return None
    event = Event.objects.filter(match_id=match_id, cmd=command_id).first()
    if event is None:
        return None
    same = event.type == "move.made" and event.seat == seat and event.decision == decision
    if same:
        part = SealedPart.objects.get(match_id=match_id, seq=event.seq, audience=str(seat))
        same = part.payload == {"move": move}
    if not same:
        raise Conflict("command-reused", desk.seq)
    head = Head(match_id, event.seq, event.hash, event.at, bytes(desk.seal_key))
    return Receipt(event.seq, event.hash, receipt(head))


def resign(*, match_id: UUID, account: UUID) -> Receipt:
    """Record that a seat gives the match up; the referee ends it."""
    for _ in range(RETRIES):
        desk = _desk(match_id, account, None)
        if desk.status != Match.Status.RUNNING:
            over = desk.status in (Match.Status.ENDED, Match.Status.ABORTED)
            raise Conflict("match-over" if over else "not-started", desk.seq)
        draft = Draft("seat.resigned", f"seat:{desk.seat}", {"seat": desk.seat}, cmd=str(uuid.uuid4()))
        try:
            head = append(_head(match_id, desk), [draft], status=Match.Status.RUNNING)
        except HeadMoved:
            continue
        _poke_on_commit(match_id, desk.game)
        return Receipt(head.seq, head.hash, receipt(head))
    raise Conflict("busy")


def open_frame(match_id: UUID, seat: int) -> Frame | None:
    """The frame of a seat that has a question to answer."""
    return Frame.objects.filter(match_id=match_id, eye=seat, decision__isnull=False).first()
