"""Enigma as a fold: who is asked, what may be answered, what it means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from engine.core.chance import Stream
from engine.core.errors import BadDraw, IllegalMove
from engine.core.game import Bot, Draw, Eye, Game, GameInfo, Json, News, Options, Ply, Seat, Shown
from engine.games.enigma import bot, imagining, laying, news, notation, rounds, solving, telling, view
from engine.games.enigma.state import Attempt, Choose, Discard, GiveUp, Lay, Move, Open, State


class Enigma(Game[State, Move]):
    info = GameInfo(
        key="enigma",
        title="Enigma",
        seats=(2, 3, 4),
        rules_version=1,
        options={
            "mode": {"type": "string", "enum": ["async", "live"], "default": "async"},
            "sand_ms": {"type": "integer", "enum": [30000, 45000, 60000, 90000], "default": 60000},
            "cap_ms": {"type": "integer", "minimum": 60000, "maximum": 3600000, "default": 300000},
            "grace_ms": {"type": "integer", "minimum": 0, "maximum": 10000, "default": 0},
        },
        enumerable=False,
    )
    state_type = State
    bots: ClassVar[Mapping[str, Bot]] = {one.key: one for one in (bot.RandomSolver(), bot.Greedy(), bot.Strong())}

    def setup(self, seats: int, options: Options) -> State:
        return rounds.set_up(seats, options)

    # -- who is asked next
    def draw(self, state: State) -> Draw | None:
        return rounds.open_draw(state)

    def to_act(self, state: State) -> frozenset[Seat]:
        if state.pending or state.phase == "over":
            return frozenset()
        if state.phase == "choose":
            return frozenset({rounds.chooser(state)})
        if state.phase == "solve":
            return frozenset(seat for seat, desk in enumerate(state.desks) if not desk.done)
        return frozenset({state.queue[0]})

    def deadline(self, state: State) -> int | None:
        return solving.deadline(state)

    # -- the fold
    def idle_move(self, listed: Sequence[str]) -> str | None:
        # Section 12: whoever lets the thinking time pass without opening has given up this puzzle.
        return "G" if "O" in listed else None

    def legal_moves(self, state: State, seat: Seat) -> Iterator[Move]:
        if seat not in self.to_act(state):
            return
        if state.phase == "choose":
            yield from rounds.choices(state)
        elif state.phase == "solve":
            yield from solving.listed(state, seat)
        else:
            yield from laying.moves(state, seat)

    def play(self, state: State, seat: Seat, move: Move, at: int) -> State:
        if seat not in self.to_act(state):
            raise IllegalMove("not-your-turn" if state.phase != "over" else "match-over")
        after = self._answer(state, seat, move, at)
        return replace(after, stood=rounds.put(after.stood, seat, after.stood[seat] + 1))

    def _answer(self, state: State, seat: Seat, move: Move, at: int) -> State:
        match state.phase, move:
            case "choose", Choose():
                return rounds.choose(state, seat, move, at)
            case "solve", Open():
                return solving.open_puzzle(state, seat, at)
            case "solve", Attempt():
                return solving.attempt(state, seat, move, at)
            case "solve", GiveUp():
                return solving.give_up(state, seat)
            case "lay", Lay():
                return laying.lay(state, seat, move)
            case "lay", Discard():
                return laying.discard(state, seat)
        raise IllegalMove("wrong-phase", phase=state.phase)

    def deal(self, state: State, drawn: tuple[str, ...]) -> State:
        if not state.pending:
            raise BadDraw("no-draw-open")
        return rounds.deal(state, drawn[0])

    def time_up(self, state: State, at: int) -> State:
        return solving.time_up(state, at)

    # -- what people see
    def scores(self, state: State) -> tuple[int, ...]:
        return state.scores

    def winners(self, state: State) -> frozenset[Seat] | None:
        if state.phase != "over":
            return None
        best = max(rounds.ranking(state, seat) for seat in range(state.seats))
        return frozenset(seat for seat in range(state.seats) if rounds.ranking(state, seat) == best)

    def reason(self, state: State) -> str | None:
        return state.reason

    def view(self, state: State, eye: Eye) -> Json:
        return view.view(state, eye)

    def describe(self, view: Json) -> tuple[News, ...]:
        return tuple(telling.describe(view))

    def news(self, before: State, ply: Ply, after: State, eye: Eye) -> tuple[News, ...]:
        return tuple(news.news(before, ply, after, eye))

    def shown(self, before: State, ply: Ply, after: State) -> tuple[Shown, ...]:
        return tuple(news.shown(before, ply, after))

    def write(self, move: Move, eye: Eye) -> str:
        return notation.write(move, eye)

    def read(self, state: State, seat: Seat, text: str) -> Move:
        return notation.read(state, seat, text)

    def imagine(self, view: Json, eye: Eye, chance: Stream) -> State:
        return imagining.imagine(view, eye, chance)
