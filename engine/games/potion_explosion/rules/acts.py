"""What each move does: refuse first, then build the new state (P12, P13, P30-P37, P41-P55, P64)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.core.errors import IllegalMove
from engine.games.potion_explosion.data import COLOURS, KINDS
from engine.games.potion_explosion.notation import write_move
from engine.games.potion_explosion.rules.drinks import check_drink, check_reach, loose
from engine.games.potion_explosion.rules.placing import pending, put, put_many, with_desk
from engine.games.potion_explosion.rules.turn import add_step, into_hand, settle, take_out
from engine.games.potion_explosion.state import (
    JOY_STEPS,
    POOL,
    SLOTS,
    TRACKS,
    Desk,
    Drink,
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
    fresh_tile,
    in_order,
    into_bag,
    without,
)


def act(state: State, move: Move) -> State:
    """The state after the move and all that follows by itself, up to the next draw. Raises IllegalMove."""
    wanted = _phase_of(move)
    if state.phase != wanted:
        raise IllegalMove("phase-" + state.phase)
    begun = replace(state, story=(("move", write_move(move), str(state.turn)),))
    return settle(_ACTS[type(move)](begun, move))


def _phase_of(move: Move) -> str:
    if isinstance(move, Pick) and move.how == "B":
        return "tie"
    return _PHASES.get(type(move), "main")


_PHASES: dict[type, str] = {Starter: "draft", JoyStep: "joy", JoyStop: "joy", NewTile: "choose"}

# -- setup ------------------------------------------------------------------------------------------------------------


def drafting_seat(seats: int, drafted: int) -> int:
    """P12: 1, 2, ..., n, then n, ..., 2, 1."""
    return drafted if drafted < seats else 2 * seats - 1 - drafted


def _starter(state: State, move: Starter) -> State:
    if move.design not in state.offer:
        raise IllegalMove("not-offered", design=move.design)
    at = state.offer.index(move.design)
    desks = with_desk(state, _take_tile(state.desk, move.design))
    seats, drafted = len(state.desks), state.drafted + 1
    state = replace(state, desks=desks, offer=state.offer[:at] + state.offer[at + 1 :], drafted=drafted)
    if drafted < 2 * seats:
        return replace(state, turn=drafting_seat(seats, drafted))
    left, extra = divmod(sum(state.unseen), TRACKS)  # P14
    sizes = tuple(left + (stack < extra) for stack in range(TRACKS))
    return add_step(replace(state, phase="main", round=1, turn=0, sizes=sizes), "turn", "0")


def _take_tile(desk: Desk, design: str) -> Desk:
    """P13, P55: into the lowest empty slot."""
    a, b = desk.slots
    return replace(desk, slots=(fresh_tile(design), b) if not a.design else (a, fresh_tile(design)))


# -- taking marbles ---------------------------------------------------------------------------------------------------


def _pick(state: State, move: Pick) -> State:
    if move.how == "T" and state.picked:
        raise IllegalMove("already-picked")
    if move.how == "H" and state.helped:
        raise IllegalMove("already-helped")
    if move.how == "H" and not state.helps_left:
        raise IllegalMove("no-help-left")
    check_reach(state, ((move.track, move.place),))
    state, taken = take_out(state, ((move.track, move.place),), "lift")
    if move.how == "H":
        desk = replace(state.desk, helps=state.desk.helps + 1)
        return into_hand(replace(state, helped=True, desks=with_desk(state, desk)), taken)
    picked = state.picked or move.how == "T"
    return replace(state, picked=picked, task="chain", track=move.track, at=move.place, held=taken)


def _drink(state: State, move: Drink) -> State:
    check_drink(state, move)
    paid = "S" if move.sands else move.kind
    drunk = "".join(sorted(state.desk.drunk + paid, key=KINDS.index))
    state = replace(state, desks=with_desk(state, replace(state.desk, drunk=drunk)))
    if move.kind == "J":
        return replace(state, phase="joy", joy=JOY_STEPS)
    if move.kind == "L":
        return _rob(state, move.seat)
    state, taken = take_out(state, move.lifts, "lift")
    if move.kind == "F":
        return replace(state, held=taken, task="filter")
    return into_hand(state, taken)


def _rob(state: State, seat: int) -> State:
    victim = state.desks[seat]
    desks = (*state.desks[:seat], replace(victim, pool=""), *state.desks[seat + 1 :])
    return into_hand(add_step(replace(state, desks=desks), "rob", victim.pool, str(seat)), victim.pool)


# -- placing ----------------------------------------------------------------------------------------------------------


def _split(state: State, move: Split) -> State:
    h = state.hand.count(move.colour)
    x, y = state.desk.open_holes(move.colour)
    if move.colour not in pending(state):
        raise IllegalMove("not-pending", colour=move.colour)
    if move.a + move.b != h or move.a > x or move.b > y:
        raise IllegalMove("bad-split", count=h, most_a=x, most_b=y)
    desk = put_many(put_many(state.desk, 0, move.colour * move.a), 1, move.colour * move.b)
    hand = without(state.hand, move.colour * h)
    marbles = [move.colour + SLOTS[0]] * move.a + [move.colour + SLOTS[1]] * move.b
    return add_step(replace(state, desks=with_desk(state, desk), hand=hand, task="place"), "place", *marbles)


def _from_pool(state: State, move: FromPool) -> State:
    if move.colour not in state.desk.pool:
        raise IllegalMove("not-in-pool", colour=move.colour)
    if not state.desk.open_holes(move.colour)[move.slot]:
        raise IllegalMove("no-hole", colour=move.colour, slot=SLOTS[move.slot])
    desk = put_many(state.desk, move.slot, move.colour)
    desk = replace(desk, pool=without(desk.pool, move.colour))
    state = replace(state, desks=with_desk(state, desk), task="place")
    return add_step(state, "pool", move.colour + SLOTS[move.slot])


def _joy_step(state: State, move: JoyStep) -> State:
    desk = state.desk
    if move.marble not in loose(state):
        raise IllegalMove("not-loose", colour=move.marble)
    if move.hole not in desk.slots[move.slot].open:
        raise IllegalMove("no-hole", colour=move.hole, slot=SLOTS[move.slot])
    tile = put(desk.slots[move.slot], move.marble, move.hole)
    slots = (tile, desk.slots[1]) if move.slot == 0 else (desk.slots[0], tile)
    hand = state.hand
    if move.marble in desk.pool:  # P48: the pool first
        desk = replace(desk, pool=without(desk.pool, move.marble))
    else:
        hand = without(hand, move.marble)
    desks = with_desk(state, replace(desk, slots=slots))
    state = replace(state, desks=desks, hand=hand, joy=state.joy - 1, task="place")
    return add_step(state, "joy", move.marble + SLOTS[move.slot] + move.hole)


def _joy_stop(state: State, move: JoyStop) -> State:
    if state.joy == JOY_STEPS:
        raise IllegalMove("joy-first")
    return replace(state, phase="main", joy=0)


# -- ending -----------------------------------------------------------------------------------------------------------


def _end(state: State, move: End) -> State:
    if not state.picked and any(state.tracks):
        raise IllegalMove("pick-first")
    if waiting := pending(state):
        raise IllegalMove("pending", colour=waiting[0])
    marbles = loose(state)
    gone = without(marbles, move.keep)
    for colour in COLOURS:
        if move.keep.count(colour) > marbles.count(colour):
            raise IllegalMove("not-loose", colour=colour)
    if len(move.keep) != min(POOL, len(marbles)):
        raise IllegalMove("keep-count", count=min(POOL, len(marbles)))
    for colour in gone:
        if any(state.desk.open_holes(colour)):
            raise IllegalMove("must-keep", colour=colour)
    desk = replace(state.desk, pool=move.keep)
    state = replace(state, desks=with_desk(state, desk), hand="", bag=into_bag(state.bag, gone), task="end")
    return add_step(state, "back", in_order(gone)) if gone else state


def _new_tile(state: State, move: NewTile) -> State:
    if not state.sizes[move.stack]:
        raise IllegalMove("empty-stack", stack=move.stack + 1)
    design = state.tops[move.stack]
    tops = (*state.tops[: move.stack], "", *state.tops[move.stack + 1 :])
    sizes = tuple(size - (stack == move.stack) for stack, size in enumerate(state.sizes))
    desks = with_desk(state, _take_tile(state.desk, design))
    return add_step(replace(state, tops=tops, sizes=sizes, desks=desks, task="end"), "tile", design)


_ACTS: dict[type, Callable[..., State]] = {
    Starter: _starter,
    Pick: _pick,
    Drink: _drink,
    Split: _split,
    FromPool: _from_pool,
    JoyStep: _joy_step,
    JoyStop: _joy_stop,
    End: _end,
    NewTile: _new_tile,
}
