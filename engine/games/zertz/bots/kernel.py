"""A position that search changes in place: the rules of Z10-Z27 on bare bit sets, as fast as plain Python goes.

It knows captures as compulsory (Z36); the claim procedure stays with the rules. Tests hold it equal to them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from itertools import chain, count
from typing import Any

from engine.core.chance import Stream
from engine.games.zertz.data import BOARDS, COLOURS, RingBoard
from engine.games.zertz.notation import read_position
from engine.games.zertz.rules.rings import Chain, chains, free_rings, isolated
from engine.games.zertz.state import GOALS, State

Move = tuple[int, ...]  # a chain, or (-1 - colour, ring filled, ring removed or 0), or PASS
Pick = Callable[[], int]

NOBODY, DRAWN = -1, 2  # winner while in play, and of a drawn match
PASS: Move = (0,)


class Position:
    __slots__ = ("captured", "marbles", "need", "need_each", "plies", "pool", "rings", "seen", "side", "winner")

    def __init__(self, state: State) -> None:
        goal = GOALS[state.options.goal]
        self.need, self.need_each = goal.colour, goal.each
        self.rings = state.rings
        self.marbles = list(state.marbles)
        self.pool = list(state.pool)
        self.captured = (list(state.captured[0]), list(state.captured[1]))
        self.side = state.side
        self.winner = NOBODY
        self.plies = 0
        self.seen: dict[tuple[int, ...], int] = {}  # Z26: how often what can come back has been there
        for text in state.seen:
            earlier = read_position(text, state.options)
            key = (*earlier.marbles, *earlier.captured[0], *earlier.captured[1], earlier.side)
            self.seen[key] = self.seen.get(key, 0) + 1

    def copy(self) -> Position:
        twin = Position.__new__(Position)
        twin.need, twin.need_each = self.need, self.need_each
        twin.rings, twin.marbles, twin.pool = self.rings, self.marbles[:], self.pool[:]
        twin.captured = (self.captured[0][:], self.captured[1][:])
        twin.side, twin.winner, twin.plies = self.side, self.winner, self.plies
        twin.seen = self.seen.copy() if self.seen else {}
        return twin

    # -- what may be done

    def captures(self) -> list[Chain]:
        """Z14-Z16: every complete chain; empty if no jump exists."""
        white, grey, black = self.marbles
        occupied = white | grey | black
        return chains(occupied, self.rings & ~occupied)

    def stock(self) -> list[int]:
        """Z11."""
        return self.pool if any(self.pool) else self.captured[self.side]

    def count_moves(self) -> int:
        """How many legal moves there are, without listing them."""
        if self.winner != NOBODY:
            return 0
        if captures := self.captures():
            return len(captures)
        white, grey, black = self.marbles
        vacant = self.rings & ~(white | grey | black)
        colours = sum(map(bool, self.stock()))
        if not colours:
            return 1
        places, free = vacant.bit_count(), free_rings(self.rings, vacant).bit_count()
        # Z13: each pair of different rings; with at most one free ring, filling it or finding none is a move too
        return colours * (places * free - free if free > 1 else places)

    # -- what is done

    def capture(self, move: Chain) -> None:
        marbles, mine = self.marbles, self.captured[self.side]
        start, end = move[0], move[-1]
        kind = 0 if marbles[0] & start else 1 if marbles[1] & start else 2
        marbles[kind] ^= start
        for over in move[1::2]:
            taken = 0 if marbles[0] & over else 1 if marbles[1] & over else 2
            marbles[taken] ^= over
            mine[taken] += 1
        marbles[kind] |= end
        if self._met(mine):
            self.winner = self.side
        self._turn()

    def place(self, kind: int, ring: int, removed: int) -> None:
        marbles = self.marbles
        self.stock()[kind] -= 1
        marbles[kind] |= ring
        if removed:
            self.rings ^= removed
            self.seen.clear()
        rings = self.rings
        open_ = rings & ~(marbles[0] | marbles[1] | marbles[2])
        near = open_ << 1 | open_ >> 1 | open_ << 10 | open_ >> 10 | open_ << 11 | open_ >> 11
        if rings & ~open_ & ~near and (won := isolated(rings, open_)):
            self._take(won)
        self._turn()

    def _take(self, won: int) -> None:
        """Z20, Z22."""
        mine = self.captured[self.side]
        for kind in (0, 1, 2):
            mine[kind] += (self.marbles[kind] & won).bit_count()
            self.marbles[kind] &= ~won
        self.rings &= ~won
        self.seen.clear()
        if not self.rings or self._met(mine):
            self.winner = self.side

    def _met(self, mine: list[int]) -> bool:
        need = self.need
        if mine[0] >= need[0] or mine[1] >= need[1] or mine[2] >= need[2]:
            return True
        return min(mine) >= self.need_each

    def _turn(self) -> None:
        self.plies += 1
        self.side = 1 - self.side
        if self.winner == NOBODY and not any(self.pool):
            self._look_for_draw()

    def _look_for_draw(self) -> None:
        """Z26, Z27."""
        key = (*self.marbles, *self.captured[0], *self.captured[1], self.side)
        times = self.seen.get(key, 0) + 1
        self.seen[key] = times
        if times >= 3 or self._dead():
            self.winner = DRAWN

    def _dead(self) -> bool:
        """Z27, with the pool empty."""
        return not (any(self.captured[0]) or any(self.captured[1]) or self.captures())

    def winners(self, both_lose: bool) -> tuple[int, ...]:
        """Who has won once it is over: both share a draw, unless `both_lose` a dead position."""
        if self.winner != DRAWN:
            return (self.winner,)
        return () if both_lose and self._dead() else (0, 1)

    def play(self, move: Move) -> None:
        first = move[0]
        if first < 0:
            self.place(-1 - first, move[1], move[2])
        elif first:
            self.capture(move)
        else:
            self._turn()

    # -- at random

    def run(self, dice: Dice) -> None:
        """Plays at random until the match is over: every legal move as likely as the other."""
        while self.winner == NOBODY:
            self.random_ply(dice)

    def random_ply(self, dice: Dice) -> None:
        white, grey, black = self.marbles
        occupied = white | grey | black
        vacant = self.rings & ~occupied
        captures = chains(occupied, vacant)
        if captures:
            self.capture(captures[0] if len(captures) == 1 else captures[dice.below(len(captures))])
        elif any(stock := self.stock()):
            self._place_at_random(stock, vacant, dice)
        else:
            self._turn()

    def _place_at_random(self, stock: list[int], vacant: int, dice: Dice) -> None:
        draw_ring, draw_colour = dice.ring, dice.colour
        while not stock[kind := draw_colour()]:
            pass
        free = free_rings(self.rings, vacant)
        if free & (free - 1):  # of two or more: first the one to remove, then any other to fill
            while not (removed := draw_ring()) & free:
                pass
            vacant ^= removed
        else:
            removed = free
        while not (ring := draw_ring()) & vacant:
            pass
        self.place(kind, ring, removed & ~ring)


class Dice:
    """What random matches on one board ask chance for, from endless sequences that follow from a seed."""

    def __init__(self, size: int, seed: bytes) -> None:
        stream = Stream(seed, "dice", 0)
        self._key = b"".join(stream.word().to_bytes(8, "big") for _ in range(4))
        self.ring = self._endless("ring", list(BOARDS[size].label_of))
        self.colour = self._endless("colour", [0, 1, 2])
        self._byte = self._endless("byte", list(range(256)))

    def below(self, k: int) -> int:
        return (self._byte() << 8 | self._byte()) * k >> 16

    def shuffle(self, items: list[Any]) -> None:
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def _endless(self, name: str, items: list[int]) -> Pick:
        """A function that gives one of the items (256 at most), each as likely as the other."""
        k = len(items)
        table, beyond = bytes(n % k for n in range(256)), bytes(range(256 - 256 % k, 256))

        def block(n: int) -> Iterator[int]:
            data = hashlib.shake_128(self._key + f"/{name}/{n}".encode()).digest(1 << 13)
            return map(items.__getitem__, data.translate(table, beyond))

        return chain.from_iterable(map(block, count())).__next__


def playouts(state: State, n: int, seed: bytes) -> tuple[int, tuple[int, int]] | None:
    """Plies played and wins by seat of n random matches; a shared win counts for each. None: it cannot play these."""
    if state.over or state.options.capture_rule == "claim":
        return None
    dice, first = Dice(state.options.board, seed), Position(state)
    plies, wins, both_lose = 0, [0, 0], state.options.dead_position == "double_loss"
    for _ in range(n):
        position = first.copy()
        position.run(dice)
        plies += position.plies
        for seat in position.winners(both_lose):
            wins[seat] += 1
    return plies, (wins[0], wins[1])


def spell(board: RingBoard, position: Position, move: Move) -> str:
    """A move of the kernel in core form (Z30)."""
    if move == PASS:
        return "-"
    label_of, first = board.label_of, move[0]
    if first < 0:
        removed = f",{label_of[move[2]]}" if move[2] else ""
        return f"{COLOURS[-1 - first]}{label_of[move[1]]}{removed}"
    text = f"x {label_of[first]}"
    for over, to in zip(move[1::2], move[2::2], strict=True):
        kind = next(kind for kind, held in enumerate(position.marbles) if held & over)
        text += COLOURS[kind] + label_of[to]
    return text
