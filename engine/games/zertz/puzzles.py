"""Wins by force: lines in which every reply is a compulsory capture, and positions where one first move begins one.

A win by force within n plies: the mover meets a goal with its move, or leaves jumps on the board such that each capture
the other seat may answer with (Z36: it has to) lets the mover win by force within n - 2 plies. All placements and
captures of the mover are looked at; what is ruled out without being played is ruled out by a bound that is proved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from engine.core.errors import IllegalMove
from engine.games.zertz import notation, rules
from engine.games.zertz.bots.kernel import NOBODY, Move, Position, spell
from engine.games.zertz.bots.search import all_moves
from engine.games.zertz.data import each
from engine.games.zertz.rules.rings import can_jump, free_rings
from engine.games.zertz.state import WINS, Options, State, position_text

MOST_PLIES: Final = 7
BUDGET: Final = 30_000  # positions that a search looks at before it gives up
JUDGING: Final = 200_000  # the same where an answer is judged: of a puzzle nearly all is known to be less


class BudgetSpent(Exception):
    """The budget is used up: nothing is known."""


@dataclass(frozen=True, slots=True)
class Forced:
    """A win by force: the one first move, and what follows against the longest defence, that move included."""

    line: tuple[str, ...]

    @property
    def plies(self) -> int:
        return len(self.line)


class WinSearch:
    """One position and what is known of those below it; `nodes` counts the positions looked at."""

    def __init__(self, state: State, budget: int = BUDGET) -> None:
        self.board, self.first = state.board, Position(state)
        self.mover = state.side
        self.budget, self.nodes = budget, 0
        self._known: dict[tuple[object, ...], int] = {}

    def winning(self, plies: int, most: int = 2) -> list[Move]:
        """The first moves that win by force within so many plies, at most so many of them."""
        moves: list[Move] = []
        for move in self.forcing(self.first, plies):
            if self.wins_with(self.first, move, plies):
                moves.append(move)
                if len(moves) == most:
                    break
        return moves

    def wins_with(self, position: Position, move: Move, plies: int) -> bool:
        """Whether this move of the mover wins by force within so many plies, itself counted."""
        after = self._played(position, move)
        if after.winner != NOBODY:
            return after.winner == self.mover
        replies = after.captures() if plies >= 3 else []
        return bool(replies) and all(self._holds(after, reply, plies - 1) for reply in replies)

    def _holds(self, position: Position, reply: Move, plies: int) -> bool:
        after = self._played(position, reply)
        return after.winner == NOBODY and self.wins(after, plies - 1)

    def wins(self, position: Position, plies: int) -> bool:
        """Whether the mover, who is to move, wins by force within so many plies."""
        key = (position.rings, *position.marbles, *position.captured[0], *position.captured[1], *position.pool, plies)
        if key not in self._known:
            moves = self.forcing(position, plies)
            self._known[key] = any(self.wins_with(position, move, plies) for move in moves)
        return bool(self._known[key])

    def _played(self, position: Position, move: Move) -> Position:
        self.nodes += 1
        if self.nodes > self.budget:
            raise BudgetSpent
        after = position.copy()
        after.play(move)
        return after

    # -- which moves of the mover may force anything

    def forcing(self, position: Position, plies: int) -> Iterator[Move]:
        """All moves but those that neither win at once nor leave a jump, or that lead to no win in time."""
        if captures := position.captures():
            yield from captures
            return
        white, grey, black = position.marbles
        occupied = white | grey | black
        vacant = position.rings & ~occupied
        colours = [kind for kind, count in enumerate(position.stock()) if count]
        frees = free_rings(position.rings, vacant)
        for removed in list(each(frees)) or [0]:
            cutting = _cut_rings(position.rings & ~removed, vacant & ~removed)
            open_ = vacant & ~removed
            for ring in each(open_):
                forces = plies >= 3 and can_jump(occupied | ring, open_ ^ ring)
                if forces or ring & cutting:
                    yield from ((-1 - kind, ring, removed) for kind in colours)
        if frees and not frees & (frees - 1):  # Z13: the only free ring may be filled, and none is removed then
            yield from ((-1 - kind, frees, 0) for kind in colours)


def _cut_rings(rings: int, vacant: int) -> int:
    """The vacant rings whose filling leaves a group without a vacant ring."""
    left, open_rings = rings, 0
    while left:
        group = grown = left & -left
        while True:
            grown = group | group << 1 | group >> 1 | group << 10 | group >> 10 | group << 11 | group >> 11
            grown &= rings
            if grown == group:
                break
            group = grown
        left &= ~group
        open_ = group & vacant
        if not open_:
            return vacant  # whatever is filled, this group is taken
        if not open_ & (open_ - 1):
            open_rings |= open_
    return open_rings


def forced_win(state: State, budget: int = BUDGET) -> Forced | None:
    """The puzzle that a position is: exactly one of several first moves wins by force within 7 plies, and not at once.

    None: there is no such move or more than one, or the budget does not suffice to know.
    """
    if state.over or state.options.capture_rule != "strict":
        return None
    search = WinSearch(state, budget)
    if len(search.first.captures()) == 1:
        return None  # nothing to choose
    try:
        for plies in range(1, MOST_PLIES + 1, 2):
            moves = search.winning(plies)
            if len(moves) > 1 or (moves and plies == 1):
                return None
        if not moves:
            return None
        return Forced(tuple(longest_line(search, moves[0])))
    except BudgetSpent:
        return None


def start(position: str, goal: str) -> State:
    """The state of a puzzle's position text (Z32)."""
    size = int(position.split(" ", 1)[0])
    return rules.resumed(notation.read_position(position, Options(board=size, goal=goal)))


def puzzle_in(states: Sequence[State]) -> tuple[int, Forced] | None:
    """The puzzle near the end of a play, with its place among the states: where its winner forced the win at last.

    Looked at are positions of the winner from which the other seat only captured until the end.
    """
    end, last = states[-1], len(states) - 1
    if end.winner is None or end.reason not in WINS:
        return None
    for back in range(MOST_PLIES, 2, -2):
        place = last - back
        if place < 0 or states[place].side != end.winner:
            continue
        if not all(state.last.startswith("x ") for state in states[place + 2 :: 2]):
            continue
        begin = states[place]
        if (forced := forced_win(start(position_text(begin), begin.options.goal))) is not None:
            return place, forced
    return None


# -- answers ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Judged:
    """What the own moves so far have come to, and the answer to the last of them."""

    state: Literal["right", "wrong", "solved"]
    reply: str | None = None


def judge(first: State, moves: Sequence[str]) -> Judged:
    """Own moves of whoever solves, the replies played in between: any that still forces the win is right.

    Raises MoveError for a move that the rules do not allow.
    """
    try:
        return _judge(first, moves)
    except BudgetSpent:
        return Judged("wrong")


def _judge(first: State, moves: Sequence[str]) -> Judged:
    search, state = WinSearch(first, JUDGING), first
    position, reply, left = search.first, None, MOST_PLIES
    for text in moves:
        if state.over:
            raise IllegalMove("match-over")
        read = notation.read(state, state.side, text)
        state = _played(state, text)
        move = _kernel_move(search, position, notation.write(read, search.mover))
        if not search.wins_with(position, move, left):
            return Judged("wrong")
        position, left = after(position, move), left - 1
        if position.winner != NOBODY:
            reply = None
            continue
        answer = longest_defence(search, position)
        reply = spell(search.board, position, answer)
        state, position, left = _played(state, reply), after(position, answer), left - 1
    return Judged("solved" if position.winner != NOBODY else "right", reply)


def _played(state: State, text: str) -> State:
    return rules.play(state, state.side, notation.read(state, state.side, text), 0, 2)


def _kernel_move(search: WinSearch, position: Position, text: str) -> Move:
    return next(move for move in all_moves(position) if spell(search.board, position, move) == text)


def after(position: Position, move: Move) -> Position:
    twin = position.copy()
    twin.play(move)
    return twin


# -- lines ------------------------------------------------------------------------------------------------------------


def longest_line(search: WinSearch, first: Move) -> list[str]:
    """The first move, the replies that hold out longest, and the quickest wins against them."""
    position, move, texts = search.first, first, list[str]()
    while True:
        texts.append(spell(search.board, position, move))
        position = after(position, move)
        if position.winner != NOBODY:
            return texts
        reply = longest_defence(search, position)
        texts.append(spell(search.board, position, reply))
        position = after(position, reply)
        move = quickest(search, position)


def longest_defence(search: WinSearch, position: Position) -> Move:
    """The reply that holds out longest; among equals the first in text."""
    replies = sorted(position.captures(), key=lambda move: spell(search.board, position, move))
    return max(replies, key=lambda move: depth(search, after(position, move)))


def depth(search: WinSearch, position: Position) -> int:
    """Within how many plies the mover, who is to move, wins by force; more than all if it does not."""
    return next((plies for plies in range(1, MOST_PLIES + 1, 2) if search.wins(position, plies)), MOST_PLIES + 2)


def quickest(search: WinSearch, position: Position) -> Move:
    plies = depth(search, position)
    return next(move for move in search.forcing(position, plies) if search.wins_with(position, move, plies))
