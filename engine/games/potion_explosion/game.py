"""Potion Explosion as the house sees it: the Game class, filled in from the modules beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import ClassVar

from engine.core.chance import Stream
from engine.core.game import Bot, Draw, Eye, Game, GameInfo, Json, News, Options, Ply, Seat, Shown
from engine.games.potion_explosion import imagine, news, notation, rules, seeing
from engine.games.potion_explosion.bots import BOTS
from engine.games.potion_explosion.data import KINDS
from engine.games.potion_explosion.state import SKILL_TOKENS, Move, State

PAIRS = tuple(a + b for a, b in combinations(KINDS, 2))


class PotionExplosion(Game[State, Move]):
    # No plans: lifted marbles are replaced from the bag (P20). No draws: points decide, and ties are broken or shared.
    info = GameInfo(
        key="potion_explosion",
        title="Potion Explosion",
        seats=(2, 3, 4),
        rules_version=1,
        options={
            "excluded": {"type": "string", "enum": ["beginner", "random", *PAIRS], "default": "beginner"},
            "countdown": {"enum": [None, *range(1, SKILL_TOKENS + 1)], "default": None},
        },
        open=True,
        lot=True,  # P8: the rules leave the start player open
    )
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
