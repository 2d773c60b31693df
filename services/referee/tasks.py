"""advance(match): judge everything recorded since the last frame, start a full table, serve the game's timer."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from celery import Task, shared_task
from celery.worker.request import Request
from django.db import DatabaseError, InterfaceError, transaction

from engine.core import chance
from engine.core.game import Game, Json
from engine.games import GAMES
from services import bus, metrics
from services.projections.frames import Drawn, draw_frames, projections, to_act
from services.projections.models import GALLERY, NewsLine, SeatHolder
from services.projections.news import lines_for, news_row
from services.referee.desk import Desk, desk_of, entropy_of, forget, keep, keys_of
from services.referee.judge import Judge
from services.store import fold
from services.store.log import Appending, Head, HeadMoved, Recorded, head_of, now, waiting
from services.store.models import BotKey, Match, SealedPart, Seed

logger = logging.getLogger(__name__)
TRIES = 3  # of a match whose fold raises
RETRIES = 20  # of a match in which others keep recording


class Hint(Request):
    """Pokes to judge are not booked (see the queues in deploy/celery.py), so there is nothing to cross out."""

    def acknowledge(self) -> None:
        self.acknowledged = True


class Judging(Task[Any, Any]):
    Request = "services.referee.tasks:Hint"


@shared_task(name="referee.advance", base=Judging)
def advance(match_id: str) -> None:
    """Safe to run twice or late. A match whose fold raises is parked after three tries; the others go on."""
    key = UUID(match_id)
    try:
        for _ in range(RETRIES):
            with suppress(HeadMoved):  # more was recorded meanwhile, or somebody else has judged: look again
                _serve(*waiting(key))
                return
        logger.warning("match %s is busy", key)  # the sweep comes back to it
    except (DatabaseError, InterfaceError):
        raise  # the store is away: the sweep comes back to it
    except Match.DoesNotExist:
        logger.warning("no match %s", key)
    except Exception as error:
        forget(key)
        _stumble(key, error)


def _serve(match: Match, recorded: list[Recorded]) -> None:
    """Nothing is locked: what is written is written only if the log still ends where it was read."""
    if match.parked:
        return
    if match.status == Match.Status.STARTING:
        with transaction.atomic():
            _begin(match, GAMES[match.game], recorded)
    elif match.status == Match.Status.RUNNING:
        _judge(match, GAMES[match.game], recorded)


def _stumble(match_id: UUID, error: Exception) -> None:
    """Count the try; after the third park the match with the reason on record. No payload is ever logged."""
    logger.exception("advance of %s failed", match_id, exc_info=type(error)("…").with_traceback(error.__traceback__))
    with transaction.atomic():
        match = Match.objects.select_for_update().get(pk=match_id)
        match.tries += 1
        if match.tries >= TRIES:
            match.parked = f"{type(error).__name__} after seq {match.judged_seq}"
            logger.error("match %s is parked: %s", match_id, match.parked)
        match.save(update_fields=["tries", "parked"])


# -- starting ---------------------------------------------------------------------------------------------------------


def _begin(match: Match, game: Game[Any, Any], events: list[Recorded]) -> None:
    if not Match.objects.select_for_update().filter(pk=match.id, head_seq=match.head_seq).values_list("pk"):
        raise HeadMoved
    seed = bytes(Seed.objects.get(match=match).seed)
    keys = keys_of(match, seed, entropy_of(events))
    taken = {one.seat: one for one in SeatHolder.objects.filter(match=match)}
    lot: tuple[str, ...] = ()
    if match.lot and match.seats > 1:
        lot = chance.draw(keys.chance, "seating", 0, [(str(seat), 1) for seat in sorted(taken)], match.seats)
    order = [int(seat) for seat in lot] or sorted(taken)
    holders = [
        SeatHolder(match=match, seat=seat, account=taken[old].account, bot=taken[old].bot)
        for seat, old in enumerate(order)
    ]
    SeatHolder.objects.filter(match=match).delete()
    SeatHolder.objects.bulk_create(holders)
    bots = {one.seat: one.bot for one in holders if one.bot}
    BotKey.objects.bulk_create(
        [BotKey(match=match, seat=seat, key=chance.bot_key(keys.match_seed, seat)) for seat in bots]
    )
    match.started_at = max(now(), match.head_at)
    desk = Desk(fold.start(game, match.seats, match.options), keys, seed, bots)
    judge = _judge_for(match, game, desk)
    judge.begin([_named(one) for one in holders], "", lot, match.started_at)
    _conclude(match, game, desk, judge)


def _named(holder: SeatHolder) -> dict[str, str]:
    return {"bot": holder.bot} if holder.bot else {"account": str(holder.account)}


# -- judging ----------------------------------------------------------------------------------------------------------


def _judge_for(match: Match, game: Game[Any, Any], desk: Desk) -> Judge:
    assert match.started_at is not None
    return Judge(game, desk.position, desk.keys, match.started_at, match.head_seq, _teller(match.id))


def _teller(match_id: UUID) -> Callable[[int], str]:
    def text_of(seq: int) -> str:
        text: str = SealedPart.objects.get(match_id=match_id, seq=seq).payload["move"]
        return text

    return text_of


def _judge(match: Match, game: Game[Any, Any], pending: list[Recorded]) -> None:
    desk = desk_of(match, game)
    judge = _judge_for(match, game, desk)
    for event in pending:
        judge.take(event)
    moment = now()
    while judge.finish() is None and _timer_ran_out(match, game, judge, moment):
        judge.time_up(moment)
    if not pending and not judge.verdict.drafts:
        _poke_bots(match, game, desk.position, desk)
        return
    _conclude(match, game, desk, judge, [event.at for event in pending if event.type == "move.made"])


def _timer_ran_out(match: Match, game: Game[Any, Any], judge: Judge, moment: datetime) -> bool:
    assert match.started_at is not None
    due = game.deadline(judge.position.state)
    return due is not None and fold.elapsed(match.started_at, moment) >= due


def _conclude(match: Match, game: Game[Any, Any], desk: Desk, judge: Judge, made: Sequence[datetime] = ()) -> None:
    """Write events, frames, news and card in one statement; send what follows when it is committed."""
    result = judge.finish()
    if result is not None:
        judge.end(result, desk.seed)
    verdict = judge.verdict
    # Recorded facts without a judgement of their own (a resignation after the end) move the position too.
    position = replace(verdict.position, seq=match.head_seq + len(verdict.drafts))
    rows = [row for seq, lines in sorted(verdict.news.items()) if (row := news_row(match.id, seq, lines)) is not None]
    log = Appending(head_of(match), verdict.drafts)
    done = Desk(position, desk.keys, desk.seed, desk.bots, _asked_at(game, position, desk, log.head))
    frames = _frames(match, game, position, log.head, rows, judge.gallery)
    asked_at = {seat: since for seat, (_, since) in done.asked_at.items()}
    log.write(_changes(match, game, position), along=projections(game, position, log.head.at, frames, asked_at, rows))
    if position.ply // fold.SNAPSHOT_EVERY > desk.position.ply // fold.SNAPSHOT_EVERY and result is None:
        fold.save_snapshot(match.id, game, position)
    refused = sum(draft.pub.get("verdict") == "refused" for draft in verdict.drafts)
    transaction.on_commit(
        lambda: _send(match, game, done, log.head, frames, metrics.judged(match.game, made, refused, now()))
    )


def _changes(match: Match, game: Game[Any, Any], position: fold.Position) -> dict[str, Any]:
    over = position.result is not None
    status = Match.Status.ENDED if over else Match.Status.RUNNING
    changes: dict[str, Any] = {"judged_seq": position.seq, "status": status, "due_at": None, "clock_at": None}
    if match.status == Match.Status.STARTING:
        changes["started_at"] = match.started_at
    if match.tries:
        changes["tries"] = 0
    if over:
        return changes | {"revealed": True, "ended_at": now()}
    assert match.started_at is not None
    due = game.deadline(position.state)
    if due is not None:
        changes["due_at"] = match.started_at + timedelta(milliseconds=due)
    if match.move_seconds is not None:
        changes["clock_at"] = now() + timedelta(seconds=match.move_seconds)
    return changes


def _asked_at(game: Game[Any, Any], position: fold.Position, desk: Desk, head: Head) -> dict[int, tuple[int, datetime]]:
    """A question that stays open keeps the time at which it was put."""
    found = {}
    for seat in to_act(game, position):
        decision = position.decisions[seat]
        before = desk.asked_at.get(seat)
        found[seat] = before if before is not None and before[0] == decision else (decision, head.at)
    return found


def _frames(
    match: Match, game: Game[Any, Any], position: fold.Position, head: Head, rows: list[NewsLine], gallery: Json
) -> list[Drawn]:
    news = {eye: [line for row in rows for line in lines_for(row, eye)] for eye in range(GALLERY, match.seats)}
    return draw_frames(match.id, game, position, head.hash, match.started_at, news, gallery=gallery)


# -- what follows -----------------------------------------------------------------------------------------------------


def _send(
    match: Match, game: Game[Any, Any], desk: Desk, head: Head, frames: list[Drawn], counts: Mapping[str, int]
) -> None:
    over = desk.position.result is not None
    before = match.judged_seq
    messages = [(one.eye, bus.Message(one.seq, before, over, one.body, one.moves, one.news)) for one in frames]
    bus.publish(match.id, head.text(), messages, counts)
    if over:
        forget(match.id)
        return
    keep(match.id, desk)
    _poke_bots(match, game, desk.position, desk)


def _poke_bots(match: Match, game: Game[Any, Any], position: fold.Position, desk: Desk) -> None:
    for seat in sorted(to_act(game, position)):
        if seat in desk.bots:
            bus.poke("opponents.think", str(match.id), seat, queue="opponents")
