"""GLUX as the house knows it: the Game class filled in from rules, scoring, notation and view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from engine.bots.random import RandomBot
from engine.core.chance import Stream
from engine.core.game import Bot, Draw, Eye, Game, GameInfo, Json, News, Options, Ply, Seat, Shown
from engine.games.glux import kernel, notation, rules, scoring, telling
from engine.games.glux import view as sight
from engine.games.glux.bot import GreedyBot, StrongBot
from engine.games.glux.state import Move, Phase, State


class Glux(Game[State, Move]):
    # G10 draws who begins inside the match, and G6 binds seats to start cells: no lot for the seats is needed.
    info = GameInfo(key="glux", title="GLUX", seats=(2, 3, 4), rules_version=1)
    state_type = State
    bots: ClassVar[Mapping[str, Bot]] = {bot.key: bot for bot in (RandomBot(), GreedyBot(), StrongBot())}

    def setup(self, seats: int, options: Options) -> State:
        return rules.set_up(seats)

    def draw(self, state: State) -> Draw | None:
        return rules.next_draw(state)

    def to_act(self, state: State) -> frozenset[Seat]:
        return frozenset({state.turn}) if state.phase in (Phase.START_FACE, Phase.PLACE) else frozenset()

    def legal_moves(self, state: State, seat: Seat) -> Iterator[Move]:
        return iter(rules.legal_moves(state, seat))

    def play(self, state: State, seat: Seat, move: Move, at: int) -> State:
        return rules.play(state, seat, move)

    def deal(self, state: State, drawn: tuple[str, ...]) -> State:
        return rules.deal(state, drawn)

    def scores(self, state: State) -> tuple[int, ...]:
        return scoring.scores(state)

    def winners(self, state: State) -> frozenset[Seat] | None:
        found = scoring.state_result(state)
        return None if found is None else found[0]

    def reason(self, state: State) -> str | None:
        found = scoring.state_result(state)
        return None if found is None else found[1]

    def view(self, state: State, eye: Eye) -> Json:
        return sight.view(state, eye)

    def describe(self, view: Json) -> tuple[News, ...]:
        return tuple(telling.describe(view))

    def news(self, before: State, ply: Ply, after: State, eye: Eye) -> tuple[News, ...]:
        return sight.news(before, ply, after, eye)

    def shown(self, before: State, ply: Ply, after: State) -> tuple[Shown, ...]:
        return sight.shown(before, ply)

    def write(self, move: Move, eye: Eye) -> str:
        return notation.write(move)

    def read(self, state: State, seat: Seat, text: str) -> Move:
        return notation.read(text)

    def write_position(self, state: State) -> str:
        return notation.write_position(state)

    def imagine(self, view: Json, eye: Eye, chance: Stream) -> State:
        return sight.imagine(view, eye, chance)

    def playouts(self, state: State, n: int, seed: bytes) -> tuple[int, tuple[int, ...]]:
        return kernel.playouts(state, n, seed)
