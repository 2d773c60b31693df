"""What marbles, tiles and potions are worth to a desk, in hundredths of a point. Whole numbers only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.games.potion_explosion.data import COLOURS, RECIPES
from engine.games.potion_explosion.state import FIVE, POOL, SKILL_VALUE, Desk, State

UNIT: Mapping[str, int] = {colour: 1 << (8 * i) for i, colour in enumerate(COLOURS)}
MASK = 255


def pack(marbles: str) -> int:
    """Marbles as one number with eight bits a colour: adding numbers adds marbles."""
    return sum(map(UNIT.__getitem__, marbles))


@dataclass(frozen=True, slots=True)
class Weights:
    """How a bot weighs things. Percentages and hundredths of a point."""

    partial: int = 85  # share of a tile's points that marbles on an unfinished one are worth
    loose: int = 30  # a marble that stays in the pool
    loose_free: int = 45  # the same when a burner is free for a tile of that colour
    hole: int = 95  # what filling a hole costs, for the choice of a new tile
    potions: Mapping[str, int] | None = None  # keeping a potion undrunk; None: nothing
    third: tuple[int, int, int] = (30, 120, 400)  # towards three of a kind: with none, one, two before
    fifth: tuple[int, int, int, int, int] = (20, 40, 80, 160, 400)  # towards five kinds


POTIONS: Mapping[str, int] = {"W": 120, "L": 90, "M": 170, "J": 150, "A": 220, "S": 120, "U": 200, "F": 70}


def turns_left(state: State) -> int:
    """About how many turns this seat has after the present round; 0: this is its last."""
    if state.ending:
        return 0
    tiles = sum(state.sizes) // (2 * len(state.desks)) + 1
    return min(2 * state.countdown, tiles)


class Worth:
    """The worth of loose marbles for the two tiles of a desk, under the best of two ways to share them out."""

    def __init__(self, desk: Desk, weights: Weights, left: int) -> None:
        self.weights = weights
        self.left = left
        self.share = (0, 60, 80)[left] * weights.partial // 85 if left < 3 else weights.partial
        self.tiles = [self._tile(desk, slot) for slot in (0, 1)]
        self._known: dict[tuple[int, int], int] = {}

    def _tile(self, desk: Desk, slot: int) -> tuple[tuple[int, ...], int, int, int]:
        """Open holes by colour, how many are open, how many there are, and the worth when complete."""
        tile = desk.slots[slot]
        if not tile.design:
            return (0, 0, 0, 0), 0, 0, 0
        holes = len(RECIPES[tile.design].holes)
        needs = tuple(tile.open.count(colour) for colour in COLOURS)
        return needs, len(tile.open), holes, full_worth(desk, tile.design, self.weights, self.left)

    def of(self, loose: int, joy: int = 0) -> int:
        key = (loose, joy)
        if (worth := self._known.get(key)) is None:
            worth = self._known[key] = max(self._shared(loose, joy, 0), self._shared(loose, joy, 1))
        return worth

    def _shared(self, loose: int, joy: int, first: int) -> int:
        """Slot `first` is served first."""
        (needs, open_1, holes_1, full_1), (others, open_2, holes_2, full_2) = (
            self.tiles[first],
            self.tiles[1 - first],
        )
        placed_1 = placed_2 = spare = 0
        for i in range(4):
            have = (loose >> (8 * i)) & MASK
            if have:
                share_1 = min(have, needs[i])
                share_2 = min(have - share_1, others[i])
                placed_1 += share_1
                placed_2 += share_2
                spare += have - share_1 - share_2
        if joy:
            wild = min(joy, spare, open_1 - placed_1)
            more = min(joy - wild, spare - wild, open_2 - placed_2)
            placed_1, placed_2, spare = placed_1 + wild, placed_2 + more, spare - wild - more
        free = open_1 == placed_1 or open_2 == placed_2
        total = self._progress(placed_1, open_1, holes_1, full_1) + self._progress(placed_2, open_2, holes_2, full_2)
        if self.left:
            total += min(spare, POOL) * (self.weights.loose_free if free else self.weights.loose)
        return total

    def _progress(self, placed: int, open_holes: int, holes: int, full: int) -> int:
        if not holes:
            return 0
        if placed == open_holes:
            return full
        return full * self.share * (holes - open_holes + placed) // (100 * holes)

    def plan(self, loose: int) -> int:
        """The slot to be served first."""
        return 0 if self._shared(loose, 0, 0) >= self._shared(loose, 0, 1) else 1


def full_worth(desk: Desk, design: str, weights: Weights, left: int) -> int:
    """Points, the way to a skill token, and the potion to be drunk later."""
    kind = design[0]
    total = 100 * RECIPES[design].points + token_worth(desk, kind, weights, left)
    return total + potion_worth(kind, weights, left)


def token_worth(desk: Desk, kind: str, weights: Weights, left: int) -> int:
    total = 0
    same = desk.completed(kind)
    if kind not in desk.awards and same < 3:
        total += weights.third[same] if left or same == 2 else 0
    kinds = {done[0] for done in desk.done}
    if FIVE not in desk.awards and kind not in kinds and len(kinds) < 5:
        total += weights.fifth[len(kinds)] if left or len(kinds) == 4 else 0
    return min(total, 200 * SKILL_VALUE)


def potion_worth(kind: str, weights: Weights, left: int) -> int:
    if weights.potions is None or not left:
        return 0
    return weights.potions[kind] * min(left, 3) // 3


def tile_worth(desk: Desk, design: str, weights: Weights, left: int) -> int:
    """What it brings to take this tile now: its worth less what its holes cost, and what the pool fills at once."""
    holes = RECIPES[design].holes
    gain = full_worth(desk, design, weights, left) - weights.hole * len(holes)
    fits = sum(min(desk.pool.count(colour), holes.count(colour)) for colour in COLOURS)
    other = next((tile.open for tile in desk.slots if tile.design), "")
    same = sum(min(other.count(colour), holes.count(colour)) for colour in COLOURS)
    return gain + 40 * fits - 12 * same
