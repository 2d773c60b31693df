"""Enigma as the house sees it: the Game class, filled in from the modules beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from engine.core.chance import Stream
from engine.core.game import Bot, Draw, Eye, Game, GameInfo, Json, News, Options, Ply, Seat, Shown
from engine.games.enigma import imagine, news, notation, rules, seeing
from engine.games.enigma.bots import BOTS
from engine.games.enigma.state import Move, State


class Enigma(Game[State, Move]):
    # No plans: answers are sealed and tiles are drawn. No draws: points decide, and ties are broken or shared (E40).
    info = GameInfo(
        key="enigma",
        title="Enigma",
        seats=(2, 3, 4),
        rules_version=2,
        options={
            "mode": {"type": "string", "enum": ["async", "live"], "default": "async"},
            "sand_ms": {"type": "integer", "enum": [30000, 45000, 60000, 90000], "default": 60000},
            "cap_ms": {"type": "integer", "minimum": 60000, "maximum": 3600000, "default": 300000},
            "grace_ms": {"type": "integer", "minimum": 0, "maximum": 10000, "default": 0},
        },
        enumerable=False,
    )
    older = (1,)
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

    def revealed(self, state: State, eye: Eye) -> Json:
        return seeing.revealed(state, eye)

    def aids(self, view: Json) -> Json:
        return seeing.aids(view)

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

    # -- what Enigma has beside
    def deadline(self, state: State) -> int | None:
        return rules.deadline(state)

    def idle_move(self, listed: Sequence[str]) -> str | None:
        return rules.idle_move(listed)
