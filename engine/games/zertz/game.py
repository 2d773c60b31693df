"""ZERTZ as the house sees it: the Game class filled in from rules, notation and view."""

from __future__ import annotations

from collections.abc import Iterator

from engine.bots.random import RandomBot
from engine.core.chance import Stream
from engine.core.game import Eye, Game, GameInfo, Json, News, Ply, Seat
from engine.core.game import Options as Given
from engine.games.zertz import kernel, notation, rules, telling, view
from engine.games.zertz.bot import GreedyZertz, MctsZertz
from engine.games.zertz.state import OPTIONS, Move, Options, Placement, State


class Zertz(Game[State, Move]):
    info = GameInfo(key="zertz", title="ZERTZ", seats=(2,), rules_version=1, options=OPTIONS, open=True, lot=True)
    state_type = State
    bots = {bot.key: bot for bot in (RandomBot(), GreedyZertz(), MctsZertz())}

    def check(self, seats: int, options: Given) -> None:
        rules.check_options(options)

    def setup(self, seats: int, options: Given) -> State:
        return rules.first_state(Options(**options))

    def to_act(self, state: State) -> frozenset[Seat]:
        return frozenset() if state.over else frozenset({state.side})

    def legal_moves(self, state: State, seat: Seat) -> Iterator[Move]:
        return rules.legal_moves(state) if seat == state.side else iter(())

    def legal_texts(self, state: State, seat: Seat) -> list[str]:
        return rules.legal_texts(state) if seat == state.side else []

    def play(self, state: State, seat: Seat, move: Move, at: int) -> State:
        return rules.play(state, seat, move)

    def scores(self, state: State) -> tuple[int, ...]:
        """Captured marbles; goals, not scores, decide (Z23)."""
        return tuple(map(sum, state.captured))

    def winners(self, state: State) -> frozenset[Seat] | None:
        return rules.winners(state)

    def reason(self, state: State) -> str | None:
        return state.reason if state.over else None

    def view(self, state: State, eye: Eye) -> Json:
        return view.view(state)

    def imagine(self, view_: Json, eye: Eye, chance: Stream) -> State:
        return view.imagine(view_)

    def describe(self, view: Json) -> tuple[News, ...]:
        return tuple(telling.describe(view))

    def news(self, before: State, ply: Ply, after: State, eye: Eye) -> tuple[News, ...]:
        return view.news(before, ply, after)

    def write(self, move: Move, eye: Eye) -> str:
        return notation.write_move(move)

    def read(self, state: State, seat: Seat, text: str) -> Move:
        move, taken = notation.read_move(text, state.options.board)
        if taken is not None and isinstance(move, Placement):
            rules.check_taken(state, move, taken)
        return move

    def record_text(self, before: State, seat: Seat, move: Move, after: State) -> str:
        return after.last

    def read_position(self, text: str) -> State:
        return rules.resumed(notation.read_position(text))

    def write_position(self, state: State) -> str:
        return notation.write_position(state)

    def dump(self, state: State) -> Json:
        return view.dump(state)

    def load(self, data: Json) -> State:
        return view.load(data)

    def playouts(self, state: State, n: int, seed: bytes) -> tuple[int, tuple[int, ...]] | None:
        if state.over or state.options.capture_rule == "claim":
            return None  # the kernel knows no claims
        return kernel.playouts(state, n, seed)
