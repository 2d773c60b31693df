"""What follows a move by itself: explosions, placements, fills, the end of a turn and of the match (P25-P65)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.games.potion_explosion.data import KINDS
from engine.games.potion_explosion.notation import place_text
from engine.games.potion_explosion.rules.dispenser import burst, lift, reachable, room
from engine.games.potion_explosion.rules.drinks import loose
from engine.games.potion_explosion.rules.placing import complete, place_forced, with_desk
from engine.games.potion_explosion.state import FIVE, ROUNDS, Place, State, in_order, into_bag


def add_step(state: State, *step: str) -> State:
    return replace(state, story=(*state.story, step))


def hidden_stacks(state: State) -> tuple[int, ...]:
    """P55: stacks whose next tile is to be turned up."""
    return tuple(stack for stack, size in enumerate(state.sizes) if size and not state.tops[stack])


def waits_for_chance(state: State) -> bool:
    if state.phase in ("kinds", "offer"):
        return True
    if state.phase in ("draft", "over"):
        return False
    return bool(hidden_stacks(state)) or room(state.tracks, state.bag) > 0


def settle(state: State) -> State:
    """Go on with the open task until chance or a seat is asked."""
    while state.task and not waits_for_chance(state):
        state = _TASKS[state.task](state)
    if state.phase == "joy" and not waits_for_chance(state):
        state = _leave_joy(state)
    return state


def take_out(state: State, places: tuple[Place, ...], step: str) -> tuple[State, str]:
    tracks, taken = lift(state.tracks, places)
    state = replace(state, tracks=tracks)
    return add_step(state, step, taken, *map(place_text, places)), taken


def into_hand(state: State, marbles: str) -> State:
    return replace(state, hand=in_order(state.hand + marbles), held="", task="place")


def _chain(state: State) -> State:
    """P25, steps 2-4, once."""
    run = burst(state.tracks[state.track], state.at)
    if run is None:
        return _chain_over(state)
    lo, hi = run
    state, taken = take_out(state, tuple((state.track, place) for place in range(lo, hi + 1)), "burst")
    return replace(state, held=state.held + taken, at=lo)


def _chain_over(state: State) -> State:
    state = add_step(state, "won", in_order(state.held))
    if state.phase == "tie":
        spoils = (*state.spoils, in_order(state.held))
        return next_tie_pick(replace(state, spoils=spoils, held="", task=""))
    return into_hand(state, state.held)


def _place(state: State) -> State:
    return replace(complete(place_forced(state)), task="")


def _filter(state: State) -> State:
    """P50: the marbles return once the tracks have filled."""
    state = replace(state, bag=into_bag(state.bag, state.held))
    return replace(add_step(state, "back", in_order(state.held)), held="", task="")


def _leave_joy(state: State) -> State:
    """P48: the phase ends without wild placements, loose marbles or open holes."""
    if state.joy and loose(state) and any(tile.open for tile in state.desk.slots):
        return state
    return replace(state, phase="main", joy=0)


def _end(state: State) -> State:
    """P55: new tiles while a slot is empty and a stack is not; then the turn is over."""
    if any(not tile.design for tile in state.desk.slots) and any(state.sizes):
        return replace(state, phase="choose", task="")
    return _next_turn(_end_check(_award(replace(state, task=""))))


_TASKS: dict[str, Callable[[State], State]] = {"chain": _chain, "place": _place, "filter": _filter, "end": _end}

# -- the end of a turn ------------------------------------------------------------------------------------------------


def fulfilled(done: tuple[str, ...]) -> str:
    """P58: three potions of a kind, for each kind; five different kinds."""
    kinds = "".join(design[0] for design in done)
    three = "".join(kind for kind in KINDS if kinds.count(kind) >= 3)
    return three + (FIVE if len(set(kinds)) >= 5 else "")


def _award(state: State) -> State:
    desk = state.desk
    for award in fulfilled(desk.done):
        if award in desk.awards:
            continue
        desk = replace(desk, awards=desk.awards + award)
        given = state.countdown + state.bank > 0  # P60
        if given:
            desk = replace(desk, tokens=desk.tokens + 1)
            state = _from_stack(state)
            state = add_step(state, "skill", award, str(state.turn))
    return replace(state, desks=with_desk(state, desk))


def _from_stack(state: State) -> State:
    """P59: one token from the countdown stack, else from the bank."""
    if state.countdown:
        return replace(state, countdown=state.countdown - 1)
    return replace(state, bank=state.bank - 1)


def _end_check(state: State) -> State:
    """P61."""
    if state.ending or (state.countdown and any(state.sizes)):
        return state
    return add_step(replace(state, ending=True), "ending", "countdown" if not state.countdown else "stacks")


def _next_turn(state: State) -> State:
    state = replace(state, hand="", picked=False, helped=False)
    if state.turn < len(state.desks) - 1:
        return add_step(replace(state, phase="main", turn=state.turn + 1), "turn", str(state.turn + 1))
    if state.ending or state.round >= ROUNDS:  # P62, P65
        return _close(state)
    return add_step(replace(state, phase="main", turn=0, round=state.round + 1), "turn", "0")


# -- the end of the match ---------------------------------------------------------------------------------------------


def best_seats(state: State) -> tuple[int, ...]:
    scores = [desk.score() for desk in state.desks]
    return tuple(seat for seat, score in enumerate(scores) if score == max(scores))


def _close(state: State) -> State:
    best = best_seats(state)
    if len(best) == 1:
        return replace(state, phase="over")
    return next_tie_pick(add_step(replace(state, phase="tie", tied=best), "tie", *map(str, best)))


def next_tie_pick(state: State) -> State:
    """P64: who has nothing in reach when his pick is due gets nothing, without a move."""
    spoils = state.spoils
    if not any(reachable(state.tracks)):
        spoils += ("",) * (len(state.tied) - len(spoils))
    if len(spoils) == len(state.tied):
        return replace(state, phase="over", spoils=spoils)
    return replace(state, spoils=spoils, turn=state.tied[len(spoils)])
