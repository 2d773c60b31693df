"""The computer's view: move by move, each kept at once with how far that is. Killed, it goes on where it was."""

from __future__ import annotations

import time
from typing import Final
from uuid import UUID

from django.db import transaction

from engine.bots.appraisal import Appraisal, appraise
from engine.core.chance import tagged_hash
from engine.core.game import Bot
from engine.games import GAMES
from services.analysis.models import ComputerStep, ComputerView
from services.analysis.plays import PlayedMatch, Standing, played_of
from services.bus.claims import CLAIM, renewing, take_claim
from services.log import clock

STRETCH: Final = 20.0  # seconds of work at a time, so that nobody waits long for those who asked before


def look(view_id: UUID) -> bool:
    """Look on at a match for a while; whether something is left. Does nothing while somebody else looks at it."""
    view = _claimed(view_id)
    if view is None:
        return False
    with renewing(ComputerView.objects.filter(claim=view.claim), "analysis"):
        return _look_on(view)


def _look_on(view: ComputerView) -> bool:
    played, until = played_of(view.subject), time.monotonic() + STRETCH
    moves = () if played is None else played.moves
    ComputerView.objects.filter(pk=view.pk, claim=view.claim).update(of=len(moves))
    for number in range(view.done, len(moves)):
        assert played is not None
        if not _keep(view, number, moves[number], appraisal_of(view, played, moves[number])):
            return False
        if time.monotonic() > until and number + 1 < len(moves):
            ComputerView.objects.filter(pk=view.pk, claim=view.claim).update(claimed_until=None)
            return True
    ComputerView.objects.filter(pk=view.pk, claim=view.claim).update(
        status=ComputerView.Status.DONE, claimed_until=None
    )
    return False


def _claimed(view_id: UUID) -> ComputerView | None:
    waiting = ComputerView.objects.filter(pk=view_id).exclude(status=ComputerView.Status.DONE)
    claim = take_claim(waiting, status=ComputerView.Status.RUNNING)
    return None if claim is None else ComputerView.objects.get(pk=view_id)


def strongest(game: str) -> Bot:
    """Who is asked: the bot of a game that is hardest to beat."""
    return max(GAMES[game].bots.values(), key=lambda bot: bot.level)


def appraisal_of(view: ComputerView, played: PlayedMatch, move: Standing) -> Appraisal:
    """From what the mover saw. Luck comes from match and seq, so that anybody comes to the same numbers."""
    game = played.game
    seed = tagged_hash("bazigah/computer", f"{view.subject} {move.seq}".encode())
    seen = game.view(move.before, move.seat)
    return appraise(game, strongest(game.info.key), seen, move.seat, move.move, view.budget, seed)


def _keep(view: ComputerView, number: int, move: Standing, appraisal: Appraisal) -> bool:
    """The step and how far that is, or, if somebody else has gone on with it, nothing."""
    with transaction.atomic():
        mine = ComputerView.objects.filter(pk=view.pk, claim=view.claim, done=number)
        if not mine.update(done=number + 1, claimed_until=clock.now() + CLAIM):
            return False
        ComputerStep.objects.create(
            of_view=view, number=number, seq=move.seq, seat=move.seat, value=appraisal.value, played=move.move,
            best=appraisal.best, line=list(appraisal.line), lost=appraisal.lost,
        )  # fmt: skip
    return True
