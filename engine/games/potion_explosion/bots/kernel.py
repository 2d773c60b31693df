"""A turn as a bot thinks it: what is certain of the dispenser, marbles as packed numbers, single steps and their lines.

Newcomers are unknown here, so a track is only what is left of it for certain. Completed tiles, hand and pool
are not told apart: what counts is how many marbles of each colour the turn has brought.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, groupby

from engine.games.potion_explosion.bots.evaluate import UNIT, Taste, pack, potion_worth
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
class Mind:
    tracks: tuple[str, ...]
    loose: int
    undrunk: str
    drunk: str
    picked: bool
    helped: bool
    joy: int = 0  # wild placements still to come
    spent: int = 0  # help and potions used, in hundredths of a point
    first: str = ""  # the first move of the line that led here


def mind_of(state: State) -> Mind:
    desk = state.desk
    undrunk = "".join(kind * desk.undrunk(kind) for kind in KINDS)
    return Mind(
        state.tracks,
        pack(state.hand + desk.pool),
        undrunk,
        desk.drunk,
        state.picked,
        state.helped or not state.helps_left,
    )


class Steps:
    """The single steps a mind can take; pools of the other seats are taken from the state."""

    def __init__(self, state: State, taste: Taste, left: int) -> None:
        self.taste, self.left = taste, left
        self.joyful = not pending(state) and any(tile.open for tile in state.desk.slots)  # P48
        self.pools = [(seat, desk.pool) for seat, desk in enumerate(state.desks) if seat != state.turn and desk.pool]

    def after(self, mind: Mind) -> Iterator[Mind]:
        if not mind.picked:
            yield from self.picks(mind)
        if not mind.helped:
            for text, tracks, won in _single(mind):
                yield _stepped(mind, "H" + text, tracks, won, cost=-100 * HELP_VALUE, helped=True)
        for kind in dict.fromkeys(mind.undrunk):
            if kind != "S":
                yield from self._drinks(mind, kind, kind)
            else:
                for again in dict.fromkeys(mind.drunk.replace("S", "")):
                    yield from self._drinks(mind, again, "S")

    def cost(self, text: str) -> int:
        """What a step uses up."""
        if text.startswith("H"):
            return -100 * HELP_VALUE
        return potion_worth(text[1], self.taste, self.left) if text.startswith("D") else 0

    def picks(self, mind: Mind) -> Iterator[Mind]:
        for track, marbles in enumerate(mind.tracks):
            for place, won, left in wins(marbles):
                tracks = (*mind.tracks[:track], left, *mind.tracks[track + 1 :])
                yield _stepped(mind, f"T{track + 1}.{place}", tracks, won, picked=True)

    def _drinks(self, mind: Mind, kind: str, paid: str) -> Iterator[Mind]:
        cost = potion_worth(paid, self.taste, self.left)
        name = "D" + ("S" if paid == "S" else "") + kind
        if kind == "L":
            for seat, pool in self.pools:
                yield _stepped(mind, f"{name}{seat + 1}", mind.tracks, pack(pool), cost=cost, paid=paid)
        elif kind == "J":
            if mind.loose and self.joyful:
                yield _stepped(mind, name, mind.tracks, 0, cost=cost, paid=paid, joy=JOY_STEPS)
        else:
            for text, tracks, won in _EFFECTS[kind](mind):
                yield _stepped(mind, name + text, tracks, won, cost=cost, paid=paid)


def _stepped(
    mind: Mind,
    text: str,
    tracks: tuple[str, ...],
    won: int,
    *,
    cost: int = 0,
    paid: str = "",
    picked: bool = False,
    helped: bool = False,
    joy: int = 0,
) -> Mind:
    return Mind(
        tracks,
        mind.loose + won,
        mind.undrunk.replace(paid, "", 1) if paid else mind.undrunk,
        mind.drunk + paid,
        mind.picked or picked,
        mind.helped or helped,
        mind.joy + joy,
        mind.spent + cost,
        mind.first or text,
    )


Effect = tuple[str, tuple[str, ...], int]  # text after the kind, tracks left, marbles won


def _with(tracks: tuple[str, ...], track: int, left: str) -> tuple[str, ...]:
    return (*tracks[:track], left, *tracks[track + 1 :])


def _single(mind: Mind) -> Iterator[Effect]:
    for track, marbles in enumerate(mind.tracks):
        for at in range(min(len(marbles), REACH)):
            left = marbles[:at] + marbles[at + 1 :]
            yield f"{track + 1}.{at + 1}", _with(mind.tracks, track, left), UNIT[marbles[at]]


def _pairs(mind: Mind) -> Iterator[Effect]:
    for track, marbles in enumerate(mind.tracks):
        for at in range(min(len(marbles), REACH) - 1):
            if marbles[at] != marbles[at + 1]:
                left = marbles[:at] + marbles[at + 2 :]
                won = UNIT[marbles[at]] + UNIT[marbles[at + 1]]
                yield f"{track + 1}.{at + 1}", _with(mind.tracks, track, left), won


def _runs(mind: Mind) -> Iterator[Effect]:
    for track, marbles in enumerate(mind.tracks):
        at = 0
        for colour, same in groupby(marbles[:REACH]):
            length = len(list(same))
            for count in range(2, length + 1):
                left = marbles[:at] + marbles[at + count :]
                yield f"{track + 1}.{at + 1}x{count}", _with(mind.tracks, track, left), UNIT[colour] * count
            at += length


def _bottoms(mind: Mind) -> Iterator[Effect]:
    able = [track for track, marbles in enumerate(mind.tracks) if marbles]
    for count in range(1, len(COLOURS) + 1):
        for chosen in combinations(able, count):
            colours = {mind.tracks[track][0] for track in chosen}
            if len(colours) == count:
                tracks = tuple(marbles[track in chosen :] for track, marbles in enumerate(mind.tracks))
                yield "".join(str(track + 1) for track in chosen), tracks, pack("".join(colours))


def _filters(mind: Mind) -> Iterator[Effect]:
    """Whole runs of a colour, one or two of them: what a filter is drunk for."""
    for track, marbles in enumerate(mind.tracks):
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
                        yield text, _with(mind.tracks, track, left), 0


_EFFECTS: dict[str, Callable[[Mind], Iterator[Effect]]] = {
    "W": _single,
    "M": _pairs,
    "U": _runs,
    "A": _bottoms,
    "F": _filters,
}
