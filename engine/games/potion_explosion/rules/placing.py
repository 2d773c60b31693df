"""Marbles onto tiles: forced placement, pending colours, completion (P34-P39, P49)."""

from __future__ import annotations

from dataclasses import replace

from engine.games.potion_explosion.data import COLOURS
from engine.games.potion_explosion.state import (
    NO_TILE,
    SLOTS,
    Desk,
    PotionTile,
    State,
    in_order,
    into_bag,
    without,
)


def with_desk(state: State, desk: Desk) -> tuple[Desk, ...]:
    """The desks with this one for the seat whose turn it is."""
    return (*state.desks[: state.turn], desk, *state.desks[state.turn + 1 :])


def put(tile: PotionTile, marble: str, hole: str) -> PotionTile:
    """The tile with one marble in a hole of that colour."""
    pairs = [tile.filled[i : i + 2] for i in range(0, len(tile.filled), 2)] + [hole + marble]
    pairs.sort(key=lambda pair: (COLOURS.index(pair[0]), COLOURS.index(pair[1])))
    return PotionTile(tile.design, without(tile.open, hole), "".join(pairs))


def put_many(desk: Desk, slot: int, marbles: str) -> Desk:
    """Marbles into holes of their own colours."""
    tile = desk.slots[slot]
    for marble in marbles:
        tile = put(tile, marble, marble)
    return replace(desk, slots=(tile, desk.slots[1]) if slot == 0 else (desk.slots[0], tile))


def pending(state: State) -> str:
    """P35: the colours that wait for a choice. Only meaningful when forced placements are done."""
    if not state.hand:
        return ""
    desk = state.desk
    return "".join(colour for colour in COLOURS if colour in state.hand and all(desk.open_holes(colour)))


def place_forced(state: State) -> State:
    """P34: for each colour in order, place what fits unless there is a choice."""
    desk, hand, marbles = state.desk, state.hand, list[str]()
    for colour in COLOURS:
        h = hand.count(colour)
        x, y = desk.open_holes(colour)
        if not h or not (x or y) or (x and y and h < x + y):
            continue
        a = min(h, x)
        b = min(h - a, y)
        desk = put_many(put_many(desk, 0, colour * a), 1, colour * b)
        hand = without(hand, colour * (a + b))
        marbles += [colour + SLOTS[0]] * a + [colour + SLOTS[1]] * b
    if not marbles:
        return state
    return replace(state, desks=with_desk(state, desk), hand=hand, story=(*state.story, ("place", *marbles)))


def complete(state: State) -> State:
    """P39: tiles without open holes become potions; their marbles return to the bag."""
    desk, bag, story = state.desk, state.bag, state.story
    for slot, tile in enumerate(desk.slots):
        if not tile.design or tile.open:
            continue
        marbles = tile.filled[1::2]
        slots = (NO_TILE, desk.slots[1]) if slot == 0 else (desk.slots[0], NO_TILE)
        desk = replace(desk, slots=slots, done=(*desk.done, tile.design))
        bag = into_bag(bag, marbles)
        story = (*story, ("done", tile.design, SLOTS[slot], in_order(marbles)))
    if desk is state.desk:
        return state
    return replace(state, desks=with_desk(state, desk), bag=bag, story=story)
