"""think(match, seat): a bot reads its seat's frame, never a state, and submits like everybody."""

from __future__ import annotations

import json
import logging
from collections import OrderedDict
from datetime import datetime, timedelta
from uuid import UUID

from celery import shared_task

from engine.core.chance import bot_seed
from engine.core.game import Bot, Choice
from engine.games import GAMES
from services import bus
from services.errors import Refusal
from services.intake import BotStamp, open_frame, submit_move
from services.projections.models import Frame, SeatHolder
from services.store.log import now
from services.store.models import BotKey

logger = logging.getLogger(__name__)
LONGEST_NAP = 20.0  # seconds; longer waits are found again by the sweep
_choices: OrderedDict[tuple[UUID, int, int], Choice] = OrderedDict()


@shared_task(name="opponents.think")
def think(match_id: str, seat: int) -> None:
    """Answer the open question of a bot's seat. Safe to run twice or late: one answer counts."""
    key = UUID(match_id)
    frame = open_frame(key, seat)
    if frame is None or frame.decision is None:
        return
    bot_name = SeatHolder.objects.filter(match_id=key, seat=seat).values_list("bot", flat=True).first()
    if not bot_name:
        return
    body = json.loads(frame.body)
    bot = GAMES[body["game"]].bots[bot_name]
    choice = _choose(bot, frame, body)
    if _too_soon(frame, choice, match_id, seat) or _too_late(body["deadline"]):
        return
    stamp = BotStamp(bot.key, bot.version, bot.budget, frame.seq)
    try:
        submit_move(match_id=key, seat=seat, decision=frame.decision, move=choice.move, bot=stamp)
    except Refusal as refusal:
        # Somebody moved while it thought, or it answered already: the next frame asks it again.
        logger.info("bot on seat %s of %s was turned away: %s", seat, key, refusal.code)


def _choose(bot: Bot, frame: Frame, body: dict[str, object]) -> Choice:
    known = (frame.match_id, frame.eye, frame.seq)
    if known in _choices:
        return _choices[known]
    assert frame.decision is not None
    key = bytes(BotKey.objects.get(match_id=frame.match_id, seat=frame.eye).key)
    game = GAMES[str(body["game"])]
    choice = bot.choose(game, body["view"], frame.eye, bot.budget, bot_seed(key, frame.decision))
    _choices[known] = choice
    if len(_choices) > 200:
        _choices.popitem(last=False)
    return choice


def _too_late(deadline: str | None) -> bool:
    """Once the game's timer has run out no answer counts: the referee closes what is due, and asks again if need be."""
    return deadline is not None and now() >= datetime.fromisoformat(deadline)


def _too_soon(frame: Frame, choice: Choice, match_id: str, seat: int) -> bool:
    """Some answers take their simulated time: come back when it is over."""
    if not choice.wait_ms or frame.asked_at is None:
        return False
    left = (frame.asked_at + timedelta(milliseconds=choice.wait_ms) - now()).total_seconds()
    if left <= 0:
        return False
    bus.poke("opponents.think", match_id, seat, queue="opponents", countdown=min(left, LONGEST_NAP))
    return True
