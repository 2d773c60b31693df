"""The dispenser: tracks as texts from bottom to top, lifting, filling, contacts and runs (P17-P26)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.games.potion_explosion.state import REACH, TRACKS, VISIBLE, Place

Tracks = tuple[str, ...]


def lift(tracks: Tracks, places: Iterable[Place]) -> tuple[Tracks, str]:
    """P22: the marbles at these places, taken out together; what lies above slides down."""
    left = [list(track) for track in tracks]
    taken = ""
    for track, place in places:
        taken += left[track][place - 1]
        left[track][place - 1] = ""
    return tuple("".join(track) for track in left), taken


def room(tracks: Tracks, bag: tuple[int, ...]) -> int:
    """How many marbles the next fill drops."""
    return min(sum(bag), TRACKS * VISIBLE - sum(map(len, tracks)))


def drop_order(tracks: Tracks, count: int) -> tuple[int, ...]:
    """P20: always into the track with the fewest marbles, the lowest number among equals."""
    sizes = [len(track) for track in tracks]
    order = []
    for _ in range(count):
        lowest = sizes.index(min(sizes))
        sizes[lowest] += 1
        order.append(lowest)
    return tuple(order)


def fill(tracks: Tracks, drawn: Iterable[str]) -> Tracks:
    full = list(tracks)
    marbles = tuple(drawn)
    for track, marble in zip(drop_order(tracks, len(marbles)), marbles, strict=True):
        full[track] += marble
    return tuple(full)


def burst(track: str, at: int) -> tuple[int, int] | None:
    """P25, 2-4: the run that explodes by the contact between places at-1 and at, or None."""
    if at < 2 or len(track) < at or track[at - 2] != track[at - 1]:
        return None
    colour, lo, hi = track[at - 1], at - 1, at
    while lo > 1 and track[lo - 2] == colour:
        lo -= 1
    while hi < len(track) and track[hi] == colour:
        hi += 1
    return lo, hi


def certain(track: str, place: int) -> tuple[str, str]:
    """What a regular pick wins whatever enters from the bag, and what is left of the track before newcomers."""
    won, left, at = track[place - 1], track[: place - 1] + track[place:], place
    while run := burst(left, at):
        lo, hi = run
        won += left[lo - 1 : hi]
        left, at = left[: lo - 1] + left[hi:], lo
    return won, left


def reachable(tracks: Tracks) -> Iterator[Place]:
    """P18: all places from which a marble can be taken."""
    for track, marbles in enumerate(tracks):
        for place in range(1, min(len(marbles), REACH) + 1):
            yield track, place


def run_in_reach(track: str, place: int) -> int:
    """P47: the length of the run that starts at this place, cut off at the reach; 0 if none starts here."""
    if not 1 <= place <= min(len(track), REACH) or (place > 1 and track[place - 2] == track[place - 1]):
        return 0
    end = place
    while end < min(len(track), REACH) and track[end] == track[place - 1]:
        end += 1
    return end - place + 1
