"""A desk: one match in the engine alone, without house and stores, and the frames its eyes would get."""

from __future__ import annotations

import hashlib
import importlib
import json
from pathlib import Path
from typing import Any

from engine.core import chance
from engine.core.game import Game, Ply, complete_options
from engine.core.replay import step
from engine.games import GAMES

ROOT = Path(__file__).resolve().parents[2]
TICK_MS = 1000


def game_of(key: str) -> Game[Any, Any]:
    """A game of the shelf, or one that is not on it yet."""
    if key in GAMES:
        return GAMES[key]
    found: Game[Any, Any] = importlib.import_module(f"engine.games.{key}").GAME
    return found


def texts_of(key: str, lang: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((ROOT / "engine/games" / key / "texts" / f"{lang}.json").read_text("utf-8"))
    return found


class Desk:
    """Plays plies; luck and random choices come from the seed, so a desk can be set up again."""

    def __init__(
        self,
        key: str,
        *,
        seats: int | None = None,
        options: dict[str, Any] | None = None,
        seed: int = 7,
        lang: str = "en",
    ) -> None:
        self.key, self.game, self.lang = key, game_of(key), lang
        self.seats = seats or self.game.info.seats[0]
        self.state: Any = self.game.setup(self.seats, complete_options(self.game, self.seats, options or {}))
        self.secret = hashlib.sha256(f"desk/{seed}".encode()).digest()
        self.chooser = chance.Stream(self.secret, "desk", 0)
        self.drawn: dict[str, int] = {}
        self.asked = [0] * self.seats
        self.at = self.seq = 0
        self.news: list[dict[str, Any]] = []
        self.made: list[str] = []
        self.settle()

    @property
    def over(self) -> bool:
        return self.game.winners(self.state) is not None

    def settle(self) -> None:
        """Answers everything that chance is asked."""
        while not self.over and (question := self.game.draw(self.state)) is not None:
            first = self.drawn.get(question.label, 0)
            self.drawn[question.label] = first + question.count
            out = chance.draw(chance.chance_key(self.secret), question.label, first, question.bag, question.count)
            self._step(Ply(at=self.at, draw=question, drawn=out))

    def _step(self, ply: Ply) -> None:
        before, self.state = self.state, step(self.game, self.state, ply)
        self.seq += 1
        told = self.game.news(before, ply, self.state, None)
        self.news += [{"seq": self.seq, "code": one.code, "params": dict(one.params)} for one in told]

    def play(self, seat: int, text: str) -> None:
        move = self.game.read(self.state, seat, text)
        self.at += TICK_MS
        self._step(Ply(at=self.at, seat=seat, move=move))
        self.asked[seat] += 1
        self.made.append(text)
        self.settle()

    def play_any(self) -> None:
        """Some listed move of some seat; the game's timer, when nobody has one."""
        for seat in self.chooser.shuffle(sorted(self.game.to_act(self.state))):
            if moves := self.game.legal_texts(self.state, seat):
                return self.play(seat, self.chooser.choose(moves))
        self.time_up()

    def time_up(self) -> None:
        due = self.game.deadline(self.state)
        if due is None:
            raise LookupError("nobody has a move and no timer runs")
        self.at = max(self.at, due)
        self._step(Ply(at=self.at))
        self.settle()

    def play_bot(self, seat: int, bot: str) -> None:
        chooser = self.game.bots[bot]
        key = chance.bot_seed(chance.bot_key(self.secret, seat), self.asked[seat] + 1)
        self.play(seat, chooser.choose(self.game, self.game.view(self.state, seat), seat, chooser.budget, key).move)

    def run(self, plies: int) -> None:
        for _ in range(plies):
            if self.over:
                return
            self.play_any()

    def frame(self, eye: int | None) -> dict[str, Any]:
        """As specs of the API say; the news as sentences, as the server would write them."""
        game, state = self.game, self.state
        acting = sorted(game.to_act(state)) if not self.over else []
        mine = eye is not None and eye in acting
        winners = game.winners(state)
        return {
            "match": "00000000-0000-4000-8000-000000000000",
            "seq": self.seq,
            "eye": eye,
            "game": self.key,
            "view": game.view(state, eye),
            "decision": self.asked[eye] + 1 if mine and eye is not None else None,
            "moves": (game.legal_texts(state, eye) or None) if mine and eye is not None else None,
            "to_act": acting,
            "scores": list(game.scores(state)),
            "winners": sorted(winners) if winners is not None else None,
            "reason": game.reason(state),
            "deadline": None,
            "news": [{"seq": one["seq"], "text": one["code"]} for one in self.news[-8:]],
            "fingerprint": hashlib.sha256(str(self.seq).encode()).hexdigest()[:8],
        }
