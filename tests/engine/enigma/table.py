"""A hand at the table: plays Enigma ply by ply, with chosen draws and times."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from engine.core.codec import canonical
from engine.core.errors import IllegalMove, UnreadableMove
from engine.core.game import Draw, Eye, Game, Json, Ply, Seat, Shown, complete_options
from engine.core.table import Table
from engine.games.enigma import GAME
from engine.games.enigma.data import KINDS, PUZZLES
from engine.games.enigma.rules.kinds import BY_NAME
from engine.games.enigma.state import State


class Hand:
    """Answers draws by itself: the tiles of `tops` and `puzzles` in turn as they fit, else the first in the bag."""

    def __init__(
        self,
        seats: int = 2,
        tops: Sequence[str] = (),
        puzzles: Sequence[str] = (),
        first: Seat = 0,
        game: Game[State, Any] = GAME,
        **options: Any,
    ) -> None:
        self.seats = seats
        self.options = complete_options(GAME, seats, options)
        self.wanted = {"top": list(tops), "puzzle": list(puzzles), "first": [str(first)]}
        self.table = Table.opened(game, seats, options, self._draw)

    def _draw(self, question: Draw, first: int) -> list[str]:
        bag = [item for item, _ in question.bag]
        wanted = self.wanted[question.label.split("/")[0]]
        item = next((item for item in wanted if item in bag), None)
        if item is not None:
            wanted.remove(item)
        return [item or bag[0]]

    @property
    def at(self) -> int:
        return self.table.at

    @property
    def state(self) -> State:
        return self.table.state

    @property
    def states(self) -> list[State]:
        return self.table.states

    @property
    def plies(self) -> list[Ply]:
        return self.table.plies

    @property
    def shown(self) -> list[Shown]:
        return [shown for step in self.table.steps for shown in GAME.shown(step.before, step.ply, step.after)]

    @property
    def asked(self) -> list[Draw]:
        return [ply.draw for ply in self.plies if ply.draw is not None]

    def play(self, seat: Seat, text: str, at: int | None = None) -> Self:
        self.table.play(seat, text, at)
        return self

    def time(self, at: int) -> Self:
        self.table.time_up(at)
        return self

    def choose(self, *kinds: str, at: int | None = None) -> Self:
        for kind in kinds:
            (seat,) = GAME.to_act(self.state)
            self.play(seat, f"C:{kind}", at)
        return self

    def solve(self, seat: Seat, at: int | None = None) -> Self:
        puzzle = self.state.desks[seat].puzzle
        assert puzzle is not None
        return self.play(seat, right_answer(puzzle), at)

    def moves(self, seat: Seat) -> list[str]:
        return GAME.legal_texts(self.state, seat)

    def refusal(self, seat: Seat, text: str, at: int | None = None) -> str | None:
        try:
            self.play(seat, text, at)
        except (IllegalMove, UnreadableMove) as error:
            return error.code
        return None

    def view(self, eye: Eye) -> Json:
        return GAME.view(self.state, eye)

    def news(self, eye: Eye, ply: int = -1) -> list[tuple[str, dict[str, Any]]]:
        before = self.states[len(self.states) + ply - 1] if ply < 0 else self.states[ply]
        after = self.states[ply] if ply < 0 else self.states[ply + 1]
        return [(line.code, dict(line.params)) for line in GAME.news(before, self.plies[ply], after, eye)]


class Layer(Hand):
    """A live table of two at which the named weights tiles are laid, one a round, by the seat that is named."""

    def __init__(self, *tiles: str) -> None:
        super().__init__(mode="live", tops=tiles)

    def ready(self, seat: Seat) -> Self:
        """The seat takes the weights tile and solves, the other gives up."""
        while GAME.to_act(self.state) and self.state.phase == "choose":
            (chooser,) = GAME.to_act(self.state)
            others = [kind for kind in ("blocks", "pipes", "tangram") if f"C:{kind}" in self.moves(chooser)]
            self.choose("weights" if chooser == seat else others[0])
        return self.play(1 - seat, "G").solve(seat)

    def lay(self, seat: Seat, text: str) -> Self:
        return self.ready(seat).play(seat, text)


def say(answer: Json) -> str:
    return "A:" + canonical(answer).decode()


def right_answer(puzzle: str) -> str:
    wanted = PUZZLES[puzzle]
    return say(BY_NAME[wanted.kind].solve(wanted.data, 1).first)


WRONG = {
    "weights": say({"left": [], "right": []}),
    "tangram": say({tan: {"at": [[0, 0], [0, 0]], "flip": 0, "rot": 0} for tan in "abcdmps"}),
    "pipes": say({"cells": [None] * 9}),
    "blocks": say({block: [] for block in "BGRY"}),
}

__all__ = ["KINDS", "WRONG", "Hand", "Layer", "right_answer", "say"]
