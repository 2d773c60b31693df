"""What bit sets over the rings of a board tell: free rings, jumps and chains, isolation (Z13-Z20)."""

from __future__ import annotations

from engine.games.zertz.data import WIDTH, each

STEPS = (1, WIDTH + 1, WIDTH)  # Z5: up, upper right, lower right; the other three neighbours lie the opposite way

Jump = tuple[int, int]  # the ring jumped over, the ring landed on
Chain = tuple[int, ...]  # the ring a jumper starts from, then for each jump the ring jumped over and the one landed on


def free_rings(rings: int, vacant: int) -> int:
    """Z13: vacant rings with two missing neighbours next to each other in the circle of six."""
    up, upper_right, lower_right = rings >> 1, rings >> 11, rings >> 10
    down, lower_left, upper_left = rings << 1, rings << 11, rings << 10
    held = (up | upper_right) & (upper_right | lower_right) & (lower_right | down)
    return vacant & ~(held & (down | lower_left) & (lower_left | upper_left) & (upper_left | up))


def can_jump(occupied: int, vacant: int) -> bool:
    """Z14: whether any jump exists on the board."""
    for step in STEPS:
        pairs = occupied & (occupied >> step)  # the lower or left one of two neighbours with marbles
        if pairs and (pairs & (vacant >> 2 * step) or pairs & (vacant << step)):
            return True
    return False


def jumps(start: int, occupied: int, vacant: int) -> list[Jump]:
    """Z14: what the marble on `start` can jump, and where it lands."""
    pairs = []
    for step in STEPS:
        if (over := start << step) & occupied and (to := over << step) & vacant:
            pairs.append((over, to))
        if (over := start >> step) & occupied and (to := over >> step) & vacant:
            pairs.append((over, to))
    return pairs


def chains(occupied: int, vacant: int) -> list[Chain]:
    """Z15, Z16: every complete chain on the board; empty if no jump exists."""
    chains_so_far: list[Chain] = []
    for step in STEPS:
        pairs = occupied & (occupied >> step)
        if pairs:
            for low in each(pairs & (vacant >> 2 * step)):
                _follow(chains_so_far, (low, low << step, low << 2 * step), occupied, vacant)
            for low in each(pairs & (vacant << step)):
                _follow(chains_so_far, (low << step, low, low >> step), occupied, vacant)
    return chains_so_far


def _follow(chains_so_far: list[Chain], so_far: Chain, occupied: int, vacant: int) -> None:
    """Adds every way to complete a chain. Marbles jumped over leave at once (Z18), so their rings count as vacant.

    So do the rings the jumper has left, and harmlessly the one it stands on: it lands two steps away.
    """
    left = so_far[0] | so_far[-2]
    occupied, vacant = occupied & ~left, vacant | left
    onward = jumps(so_far[-1], occupied, vacant)
    if not onward:
        chains_so_far.append(so_far)
    for over, to in onward:
        _follow(chains_so_far, (*so_far, over, to), occupied, vacant)


def isolated(rings: int, vacant: int) -> int:
    """Z20: the rings of groups without a vacant ring: all that a flood from the vacant ones does not reach."""
    reached = vacant
    while reached != rings:
        grown = reached | reached << 1 | reached >> 1 | reached << 10 | reached >> 10 | reached << 11 | reached >> 11
        grown &= rings
        if grown == reached:
            break
        reached = grown
    return rings ^ reached
