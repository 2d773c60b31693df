"""The eight potions: which drinks are legal, and why one is not (P41-P52)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations

from engine.core.errors import IllegalMove
from engine.games.potion_explosion.data import COLOURS, KINDS
from engine.games.potion_explosion.rules.dispenser import reachable, run_in_reach
from engine.games.potion_explosion.rules.placing import pending
from engine.games.potion_explosion.state import FILTER_MOST, REACH, TRACKS, Drink, Place, State

# -- what can be drunk ------------------------------------------------------------------------------------------------


def list_drinks(state: State) -> Iterator[Drink]:
    desk = state.desk
    able = [kind for kind in KINDS if desk.undrunk(kind) > 0]
    for kind in able:
        if kind != "S":
            yield from (Drink(kind, False, lifts, seat) for lifts, seat in _LISTS[kind](state))
    if "S" in able:
        for kind in KINDS:
            if kind != "S" and kind in desk.drunk:
                yield from (Drink(kind, True, lifts, seat) for lifts, seat in _LISTS[kind](state))


Parameter = tuple[tuple[Place, ...], int]  # marbles to lift, seat to rob


def _wisdom(state: State) -> Iterator[Parameter]:
    for place in reachable(state.tracks):
        yield (place,), -1


def _love(state: State) -> Iterator[Parameter]:
    for seat, desk in enumerate(state.desks):
        if seat != state.turn and desk.pool:
            yield (), seat


def _magnet(state: State) -> Iterator[Parameter]:
    for track, marbles in enumerate(state.tracks):
        for place in range(1, min(len(marbles), REACH)):
            if marbles[place - 1] != marbles[place]:
                yield ((track, place), (track, place + 1)), -1


def _abyss(state: State) -> Iterator[Parameter]:
    tracks = [track for track in range(TRACKS) if state.tracks[track]]
    for count in range(1, len(COLOURS) + 1):
        for chosen in combinations(tracks, count):
            if len({state.tracks[track][0] for track in chosen}) == count:
                yield tuple((track, 1) for track in chosen), -1


def _balm(state: State) -> Iterator[Parameter]:
    for track, place in reachable(state.tracks):
        for count in range(2, run_in_reach(state.tracks[track], place) + 1):
            yield tuple((track, place + i) for i in range(count)), -1


def _filter(state: State) -> Iterator[Parameter]:
    for track, marbles in enumerate(state.tracks):
        for colour in COLOURS:
            places = [
                (track, place) for place in range(1, min(len(marbles), REACH) + 1) if marbles[place - 1] == colour
            ]
            for count in range(1, min(FILTER_MOST, len(places)) + 1):
                for chosen in combinations(places, count):
                    yield chosen, -1


def _joy(state: State) -> Iterator[Parameter]:
    if not pending(state) and loose(state) and any(tile.open for tile in state.desk.slots):
        yield (), -1


def loose(state: State) -> str:
    """P48: hand and pool together."""
    return state.hand + state.desk.pool


_LISTS: dict[str, Callable[[State], Iterable[Parameter]]] = {
    "W": _wisdom,
    "L": _love,
    "M": _magnet,
    "J": _joy,
    "A": _abyss,
    "U": _balm,
    "F": _filter,
}

# -- what cannot ------------------------------------------------------------------------------------------------------


def check_drink(state: State, move: Drink) -> None:
    """Raises IllegalMove; agrees with list_drinks()."""
    paid = "S" if move.sands else move.kind
    if paid in state.excluded:
        raise IllegalMove("not-in-play", kind=paid)
    if state.desk.undrunk(paid) < 1:
        raise IllegalMove("no-potion", kind=paid)
    if move.sands and move.kind not in state.desk.drunk:
        raise IllegalMove("nothing-to-repeat", kind=move.kind)
    _CHECKS[move.kind](state, move)


def check_reach(state: State, places: Iterable[Place]) -> None:
    for track, place in places:
        if place > REACH:
            raise IllegalMove("out-of-reach", track=track + 1, place=place)
        if place > len(state.tracks[track]):
            raise IllegalMove("no-marble", track=track + 1, place=place)


def _check_lifts(state: State, move: Drink) -> None:
    check_reach(state, move.lifts)


def _check_love(state: State, move: Drink) -> None:
    if not 0 <= move.seat < len(state.desks):
        raise IllegalMove("no-such-seat", number=move.seat + 1)
    if move.seat == state.turn:
        raise IllegalMove("rob-yourself")
    if not state.desks[move.seat].pool:
        raise IllegalMove("empty-pool", seat=move.seat)


def _check_magnet(state: State, move: Drink) -> None:
    check_reach(state, move.lifts)
    if len(_colours(state, move)) != 2:
        raise IllegalMove("magnet-colours")


def _check_abyss(state: State, move: Drink) -> None:
    check_reach(state, move.lifts)
    if len(_colours(state, move)) != len(move.lifts):
        raise IllegalMove("abyss-colours")


def _check_balm(state: State, move: Drink) -> None:
    track, place = move.lifts[0]
    check_reach(state, move.lifts[:1])
    length = run_in_reach(state.tracks[track], place)
    if not length:
        raise IllegalMove("balm-start", track=track + 1, place=place)
    if not 2 <= len(move.lifts) <= length:
        raise IllegalMove("balm-count", count=len(move.lifts), run=length)


def _check_filter(state: State, move: Drink) -> None:
    check_reach(state, move.lifts)
    if len(_colours(state, move)) != 1:
        raise IllegalMove("filter-colours")
    if len(move.lifts) > FILTER_MOST:
        raise IllegalMove("filter-count", count=len(move.lifts))


def _check_joy(state: State, move: Drink) -> None:
    if waiting := pending(state):
        raise IllegalMove("pending", colour=waiting[0])
    if not loose(state):
        raise IllegalMove("joy-no-marble")
    if not any(tile.open for tile in state.desk.slots):
        raise IllegalMove("joy-no-hole")


def _colours(state: State, move: Drink) -> set[str]:
    return {state.tracks[track][place - 1] for track, place in move.lifts}


_CHECKS: dict[str, Callable[[State, Drink], None]] = {
    "W": _check_lifts,
    "L": _check_love,
    "M": _check_magnet,
    "J": _check_joy,
    "A": _check_abyss,
    "U": _check_balm,
    "F": _check_filter,
}
