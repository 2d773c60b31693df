"""A hand at the table: plays Enigma ply by ply, with chosen draws and times."""

from __future__ import annotations

from engine.core.codec import canonical
from engine.core.errors import IllegalMove, UnreadableMove
from engine.core.game import complete_options
from engine.core.table import Table
from engine.games.enigma import GAME
from engine.games.enigma.data import KINDS, PUZZLES
from engine.games.enigma.rules.kinds import BY_NAME


class Hand:
    """Answers draws by itself: the tiles of `tops` and `puzzles` in turn as they fit, else the first in the bag."""

    def __init__(self, seats=2, tops=(), puzzles=(), first=0, game=GAME, **options):
        self.seats = seats
        self.options = complete_options(GAME, seats, options)
        self.wanted = {"top": list(tops), "puzzle": list(puzzles), "first": [str(first)]}
        self.table = Table.opened(game, seats, options, self._draw)

    def _draw(self, question, first):
        bag = [item for item, _ in question.bag]
        wanted = self.wanted[question.label.split("/")[0]]
        item = next((item for item in wanted if item in bag), None)
        if item is not None:
            wanted.remove(item)
        return [item or bag[0]]

    @property
    def at(self):
        return self.table.at

    @property
    def state(self):
        return self.table.state

    @property
    def states(self):
        return self.table.states

    @property
    def plies(self):
        return self.table.plies

    @property
    def shown(self):
        return [shown for step in self.table.steps for shown in GAME.shown(step.before, step.ply, step.after)]

    @property
    def asked(self):
        return [ply.draw for ply in self.plies if ply.draw is not None]

    def play(self, seat, text, at=None):
        self.table.play(seat, text, at)
        return self

    def time(self, at):
        self.table.time_up(at)
        return self

    def choose(self, *kinds, at=None):
        for kind in kinds:
            (seat,) = GAME.to_act(self.state)
            self.play(seat, f"C:{kind}", at)
        return self

    def solve(self, seat, at=None):
        return self.play(seat, right_answer(self.state.desks[seat].puzzle), at)

    def moves(self, seat):
        return GAME.legal_texts(self.state, seat)

    def refusal(self, seat, text, at=None):
        try:
            self.play(seat, text, at)
        except (IllegalMove, UnreadableMove) as error:
            return error.code
        return None

    def view(self, eye):
        return GAME.view(self.state, eye)

    def news(self, eye, ply=-1):
        before = self.states[len(self.states) + ply - 1] if ply < 0 else self.states[ply]
        after = self.states[ply] if ply < 0 else self.states[ply + 1]
        return [(one.code, dict(one.params)) for one in GAME.news(before, self.plies[ply], after, eye)]


class Layer(Hand):
    """A live table of two at which the named weights tiles are laid, one a round, by the seat that is named."""

    def __init__(self, *tiles):
        super().__init__(mode="live", tops=tiles)

    def ready(self, seat):
        """The seat takes the weights tile and solves, the other gives up."""
        while GAME.to_act(self.state) and self.state.phase == "choose":
            (chooser,) = GAME.to_act(self.state)
            others = [kind for kind in ("blocks", "pipes", "tangram") if f"C:{kind}" in self.moves(chooser)]
            self.choose("weights" if chooser == seat else others[0])
        return self.play(1 - seat, "G").solve(seat)

    def lay(self, seat, text):
        return self.ready(seat).play(seat, text)


def say(answer):
    return "A:" + canonical(answer).decode()


def right_answer(puzzle):
    found = PUZZLES[puzzle]
    return say(BY_NAME[found.kind].solve(found.data, 1).first)


WRONG = {
    "weights": say({"left": [], "right": []}),
    "tangram": say({tan: {"at": [[0, 0], [0, 0]], "flip": 0, "rot": 0} for tan in "abcdmps"}),
    "pipes": say({"cells": [None] * 9}),
    "blocks": say({block: [] for block in "BGRY"}),
}

__all__ = ["KINDS", "WRONG", "Hand", "Layer", "right_answer", "say"]
