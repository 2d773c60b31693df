"""A turn as a bot thinks it: what is certain of the dispenser, marbles as packed numbers, single steps and their lines.

Newcomers are unknown here, so a track is only what is left of it for certain. Completed tiles, hand and pool
are not told apart: what counts is how many marbles of each colour the turn has brought.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, groupby

from engine.games.potion_explosion.bots.evaluate import UNIT, Weights, pack, potion_worth
from engine.games.potion_explosion.data import COLOURS, KINDS
from engine.games.potion_explosion.rules.dispenser import certain
from engine.games.potion_explosion.rules.placing import pending
from engine.games.potion_explosion.state import FILTER_MOST, HELP_VALUE, JOY_STEPS, REACH, State

Win = tuple[int, int, str]  # place, marbles won, what is left of the track


@lru_cache(maxsize=50_000)
def wins(track: str) -> tuple[Win, ...]:
    """Every regular pick of a track, as far as it is certain."""
    results = []
    for place in range(1, min(len(track), REACH) + 1):
        won, left = certain(track, place)
        results.append((place, pack(won), left))
    return tuple(results)


@dataclass(frozen=True, slots=True)
class TurnNode:
    """Where a turn has got to: marbles, potions, and what was used up on the way."""

    tracks: tuple[str, ...]
    loose: int
    undrunk: str
    drunk: str
    picked: bool
    helped: bool
    joy: int = 0  # wild placements still to come
    spent: int = 0  # help and potions used, in hundredths of a point
    first: str = ""  # the first move of the line that led here


def node_of(state: State) -> TurnNode:
    desk = state.desk
    undrunk = "".join(kind * desk.undrunk(kind) for kind in KINDS)
    return TurnNode(
        state.tracks,
        pack(state.hand + desk.pool),
        undrunk,
        desk.drunk,
        state.picked,
        state.helped or not state.helps_left,
    )


class Steps:
    """The single steps from a node; pools of the other seats are taken from the state."""

    def __init__(self, state: State, weights: Weights, left: int) -> None:
        self.weights, self.left = weights, left
        self.joyful = not pending(state) and any(tile.open for tile in state.desk.slots)  # P48
        self.pools = [(seat, desk.pool) for seat, desk in enumerate(state.desks) if seat != state.turn and desk.pool]

    def after(self, node: TurnNode) -> Iterator[TurnNode]:
        if not node.picked:
            yield from self.picks(node)
        if not node.helped:
            for text, tracks, won in _single(node):
                yield _stepped(node, "H" + text, tracks, won, cost=-100 * HELP_VALUE, helped=True)
        for kind in dict.fromkeys(node.undrunk):
            if kind != "S":
                yield from self._drinks(node, kind, kind)
            else:
                for again in dict.fromkeys(node.drunk.replace("S", "")):
                    yield from self._drinks(node, again, "S")

    def cost(self, text: str) -> int:
        """What a step uses up."""
        if text.startswith("H"):
            return -100 * HELP_VALUE
        return potion_worth(text[1], self.weights, self.left) if text.startswith("D") else 0

    def picks(self, node: TurnNode) -> Iterator[TurnNode]:
        for track, marbles in enumerate(node.tracks):
            for place, won, left in wins(marbles):
                tracks = (*node.tracks[:track], left, *node.tracks[track + 1 :])
                yield _stepped(node, f"T{track + 1}.{place}", tracks, won, picked=True)

    def _drinks(self, node: TurnNode, kind: str, paid: str) -> Iterator[TurnNode]:
        cost = potion_worth(paid, self.weights, self.left)
        name = "D" + ("S" if paid == "S" else "") + kind
        if kind == "L":
            for seat, pool in self.pools:
                yield _stepped(node, f"{name}{seat + 1}", node.tracks, pack(pool), cost=cost, paid=paid)
        elif kind == "J":
            if node.loose and self.joyful:
                yield _stepped(node, name, node.tracks, 0, cost=cost, paid=paid, joy=JOY_STEPS)
        else:
            for text, tracks, won in _EFFECTS[kind](node):
                yield _stepped(node, name + text, tracks, won, cost=cost, paid=paid)


def _stepped(
    node: TurnNode,
    text: str,
    tracks: tuple[str, ...],
    won: int,
    *,
    cost: int = 0,
    paid: str = "",
    picked: bool = False,
    helped: bool = False,
    joy: int = 0,
) -> TurnNode:
    return TurnNode(
        tracks,
        node.loose + won,
        node.undrunk.replace(paid, "", 1) if paid else node.undrunk,
        node.drunk + paid,
        node.picked or picked,
        node.helped or helped,
        node.joy + joy,
        node.spent + cost,
        node.first or text,
    )


Effect = tuple[str, tuple[str, ...], int]  # text after the kind, tracks left, marbles won


def _with(tracks: tuple[str, ...], track: int, left: str) -> tuple[str, ...]:
    return (*tracks[:track], left, *tracks[track + 1 :])


def _single(node: TurnNode) -> Iterator[Effect]:
    for track, marbles in enumerate(node.tracks):
        for at in range(min(len(marbles), REACH)):
            left = marbles[:at] + marbles[at + 1 :]
            yield f"{track + 1}.{at + 1}", _with(node.tracks, track, left), UNIT[marbles[at]]


def _pairs(node: TurnNode) -> Iterator[Effect]:
    for track, marbles in enumerate(node.tracks):
        for at in range(min(len(marbles), REACH) - 1):
            if marbles[at] != marbles[at + 1]:
                left = marbles[:at] + marbles[at + 2 :]
                won = UNIT[marbles[at]] + UNIT[marbles[at + 1]]
                yield f"{track + 1}.{at + 1}", _with(node.tracks, track, left), won


def _runs(node: TurnNode) -> Iterator[Effect]:
    for track, marbles in enumerate(node.tracks):
        at = 0
        for colour, same in groupby(marbles[:REACH]):
            length = len(list(same))
            for count in range(2, length + 1):
                left = marbles[:at] + marbles[at + count :]
                yield f"{track + 1}.{at + 1}x{count}", _with(node.tracks, track, left), UNIT[colour] * count
            at += length


def _bottoms(node: TurnNode) -> Iterator[Effect]:
    able = [track for track, marbles in enumerate(node.tracks) if marbles]
    for count in range(1, len(COLOURS) + 1):
        for chosen in combinations(able, count):
            colours = {node.tracks[track][0] for track in chosen}
            if len(colours) == count:
                tracks = tuple(marbles[track in chosen :] for track, marbles in enumerate(node.tracks))
                yield "".join(str(track + 1) for track in chosen), tracks, pack("".join(colours))


def _filters(node: TurnNode) -> Iterator[Effect]:
    """Whole runs of a colour, one or two of them: what a filter is drunk for."""
    for track, marbles in enumerate(node.tracks):
        runs: dict[str, list[list[int]]] = {}
        for at, colour in enumerate(marbles[:REACH]):
            mine = runs.setdefault(colour, [])
            if at and marbles[at - 1] == colour:
                mine[-1].append(at)
            else:
                mine.append([at])
        for mine in runs.values():
            for count in (1, 2):
                for chosen in combinations(mine, count):
                    gone = [at for run in chosen for at in run]
                    if len(gone) <= FILTER_MOST:
                        left = "".join(colour for at, colour in enumerate(marbles) if at not in gone)
                        text = f"{track + 1}." + "".join(str(at + 1) for at in gone)
                        yield text, _with(node.tracks, track, left), 0


_EFFECTS: dict[str, Callable[[TurnNode], Iterator[Effect]]] = {
    "W": _single,
    "M": _pairs,
    "U": _runs,
    "A": _bottoms,
    "F": _filters,
}
