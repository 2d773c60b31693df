"""What pages and API ask of the analysis."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from django.db import transaction

from services.analysis.answers import answer_puzzle, forget_tries, puzzle_json, puzzle_today, tries_of
from services.analysis.computer import strongest
from services.analysis.models import ComputerStep, ComputerView
from services.bus import pokes
from services.log import clock

__all__ = [
    "answer_puzzle",
    "ask_computer",
    "computer_json",
    "forget_tries",
    "puzzle_json",
    "puzzle_today",
    "tries_of",
]
MARKS: Final = ((200, "blunder"), (100, "mistake"), (50, "inaccuracy"))  # from so much given away, in per mille
NONE: Final = "none"


def ask_computer(subject: UUID, game: str) -> dict[str, Any]:
    """Have a match or record looked at; asked again nothing changes."""
    bot = strongest(game)
    view, new = ComputerView.objects.get_or_create(
        subject=subject, bot=bot.key, bot_version=bot.version, budget=bot.budget, defaults={"at": clock.now()}
    )
    if new:
        transaction.on_commit(lambda: pokes.poke("analysis.look", str(view.pk), queue="analysis"))
    return _as_json(view)


def computer_json(subject: UUID, game: str) -> dict[str, Any]:
    """How far that is, with what there is of it. Only of the bot as it plays now: another version sees otherwise."""
    bot = strongest(game)
    own = {"bot": bot.key, "bot_version": bot.version, "budget": bot.budget}
    view = ComputerView.objects.filter(subject=subject, **own).first()
    return {"status": NONE, "done": 0, "of": 0, **own, "steps": []} if view is None else _as_json(view)


def _as_json(view: ComputerView) -> dict[str, Any]:
    steps = ComputerStep.objects.filter(of_view=view, number__lt=view.done).order_by("number")
    return {
        "status": view.status, "done": view.done, "of": view.of, "bot": view.bot, "bot_version": view.bot_version,
        "budget": view.budget, "steps": [_step_json(step) for step in steps],
    }  # fmt: skip


def _step_json(step: ComputerStep) -> dict[str, Any]:
    return {
        "seq": step.seq, "seat": step.seat, "value": step.value, "played": step.played, "best": step.best,
        "line": step.line, "lost": step.lost, "mark": mark_of(step.lost),
    }  # fmt: skip


def mark_of(lost: int) -> str | None:
    return next((mark for least, mark in MARKS if lost >= least), None)
