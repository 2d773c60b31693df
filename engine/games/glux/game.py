"""GLUX as the house sees it: the Game class, filled in from the modules beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from engine.core.chance import Stream
from engine.core.game import Bot, Draw, Eye, Game, GameInfo, Json, News, Options, Ply, Seat, Shown
from engine.games.glux import imagine, news, notation, rules, seeing
from engine.games.glux.bots import BOTS, kernel
from engine.games.glux.state import Move, State


class Glux(Game[State, Move]):
    # G10 draws who begins inside the match, and G6 binds seats to start cells: no lot for the seats is needed.
    # No plans: every turn ends with a draw from the bag (G15), which ends a plan. No draws: points decide, ties share.
    info = GameInfo(key="glux", title="GLUX", seats=(2, 3, 4), rules_version=1)
    state_type = State
    bots: ClassVar[Mapping[str, Bot]] = {bot.key: bot for bot in BOTS}

    def setup(self, seats: int, options: Options) -> State:
        return rules.setup(seats, options)

    def draw(self, state: State) -> Draw | None:
        return rules.draw(state)

    def to_act(self, state: State) -> frozenset[Seat]:
        return rules.to_act(state)

    def legal_moves(self, state: State, seat: Seat) -> Iterator[Move]:
        return rules.legal_moves(state, seat)

    def play(self, state: State, seat: Seat, move: Move, at: int) -> State:
        return rules.play(state, seat, move, at)

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

    def revealed(self, state: State, eye: Eye) -> Json:
        return seeing.revealed(state, eye)

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

    # -- what GLUX has beside
    def write_position(self, state: State) -> str:
        return notation.write_position(state)

    def playouts(self, state: State, n: int, seed: bytes) -> tuple[int, tuple[int, ...]]:
        return kernel.playouts(state, n, seed)
