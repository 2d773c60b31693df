"""ZERTZ as the house sees it: the Game class, filled in from the modules beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from engine.core.chance import Stream
from engine.core.game import Bot, Draw, Eye, Game, GameInfo, Json, News, Options, Ply, Seat, Shown
from engine.games.zertz import imagine, news, notation, rules, seeing
from engine.games.zertz.bots import BOTS, kernel
from engine.games.zertz.data import symmetry
from engine.games.zertz.data.symmetry import Turned
from engine.games.zertz.state import OPTIONS, Move, State, position_text


class Zertz(Game[State, Move]):
    info = GameInfo(
        key="zertz",
        title="ZERTZ",
        seats=(2,),
        rules_version=2,
        options=OPTIONS,
        open=True,
        lot=True,
        draws=True,  # Z28
        plans=True,  # Z1: nothing is hidden and nothing is left to chance
    )
    older = (1,)
    state_type = State
    bots: ClassVar[Mapping[str, Bot]] = {bot.key: bot for bot in BOTS}

    def check(self, seats: int, options: Options) -> None:
        rules.check(seats, options)

    def setup(self, seats: int, options: Options) -> State:
        return rules.setup(seats, options)

    def draw(self, state: State) -> Draw | None:
        return rules.draw(state)

    def to_act(self, state: State) -> frozenset[Seat]:
        return rules.to_act(state)

    def legal_moves(self, state: State, seat: Seat) -> Iterator[Move]:
        return rules.legal_moves(state, seat)

    def legal_texts(self, state: State, seat: Seat) -> list[str]:
        return rules.legal_texts(state, seat)

    def play(self, state: State, seat: Seat, move: Move, at: int) -> State:
        return rules.play(state, seat, move, at, self.info.rules_version)

    def deal(self, state: State, drawn: tuple[str, ...]) -> State:
        return rules.deal(state, drawn)

    def time_up(self, state: State, at: int) -> State:
        return rules.time_up(state, at)

    def scores(self, state: State) -> tuple[int, ...]:
        return rules.scores(state)

    def winners(self, state: State) -> frozenset[Seat] | None:
        return rules.winners(state)

    def reason(self, state: State) -> str | None:
        return rules.reason(state)

    def view(self, state: State, eye: Eye) -> Json:
        return seeing.view(state, eye)

    def describe(self, view: Json) -> tuple[News, ...]:
        return seeing.describe(view)

    def news(self, before: State, ply: Ply, after: State, eye: Eye) -> tuple[News, ...]:
        return news.news(before, ply, after, eye)

    def shown(self, before: State, ply: Ply, after: State) -> tuple[Shown, ...]:
        return news.shown(before, ply, after)

    def moments(self, before: State, ply: Ply, after: State) -> tuple[News, ...]:
        return news.moments(before, ply, after)

    def round_number(self, state: State) -> int | None:
        return rules.round_number(state)

    def write(self, move: Move, eye: Eye) -> str:
        return notation.write(move, eye)

    def read(self, state: State, seat: Seat, text: str) -> Move:
        return notation.read(state, seat, text)

    def imagine(self, view: Json, eye: Eye, chance: Stream) -> State:
        return imagine.imagine(view, eye, chance)

    # -- what ZERTZ has beside
    def record_text(self, before: State, seat: Seat, move: Move, after: State) -> str:
        return after.last

    def read_position(self, text: str) -> State:
        return rules.resumed(notation.read_position(text))

    def write_position(self, state: State) -> str:
        return position_text(state)

    def position_key(self, text: str) -> str:
        return symmetry.key_of(text)

    def keyed(self, text: str) -> Turned:
        return symmetry.turned(text)

    def dump(self, state: State) -> Json:
        return notation.dump(state)

    def load(self, data: Json) -> State:
        return notation.load(data)

    def playouts(self, state: State, n: int, seed: bytes) -> tuple[int, tuple[int, ...]] | None:
        return kernel.playouts(state, n, seed)
