"""A match in memory: deal, play, time_up, frame. Knows no log, no clock of its own and no people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias

from engine.core import chance
from engine.core.errors import BadDraw
from engine.core.game import Draw, Eye, Game, Json, Options, Ply, S, Seat, complete_options, view_fields
from engine.core.replay import must_be_asked, step

Drawer: TypeAlias = Callable[[Draw, int], Sequence[str]]  # the outcome of a draw; how often its label was picked before
NEWS_STEPS = 8  # a frame has the news of so many of the last steps


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """One ply that stands, and the states around it."""

    before: S
    ply: Ply
    after: S


def from_key(key: bytes) -> Drawer:
    """Draws as fair1 makes them from a chance key (fairness.md section 5)."""
    return lambda question, first: chance.draw(key, question.label, first, question.bag, question.count)


def from_stream(stream: chance.Stream) -> Drawer:
    """Draws as likely as at a table, one after another from one stream: for search and playouts."""

    def drawn(question: Draw, first: int) -> list[str]:
        left, items = dict(question.bag), []
        for _ in range(question.count):
            items.append(stream.pick(left.items()))
            left[items[-1]] -= 1
        return items

    return drawn


def deals(
    game: Game[S, Any], state: S, drawer: Drawer, at: int = 0, picks: Counter[str] | None = None
) -> Iterator[Step[S]]:
    """Answers every open draw, one step each; `picks` counts those of each label and is kept up to date."""
    picks = Counter() if picks is None else picks
    while (question := game.draw(state)) is not None:
        drawn = tuple(drawer(question, picks[question.label]))
        ply = Ply(at=at, draw=question, drawn=drawn)
        after = step(game, state, ply)
        picks[question.label] += question.count
        yield Step(state, ply, after)
        state = after


def settled(game: Game[S, Any], state: S, drawer: Drawer) -> S:
    """The state once no draw is open."""
    for dealt in deals(game, state, drawer):
        state = dealt.after
    return state


class Table(Generic[S]):
    """The steps of one match. With a drawer every open draw is answered at once, without it by `deal`."""

    def __init__(self, game: Game[S, Any], first: S, drawer: Drawer | None = None) -> None:
        self.game, self.first, self.drawer = game, first, drawer
        self.steps: list[Step[S]] = []
        self.picks: Counter[str] = Counter()  # of each label so far
        if drawer is not None:
            self.steps += deals(game, first, drawer, 0, self.picks)

    @classmethod
    def opened(
        cls, game: Game[S, Any], seats: int, options: Options | None = None, drawer: Drawer | None = None
    ) -> Table[S]:
        """A new match. Raises BadOptions."""
        return cls(game, game.setup(seats, complete_options(game, seats, options or {})), drawer)

    # -- the position
    @property
    def state(self) -> S:
        return self.steps[-1].after if self.steps else self.first

    @property
    def states(self) -> list[S]:
        """From the first to the last."""
        return [self.first, *(made.after for made in self.steps)]

    @property
    def plies(self) -> list[Ply]:
        return [made.ply for made in self.steps]

    @property
    def at(self) -> int:
        """The time of the last ply."""
        return self.steps[-1].ply.at if self.steps else 0

    @property
    def over(self) -> bool:
        return self.game.winners(self.state) is not None

    def asked(self) -> list[Seat]:
        """The seats that may answer now: nobody while a draw is open."""
        return [] if self.game.draw(self.state) is not None else sorted(self.game.to_act(self.state))

    def answered(self, seat: Seat) -> int:
        """How many moves of that seat stand."""
        return sum(made.ply.seat == seat for made in self.steps)

    def legal(self, seat: Seat) -> list[str]:
        """The moves listed for that seat; none while it is not asked."""
        return self.game.legal_texts(self.state, seat) if seat in self.asked() else []

    # -- plies
    def deal(self, drawn: Sequence[str]) -> list[Step[S]]:
        """Answers the open draw. Raises BadDraw."""
        question = self.game.draw(self.state)
        if question is None:
            raise BadDraw("no-draw-open")
        return self._add(Ply(at=self.at, draw=question, drawn=tuple(drawn)))

    def play(self, seat: Seat, text: str, at: int | None = None) -> list[Step[S]]:
        """A seat's answer, and the draws that follow. Raises MoveError and changes nothing then."""
        must_be_asked(self.game, self.state, seat)
        move = self.game.read(self.state, seat, text)
        return self._add(Ply(at=self.at if at is None else at, seat=seat, move=move))

    def time_up(self, at: int | None = None) -> list[Step[S]]:
        """The game's own timer runs out; without a time at the moment it is due. LookupError: no timer runs."""
        if at is None:
            due = self.game.deadline(self.state)
            if due is None:
                raise LookupError("no timer runs")
            at = max(self.at, due)
        return self._add(Ply(at=at))

    def go_back(self, steps: int) -> None:
        """To the state after that many steps; picks of later draws count no more."""
        for made in self.steps[steps:]:
            if made.ply.draw is not None:
                self.picks[made.ply.draw.label] -= made.ply.draw.count
        del self.steps[steps:]

    def _add(self, ply: Ply) -> list[Step[S]]:
        """The ply and the draws that follow it: all of them, or after an error none."""
        picks, made = self.picks.copy(), [Step(self.state, ply, step(self.game, self.state, ply))]
        if ply.draw is not None:
            picks[ply.draw.label] += ply.draw.count
        if self.drawer is not None:
            made += deals(self.game, made[0].after, self.drawer, ply.at, picks)
        self.steps += made
        self.picks = picks
        return made

    # -- what an eye sees
    def frame(self, eye: Eye) -> Json:
        """The fields of a frame that follow from the match alone, `due` in milliseconds since it began."""
        game, state = self.game, self.state
        moves = None if eye is None or eye not in self.asked() else game.legal_texts(state, eye)
        winners = game.winners(state)
        return {
            "seq": len(self.steps),
            "eye": eye,
            "game": game.info.key,
            **view_fields(game, game.view(state, eye)),
            "decision": None if eye is None or moves is None else self.answered(eye) + 1,
            "moves": moves,
            "to_act": self.asked(),
            "scores": list(game.scores(state)),
            "winners": None if winners is None else sorted(winners),
            "reason": game.reason(state),
            "due": game.deadline(state),
            "news": self._news(eye),
        }

    def _news(self, eye: Eye) -> Json:
        first = max(0, len(self.steps) - NEWS_STEPS)
        return [
            {"seq": seq, "code": line.code, "params": dict(line.params)}
            for seq, made in enumerate(self.steps[first:], first + 1)
            for line in self.game.news(made.before, made.ply, made.after, eye)
        ]
