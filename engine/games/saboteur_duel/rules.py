"""The game class: Saboteur: The Duel for two, or alone for a rating (S1-S89)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from engine.bots.random import RandomBot
from engine.core.chance import Stream
from engine.core.errors import IllegalMove
from engine.core.game import Bot, Draw, Eye, Game, GameInfo, Json, News, Options, Ply, Seat, Shown
from engine.games.saboteur_duel import legal, notation, rounds, telling, turns
from engine.games.saboteur_duel import news as headlines
from engine.games.saboteur_duel import view as seeing
from engine.games.saboteur_duel.bot import GreedyBot, StrongBot
from engine.games.saboteur_duel.cards import COLOURS
from engine.games.saboteur_duel.state import Move, State

BANDS = (15, 20, 25)  # S87


class SaboteurDuel(Game[State, Move]):
    info = GameInfo(
        key="saboteur_duel",
        title="Saboteur: The Duel",
        seats=(1, 2),
        rules_version=1,
        options={"colour": {"type": "string", "enum": list(COLOURS), "default": COLOURS[0]}},
    )
    state_type = State
    bots: ClassVar[Mapping[str, Bot]] = {bot.key: bot for bot in (RandomBot(), GreedyBot(), StrongBot())}

    def setup(self, seats: int, options: Options) -> State:
        # S80: the colour is chosen only alone; at a table of two seat 0 is Green and begins (S15).
        colours = (0, 1) if seats == 2 else (COLOURS.index(options["colour"]),)
        return rounds.first_round(colours)

    def draw(self, state: State) -> Draw | None:
        if state.step in ("look", "reveal"):
            assert state.goal is not None
            eye = state.turn if state.step == "look" else None
            return Draw(f"goal/g{state.goal + 1}", rounds.undrawn_goals(state), eye=eye)
        if state.step in ("open", "draw"):
            assert state.owed is not None
            count = 1 if state.solo else min(state.owed, state.pile)
            return Draw("deck", rounds.undrawn_cards(state), count, state.drawer)
        return None

    def to_act(self, state: State) -> frozenset[Seat]:
        return frozenset({state.turn}) if state.step in ("turn", "orient") else frozenset()

    def legal_moves(self, state: State, seat: Seat) -> Iterator[Move]:
        return legal.legal_moves(state, seat)

    def play(self, state: State, seat: Seat, move: Move, at: int) -> State:
        if state.step == "over":
            raise IllegalMove("match-over")
        if seat not in self.to_act(state):
            raise IllegalMove("not-your-turn")
        legal.check(state, seat, move)
        return turns.carry_out(state, seat, move)

    def deal(self, state: State, drawn: tuple[str, ...]) -> State:
        if state.step in ("look", "reveal"):
            return turns.deal_goal(state, drawn[0])
        if state.step in ("open", "draw"):
            return turns.deal_cards(state, drawn)
        raise IllegalMove("nothing-to-deal")

    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(map(sum, state.coins))

    def winners(self, state: State) -> frozenset[Seat] | None:
        if state.step != "over":
            return None
        scores = self.scores(state)
        if state.solo:
            return frozenset({0}) if scores[0] >= BANDS[0] else frozenset()
        return frozenset(seat for seat, score in enumerate(scores) if score == max(scores))

    def reason(self, state: State) -> str | None:
        if state.step != "over":
            return None
        scores = self.scores(state)
        if state.solo:
            return f"band{sum(scores[0] >= least for least in BANDS)}"
        return "draw" if scores[0] == scores[1] else "gold"

    def view(self, state: State, eye: Eye) -> Json:
        return seeing.view(state, eye)

    def describe(self, view: Json) -> tuple[News, ...]:
        return tuple(telling.describe(view))

    def news(self, before: State, ply: Ply, after: State, eye: Eye) -> tuple[News, ...]:
        return headlines.news(before, ply, after, eye)

    def shown(self, before: State, ply: Ply, after: State) -> tuple[Shown, ...]:
        return headlines.shown(before, ply, after)

    def write(self, move: Move, eye: Eye) -> str:
        return notation.write(move, masked=eye is None)

    def read(self, state: State, seat: Seat, text: str) -> Move:
        return notation.read(text)

    def imagine(self, view: Json, eye: Eye, chance: Stream) -> State:
        return seeing.imagine(view, eye, chance)
