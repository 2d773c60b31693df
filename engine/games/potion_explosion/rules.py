"""Potion Explosion as a Game: options, setup, who is asked, the fold, scores and winners."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from typing import ClassVar

from engine.bots.random import RandomBot
from engine.core.chance import Stream
from engine.core.errors import BadDraw, IllegalMove
from engine.core.game import Bot, Draw, Eye, Game, GameInfo, Json, News, Options, Ply, Seat
from engine.core.replay import check_drawn
from engine.games.potion_explosion import telling
from engine.games.potion_explosion import view as views
from engine.games.potion_explosion.acts import act
from engine.games.potion_explosion.bot import GreedyBot
from engine.games.potion_explosion.dispenser import fill, room
from engine.games.potion_explosion.listing import list_moves
from engine.games.potion_explosion.moves import Move
from engine.games.potion_explosion.notation import read_move, write_move, write_tokens
from engine.games.potion_explosion.state import (
    COLOURS,
    COPIES,
    DESIGNS,
    KINDS,
    RECIPES,
    SKILL_TOKENS,
    Desk,
    State,
)
from engine.games.potion_explosion.strong import StrongBot
from engine.games.potion_explosion.turn import best_seats, hidden_stacks, settle, tell, waits_for_chance

BEGINNER = "UF"  # P9
PAIRS = tuple(a + b for a, b in combinations(KINDS, 2))


class PotionExplosion(Game[State, Move]):
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
    bots: ClassVar[Mapping[str, Bot]] = {bot.key: bot for bot in (RandomBot(), GreedyBot(), StrongBot())}

    # -- setting up
    def setup(self, seats: int, options: Options) -> State:
        countdown = options["countdown"] or seats + 2  # P10
        state = State("", countdown, SKILL_TOKENS - countdown, (Desk(),) * seats)
        if options["excluded"] == "random":
            return replace(state, phase="kinds")
        return _leave_out(state, BEGINNER if options["excluded"] == "beginner" else options["excluded"])

    # -- who is asked
    def draw(self, state: State) -> Draw | None:
        """P69a."""
        if not waits_for_chance(state):
            return None
        if state.phase == "kinds":
            return Draw("kinds", tuple((kind, 1) for kind in KINDS), 2)
        if state.phase == "offer":
            starters = tuple((design, n) for design, n in _unseen(state) if RECIPES[design].starter)
            return Draw("starter", starters, 2 * len(state.desks))
        if hidden := hidden_stacks(state):
            return Draw("tile", _unseen(state), len(hidden))
        marbles = tuple((colour, n) for colour, n in zip(COLOURS, state.bag, strict=True) if n)
        return Draw("marble", marbles, room(state.tracks, state.bag))

    def to_act(self, state: State) -> frozenset[Seat]:
        if state.phase == "over" or waits_for_chance(state):
            return frozenset()
        return frozenset((state.turn,))

    # -- the fold
    def legal_moves(self, state: State, seat: Seat) -> Iterator[Move]:
        if seat in self.to_act(state):
            yield from list_moves(state)

    def play(self, state: State, seat: Seat, move: Move, at: int) -> State:
        if seat not in self.to_act(state):
            raise IllegalMove("match-over" if state.phase == "over" else "not-your-turn")
        return act(state, move)

    def deal(self, state: State, drawn: tuple[str, ...]) -> State:
        question = self.draw(state)
        if question is None:
            raise BadDraw("no-draw-open")
        check_drawn(question, drawn)
        tokens = write_tokens(state, drawn)
        if state.phase == "kinds":
            return _leave_out(state, "".join(sorted(drawn, key=KINDS.index)))
        if state.phase == "offer":
            offered = tell(replace(state, phase="draft", offer=drawn), "drop", *tokens)
            return replace(offered, unseen=_seen(state, drawn))
        return settle(_reveal(tell(state, "drop", *tokens), drawn))

    # -- what people see
    def scores(self, state: State) -> tuple[int, ...]:
        return tuple(desk.score() for desk in state.desks)

    def winners(self, state: State) -> frozenset[Seat] | None:
        if state.phase != "over":
            return None
        if not state.tied:
            return frozenset(best_seats(state))
        most = max(map(len, state.spoils))  # P64
        return frozenset(seat for seat, won in zip(state.tied, state.spoils, strict=True) if len(won) == most)

    def reason(self, state: State) -> str | None:
        winners = self.winners(state)
        if winners is None:
            return None
        if not state.tied:
            return "score"
        return "tie-break" if len(winners) == 1 else "shared"

    def view(self, state: State, eye: Eye) -> Json:
        return views.view(state)

    def describe(self, view: Json) -> tuple[News, ...]:
        return tuple(telling.describe(view))

    def news(self, before: State, ply: Ply, after: State, eye: Eye) -> tuple[News, ...]:
        return views.news(before, ply, after)

    def imagine(self, view: Json, eye: Eye, chance: Stream) -> State:
        return views.imagine(view)

    # -- notation
    def write(self, move: Move, eye: Eye) -> str:
        return write_move(move)

    def read(self, state: State, seat: Seat, text: str) -> Move:
        return read_move(text)


def _leave_out(state: State, excluded: str) -> State:
    unseen = tuple(0 if design[0] in excluded else COPIES for design in DESIGNS)
    return tell(replace(state, phase="offer", excluded=excluded, unseen=unseen), "kinds", excluded)


def _unseen(state: State) -> tuple[tuple[str, int], ...]:
    return tuple((design, n) for design, n in zip(DESIGNS, state.unseen, strict=True) if n)


def _seen(state: State, designs: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(n - designs.count(design) for n, design in zip(state.unseen, DESIGNS, strict=True))


def _reveal(state: State, drawn: tuple[str, ...]) -> State:
    """Tiles onto the stacks without a top, or marbles into the tracks."""
    if hidden := hidden_stacks(state):
        tops = list(state.tops)
        for stack, design in zip(hidden, drawn, strict=True):
            tops[stack] = design
        return replace(state, tops=tuple(tops), unseen=_seen(state, drawn))
    bag = tuple(n - drawn.count(colour) for n, colour in zip(state.bag, COLOURS, strict=True))
    return replace(state, tracks=fill(state.tracks, drawn), bag=bag)
