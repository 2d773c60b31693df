"""A desk: one match in the engine alone, without house and stores, and the frames its eyes would get."""

from __future__ import annotations

import hashlib
import importlib
import json
from pathlib import Path
from typing import Any

from engine.core import chance
from engine.core.game import Game
from engine.core.table import Table, from_key
from engine.games import GAMES

ROOT = Path(__file__).resolve().parents[2]
TICK_MS = 1000


def game_of(key: str) -> Game[Any, Any]:
    """A game of the shelf, or one that is not on it yet."""
    if key in GAMES:
        return GAMES[key]
    game: Game[Any, Any] = importlib.import_module(f"engine.games.{key}").GAME
    return game


def texts_of(key: str, lang: str) -> dict[str, Any]:
    texts: dict[str, Any] = json.loads((ROOT / "engine/games" / key / "texts" / f"{lang}.json").read_text("utf-8"))
    return texts


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
        self.secret = hashlib.sha256(f"desk/{seed}".encode()).digest()
        self.chooser = chance.Stream(self.secret, "desk", 0)
        self.table = Table.opened(self.game, self.seats, options, from_key(chance.chance_key(self.secret)))
        self.made: list[str] = []

    @property
    def state(self) -> Any:
        return self.table.state

    @property
    def over(self) -> bool:
        return self.table.over

    def play(self, seat: int, text: str) -> None:
        self.table.play(seat, text, self.table.at + TICK_MS)
        self.made.append(text)

    def play_any(self) -> None:
        """Some listed move of some seat; the game's timer, when nobody has one."""
        for seat in self.chooser.shuffle(self.table.asked()):
            if moves := self.table.legal(seat):
                return self.play(seat, self.chooser.choose(moves))
        self.table.time_up()

    def play_bot(self, seat: int, bot: str) -> None:
        chooser = self.game.bots[bot]
        key = chance.bot_seed(chance.bot_key(self.secret, seat), self.table.answered(seat) + 1)
        self.play(seat, chooser.choose(self.game, self.game.view(self.state, seat), seat, chooser.budget, key).move)

    def run(self, plies: int) -> None:
        for _ in range(plies):
            if self.over:
                return
            self.play_any()

    def frame(self, eye: int | None) -> dict[str, Any]:
        """As specs of the API say; the news as codes, no clock running."""
        frame = self.table.frame(eye)
        del frame["due"]
        return {
            **frame,
            "match": "00000000-0000-4000-8000-000000000000",
            "moves": frame["moves"] or None,
            "deadline": None,
            "news": [{"seq": line["seq"], "text": line["code"]} for line in self.table.frame(None)["news"][-8:]],
            "fingerprint": hashlib.sha256(str(frame["seq"]).encode()).hexdigest()[:8],
        }
