"""think(match, seat): a bot reads its seat's frame, never a state, and submits like everybody."""

from __future__ import annotations

import json
import logging
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from cachetools import LRUCache
from celery import shared_task

from engine.core.chance import bot_seed
from engine.core.game import Choice, Game
from engine.games import game_of
from services.bus import counters, pokes
from services.errors import Refusal
from services.log import clock
from services.matches.models import BotKey, Seat
from services.opponents.due import due
from services.playing.intake import BotStamp, submit_move
from services.readers.history import open_frame
from services.readers.models import Frame

logger = logging.getLogger(__name__)
LONGEST_WAIT: Final = 20.0  # seconds; longer waits are left to the sweep
_choices: LRUCache[tuple[UUID, int, int], Choice] = LRUCache(200)


@shared_task(name="opponents.think")
def think(match_id: str, seat: int) -> None:
    """Answer the open question of a bot's seat. Safe to run twice or late: one answer counts."""
    key = UUID(match_id)
    asked = Seat.objects.select_related("match").filter(match_id=key, seat=seat, decision__isnull=False)
    row = asked.filter(answered_seq=None).first()
    frame = None if row is None or not row.bot else open_frame(key, seat)
    if row is None or frame is None:
        return
    body = json.loads(frame.body)
    game = game_of(row.match.game, row.match.rules_version)
    bot = game.bots[row.bot]
    choice = _choose(game, row.bot, frame, body)
    if choice is None or _too_soon(row, choice) or _too_late(body["deadline"]):
        return
    stamp = BotStamp(bot.key, bot.version, bot.budget, frame.seq)
    assert frame.decision is not None
    try:
        submit_move(match_id=key, seat=seat, decision=frame.decision, move=choice.move, bot=stamp)
    except Refusal as refusal:
        # Somebody moved while it thought, or it answered already: the next frame asks it again.
        logger.info("bot on seat %s of %s was turned away: %s", seat, key, refusal.code)


def _choose(game: Game[Any, Any], name: str, frame: Frame, body: dict[str, Any]) -> Choice | None:
    """By the rules that the match began under, as the audit asks the bot again."""
    known = (frame.match_id, frame.eye, frame.seq)
    choice = _choices.get(known)
    if choice is None:
        assert frame.decision is not None
        row = BotKey.objects.filter(match_id=frame.match_id, seat=frame.eye).first()
        if row is None:  # it has just taken the seat over: the referee makes its key
            pokes.call_referee(frame.match_id, body["game"])
            return None
        bot = game.bots[name]
        choice = bot.choose(game, body["view"], frame.eye, bot.budget, bot_seed(bytes(row.key), frame.decision))
        _choices[known] = choice
    return choice


def _too_late(deadline: str | None) -> bool:
    """Once the game's timer has run out no answer counts: the referee closes what is due, and asks again if need be."""
    return deadline is not None and clock.now() >= datetime.fromisoformat(deadline)


def _too_soon(row: Seat, choice: Choice) -> bool:
    """Some answers take their simulated time: come back when it is over."""
    if not choice.wait_ms or row.asked_at is None:
        return False
    left = (row.asked_at + timedelta(milliseconds=choice.wait_ms) - clock.now()).total_seconds()
    if left <= 0:
        return False
    countdown = min(left, LONGEST_WAIT)
    pokes.poke("opponents.think", str(row.match_id), row.seat, queue="opponents", countdown=countdown)
    return True


@shared_task(name="opponents.tick")
def tick() -> None:
    counters.heartbeat("opponents")
    due(clock.now())
