"""Tree search on the kernel: which moves are worth a look, and which of them hold.

A node is a position where somebody has a choice: lone captures are played at once and are no depth. A leaf is sounded
by short random play a few times before it grows; growing judges its moves, captures played out, and sorts them. What a
node is worth mixes the mean of all soundings below it with the best that its moves promise. Only correctly rounded
arithmetic (+ - * / sqrt) decides; ties go by an order that the seed draws.
"""

from __future__ import annotations

import math

from engine.games.zertz.bots.evaluate import WON, quiet_value
from engine.games.zertz.bots.kernel import NOBODY, PASS, Dice, Move, Position
from engine.games.zertz.data import each
from engine.games.zertz.rules.rings import STEPS, free_rings, isolated

Pair = tuple[int, int]  # ring filled, ring removed

SCALE = 1200  # the lead that counts half-way from even to won
TRUST = 0.7  # the share of the best promise in a node's value; the rest is the mean
EXPLORE = 0.2
FIRST, MORE = 6, 1.5  # so many moves of a node are open, and so many more times the root of its visits
RIPE = 3  # visits after which a leaf grows
PLIES = 4  # random plies of a sounding
QUIET = 6  # placements that touch nothing, at nodes below the root


# -- moves ------------------------------------------------------------------------------------------------------------


def all_moves(position: Position) -> list[Move]:
    """Every legal move."""
    if captures := position.captures():
        return list[Move](captures)
    vacant = _vacant(position)
    free = free_rings(position.rings, vacant)
    pairs = [(ring, removed) for ring in each(vacant) for removed in (list(each(free & ~ring)) or [0])]
    return [(kind, *pair) for kind in _colours(position) for pair in pairs] or [PASS]


def promising(position: Position, dice: Dice) -> list[Move]:
    """The captures, or placements of every sort: most of the thousands differ only in a removal far away.

    Kept are the ones that cut something off, and next to a marble one for each removal that blocks a jump and one
    for any other removal; of those that touch nothing a few.
    """
    if captures := position.captures():
        return list[Move](captures)
    colours = _colours(position)
    if not colours:
        return [PASS]
    cutting, touching, quiet = _sorts(position, dice)
    dice.shuffle(quiet)
    pairs = dict.fromkeys(cutting + touching + quiet[: max(2, QUIET // len(colours))])
    return [(kind, *pair) for pair in pairs for kind in colours]


def _sorts(position: Position, dice: Dice) -> tuple[list[Pair], list[Pair], list[Pair]]:
    vacant = _vacant(position)
    occupied, rings = position.rings & ~vacant, position.rings
    frees = list(each(free_rings(rings, vacant)))
    cuts = [free for free in frees if isolated(rings ^ free, vacant ^ free)]
    cutting = [pair for free in frees for pair in _fill_and_cut(rings, vacant, free)]
    touching: list[Pair] = []
    quiet: list[Pair] = []
    beside = _beside(occupied)
    for ring in each(vacant):
        left = [free for free in frees if free != ring]
        if not left:
            (touching if ring & beside else quiet).append((ring, 0))
            continue
        cutting += [(ring, free) for free in cuts if free != ring]
        any_other = left[dice.below(len(left))]
        if ring & beside:
            lands = _landings(ring, occupied)
            touching += [(ring, free) for free in left if free & lands] + [(ring, any_other)]
        else:
            quiet.append((ring, any_other))
    return cutting, touching, quiet


def _fill_and_cut(rings: int, vacant: int, removed: int) -> list[Pair]:
    """Removals that cut something off only together with the filling of a ring near by."""
    rings, vacant = rings ^ removed, vacant ^ removed
    near = _beside(removed)
    return [(ring, removed) for ring in each((near | _beside(near & rings)) & vacant) if isolated(rings, vacant ^ ring)]


def _landings(ring: int, occupied: int) -> int:
    """The rings where jumps by or over a marble on `ring` would land: removing one of them forbids that jump."""
    landings = 0
    for step in STEPS:
        if ring << step & occupied:
            landings |= ring >> step | ring << 2 * step
        if ring >> step & occupied:
            landings |= ring << step | ring >> 2 * step
    return landings


def _beside(bits: int) -> int:
    return bits << 1 | bits >> 1 | bits << 10 | bits >> 10 | bits << 11 | bits >> 11


def _vacant(position: Position) -> int:
    white, grey, black = position.marbles
    return position.rings & ~(white | grey | black)


def _colours(position: Position) -> list[int]:
    return [-1 - kind for kind, count in enumerate(position.stock()) if count]


# -- the tree ---------------------------------------------------------------------------------------------------------


class MoveNode:
    """Values are seat 0's, from -1 (lost) to 1 (won)."""

    __slots__ = ("best", "move", "opened", "position", "sign", "total", "visits", "waiting")

    def __init__(self, position: Position, move: Move) -> None:
        self.position, self.move = position, move
        self.sign = 1 if position.side == 0 else -1
        self.best = self.sign * squash(quiet_value(position))
        self.visits, self.total = 0, 0.0
        self.opened: list[MoveNode] = []
        self.waiting: list[MoveNode] | None = None  # the moves that are not open yet, the best of them last

    def grow(self, moves: list[Move], dice: Dice) -> None:
        """Judges the moves. They are shuffled first, so that among equals no corner of the board is preferred."""
        dice.shuffle(moves)
        self.waiting = [MoveNode(after(self.position, move), move) for move in moves]
        self.waiting.sort(key=lambda child: self.sign * child.best)
        self.best = self.waiting[-1].best

    def pick(self) -> MoveNode:
        """The child to go to: among the open ones, of which there are more with every visit."""
        root = math.sqrt(self.visits)
        while self.waiting and len(self.opened) < FIRST + MORE * root:
            self.opened.append(self.waiting.pop())
        sign, bonus = self.sign, EXPLORE * root
        return max(self.opened, key=lambda child: sign * child.value() + bonus / (1 + child.visits))

    def value(self) -> float:
        return TRUST * self.best + (1 - TRUST) * self.total / self.visits if self.visits else self.best

    def learn(self, result: float) -> None:
        self.visits += 1
        self.total += result
        if self.opened:
            known = [child.best for child in self.opened]
            if self.waiting:
                known.append(self.waiting[-1].best)
            self.best = max(known) if self.sign > 0 else min(known)


def squash(value: int) -> float:
    if abs(value) > WON // 2:
        return math.copysign(1 - (WON - abs(value)) / 1000, value)
    return value / (abs(value) + SCALE)


def after(position: Position, move: Move) -> Position:
    """The position after a move and the lone captures that follow: nobody chooses them, so they are no depth."""
    twin = position.copy()
    twin.play(move)
    while twin.winner == NOBODY:
        captures = twin.captures()
        if len(captures) != 1:
            break
        twin.capture(captures[0])
    return twin


def grow_tree(position: Position, simulations: int, dice: Dice) -> MoveNode:
    """The root of a tree of so many simulations; all moves of the root are judged."""
    root = MoveNode(position.copy(), PASS)
    root.grow(all_moves(position), dice)
    for _ in range(simulations):
        node, path = root, [root]
        while node.waiting is not None:
            node = node.pick()
            path.append(node)
        result = _reach(node, dice)
        for passed in reversed(path):
            passed.learn(result)
    return root


def _reach(leaf: MoveNode, dice: Dice) -> float:
    """What a simulation learns at its end."""
    if leaf.position.winner != NOBODY:
        return leaf.best
    if leaf.visits >= RIPE:
        leaf.grow(promising(leaf.position, dice), dice)
        return leaf.best
    return sound(leaf.position, dice)


def sound(position: Position, dice: Dice) -> float:
    """Some random plies, captures played out, and a look at where that leads; seat 0's value."""
    twin = position.copy()
    for _ in range(PLIES):
        if twin.winner != NOBODY:
            break
        twin.random_ply(dice)
    value = squash(quiet_value(twin))
    return value if twin.side == 0 else -value
