"""What the opponents share: they really solve; their thinking time is drawn from the seed, not taken (section 11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.bots.appraisal import share_of_lead
from engine.bots.search import by_score
from engine.core.chance import Stream
from engine.core.codec import canonical
from engine.core.game import Bot, Choice, Game, Json, Seat
from engine.games.enigma.bots import evaluate
from engine.games.enigma.data import PUZZLES
from engine.games.enigma.imagine import imagine
from engine.games.enigma.notation import write
from engine.games.enigma.rules.kinds import BY_NAME
from engine.games.enigma.rules.laying import moves
from engine.games.enigma.rules.rounds import choices
from engine.games.enigma.state import Choose, Discard, LayTile, Move, State

SCALE = 12 * evaluate.POINT  # the lead that counts half-way from even to won


class Solver(Bot):
    """Solves with the solver of the kind and submits through the same checker as everybody."""

    pace: int  # per cent of the par time

    def choose(self, game: Game[Any, Any], view: Json, seat: Seat, budget: int, seed: bytes) -> Choice:
        state = imagine(view, seat, Stream(seed, "imagine", 0))
        if state.phase == "solve":
            return self._solve(state, seat, seed)
        if state.phase == "choose":
            return self._pick(state, seat, Stream(seed, "pick", 0))
        return self._lay(state, seat, budget, Stream(seed, "pick", 0))

    def shares(
        self, game: Game[Any, Any], view: Json, seat: Seat, moves: Sequence[str], budget: int, seed: bytes
    ) -> list[int]:
        """By the lead and what each move adds to it. Solving is no choice: whatever was answered counts the same."""
        state = imagine(view, seat, Stream(seed, "imagine", 0))
        lead = evaluate.POINT * by_score(game, state, seat)
        adds = [self._adds(state, seat, game.read(state, seat, move)) for move in moves]
        return [share_of_lead(lead + more, SCALE, state.seats) for more in adds]

    def _adds(self, state: State, seat: Seat, move: Move) -> int:
        match move:
            case Choose():
                return self._promise(state, seat, move)
            case LayTile() | Discard():
                return evaluate.value_of(state, seat, move) + evaluate.replies(state, seat, move)
        return 0

    def _solve(self, state: State, seat: Seat, seed: bytes) -> Choice:
        desk = state.desks[seat]
        if desk.puzzle is None:
            return Choice("O", nodes=1)
        puzzle = PUZZLES[desk.puzzle]
        solutions = BY_NAME[puzzle.kind].solve(puzzle.data, 1)
        if solutions.first is None:
            return Choice("G", nodes=solutions.nodes)
        wait = evaluate.solving_ms(puzzle.par_s, self.pace, Stream(seed, "time", 0))
        return Choice(f"A:{canonical(solutions.first).decode()}", nodes=solutions.nodes, wait_ms=wait)

    def _pick(self, state: State, seat: Seat, chance: Stream) -> Choice:
        """The pile whose visible tile promises most, weighed with the chance to solve that kind."""
        values = {move: self._promise(state, seat, move) for move in choices(state)}
        best = max(values.values())
        move = next(move for move, value in values.items() if value == best)
        return Choice(write(move, seat), nodes=len(values), value=best)

    def _promise(self, state: State, seat: Seat, move: Choose) -> int:
        return evaluate.promise(state, seat, move.kind, self.pace)

    def _lay(self, state: State, seat: Seat, budget: int, chance: Stream) -> Choice:
        values = {write(move, seat): self._value(state, seat, move, budget) for move in moves(state, seat)}
        best = max(values.values())
        return Choice(min(text for text, value in values.items() if value == best), nodes=len(values), value=best)

    def _value(self, state: State, seat: Seat, move: LayTile | Discard, budget: int) -> int:
        return evaluate.value_of(state, seat, move)


class RandomSolver(Solver):
    """Takes its time, and takes and lays whatever comes."""

    key, level, pace = "random", 1, 180

    def _pick(self, state: State, seat: Seat, chance: Stream) -> Choice:
        return Choice(write(chance.choose(list(choices(state))), seat), nodes=1)

    def _lay(self, state: State, seat: Seat, budget: int, chance: Stream) -> Choice:
        return Choice(chance.choose(sorted(write(move, seat) for move in moves(state, seat))), nodes=1)
