"""OFFER, PLAN, IDLE and CLOCK: what async.md leaves to the rules of the game, asked while the log is folded again."""

from __future__ import annotations

from typing import Any, Final

from engine.core.errors import MoveError
from engine.core.game import Game
from engine.core.replay import answer
from verifier.conduct import Conduct
from verifier.log import Event, Log, mover_text, pub
from verifier.report import Report

CHECKED: Final = ("offer.made", "plan.made", "move.made", "clock.expired")
UNTIMED: Final = ("pause", "undo")  # not offered while a timer of the rules runs


class ByRules:
    """`look` at every event of these types, with the state before it; `at`: the time of a ply at that event."""

    def __init__(self, game: Game[Any, Any], conduct: Conduct, report: Report) -> None:
        self.game, self.report = game, report
        self.log: Log = conduct.watch.log
        self.passed_over = conduct.plans.passed_over
        self.without_idle = conduct.timeouts.without_idle

    def check_table(self) -> None:
        substitute = self.log.opening.get("clock", {}).get("substitute")
        if substitute is not None and substitute not in self.game.bots:
            self.report.add("CLOCK", 0, f"{self.game.info.key} has no bot {substitute}")

    def look(self, event: Event, state: Any, at: int) -> None:
        content, seq = pub(event), event["seq"]
        if event["type"] == "offer.made":
            self._check_offer(event, state)
        # A game that does not say whether it allows plans or draws is of an engine that leaves it open.
        elif event["type"] == "plan.made" and not getattr(self.game.info, "plans", True):
            self.report.add("PLAN", seq, "plans are not for this game")
        elif event["type"] == "move.made" and content.get("idle"):
            self._check_idle(event, state)
        if seq in self.passed_over:
            self._check_passed_over(event, state, at)
        if seq in self.without_idle and self._idle_move(state, content["seat"]) is not None:
            self.report.add("IDLE", seq, "the rules say what an idle seat does, and it was not done")

    def _check_offer(self, event: Event, state: Any) -> None:
        kind = pub(event)["kind"]
        if kind == "draw" and not getattr(self.game.info, "draws", True):
            self.report.add("OFFER", event["seq"], "draws are not for this game")
        if kind in UNTIMED and self.game.deadline(state) is not None:
            self.report.add("OFFER", event["seq"], f"no {kind} is offered while a timer of the rules runs")

    def _idle_move(self, state: Any, seat: int) -> str | None:
        return self.game.idle_move(self.game.legal_texts(state, seat))

    def _check_idle(self, event: Event, state: Any) -> None:
        wanted = self._idle_move(state, int(mover_text(event)))
        if wanted is None or wanted != self.log.move_text(event):
            self.report.add("IDLE", event["seq"], f"the rules' move for an idle seat: {wanted or 'there is none'}")

    def _check_passed_over(self, event: Event, state: Any, at: int) -> None:
        seat, text = self.passed_over[event["seq"]]
        try:
            answer(self.game, state, seat, text, at)
        except MoveError:
            return  # the rules refuse it: the plan was over
        self.report.add("PLAN", event["seq"], f"seat {seat} had planned {text}, and the house did not answer so")
