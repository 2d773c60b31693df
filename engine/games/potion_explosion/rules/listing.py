"""The legal moves of a position, by phase (P72)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.games.potion_explosion.data import COLOURS
from engine.games.potion_explosion.rules.dispenser import reachable
from engine.games.potion_explosion.rules.drinks import list_drinks, loose
from engine.games.potion_explosion.rules.placing import pending
from engine.games.potion_explosion.state import (
    JOY_STEPS,
    POOL,
    End,
    FromPool,
    JoyStep,
    JoyStop,
    Move,
    NewTile,
    Pick,
    Split,
    Starter,
    State,
    in_order,
    without,
)


def list_moves(state: State) -> Iterator[Move]:
    yield from _LISTS[state.phase](state)


def _draft(state: State) -> Iterator[Move]:
    for design in dict.fromkeys(state.offer):
        yield Starter(design)


def _main(state: State) -> Iterator[Move]:
    if not state.picked:
        yield from (Pick("T", *place) for place in reachable(state.tracks))
    if not state.helped and state.helps_left:
        yield from (Pick("H", *place) for place in reachable(state.tracks))
    yield from list_drinks(state)
    yield from _splits(state)
    yield from _from_pool(state)
    if can_end(state):
        yield from map(End, keeps(state))


def can_end(state: State) -> bool:
    """P53: the pick is made or waived (P30), nothing is pending."""
    return not pending(state) and (state.picked or not any(state.tracks))


def _splits(state: State) -> Iterator[Move]:
    for colour in pending(state):
        h = state.hand.count(colour)
        x, y = state.desk.open_holes(colour)
        for a in range(max(0, h - y), min(x, h) + 1):
            yield Split(colour, a, h - a)


def _from_pool(state: State) -> Iterator[Move]:
    for colour in COLOURS:
        if colour in state.desk.pool:
            for slot, holes in enumerate(state.desk.open_holes(colour)):
                if holes:
                    yield FromPool(colour, slot)


def keeps(state: State) -> list[str]:
    """P54: every choice of the marbles that stay, as texts in colour order."""
    marbles = in_order(loose(state))
    must = "".join(marble for marble in marbles if any(state.desk.open_holes(marble)))
    pools = {""}
    for _ in range(min(POOL, len(marbles))):
        pools = {in_order(kept + marble) for kept in pools for marble in COLOURS if marble in without(marbles, kept)}
    return sorted(kept for kept in pools if all(kept.count(marble) >= must.count(marble) for marble in must))


def _joy(state: State) -> Iterator[Move]:
    for marble in COLOURS:
        if marble in loose(state):
            for slot, tile in enumerate(state.desk.slots):
                for hole in COLOURS:
                    if hole in tile.open:
                        yield JoyStep(marble, slot, hole)
    if state.joy < JOY_STEPS:
        yield JoyStop()


def _choose(state: State) -> Iterator[Move]:
    for stack, size in enumerate(state.sizes):
        if size:
            yield NewTile(stack)


def _tie(state: State) -> Iterator[Move]:
    yield from (Pick("B", *place) for place in reachable(state.tracks))


_LISTS: dict[str, Callable[[State], Iterator[Move]]] = {
    "draft": _draft,
    "main": _main,
    "joy": _joy,
    "choose": _choose,
    "tie": _tie,
}
