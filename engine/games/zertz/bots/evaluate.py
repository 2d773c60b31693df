"""How good a position is: captured marbles against the goals, what can be cut off at once, captures played out."""

from __future__ import annotations

from functools import cache

from engine.games.zertz.bots.kernel import DRAWN, NOBODY, Position
from engine.games.zertz.data import each
from engine.games.zertz.rules.moves import legal_texts
from engine.games.zertz.rules.rings import free_rings, isolated
from engine.games.zertz.state import State

WON = 100_000  # a match; less one for each ply it takes
_WAYS = 1000  # ways to play captures out that are compared; the most that sampled matches offered was 432

# A goal half reached is worth less than half: what the last marble of a goal adds is much more than the first one.
_STEEP = 3


def worth(position: Position, seat: int) -> int:
    """How near the captured marbles of a seat are to the goals."""
    white, grey, black = position.captured[seat]
    return _progress(white, grey, black, position.need, position.need_each)


@cache
def _progress(white: int, grey: int, black: int, need: tuple[int, int, int], each_: int) -> int:
    """Thousandths of each goal, raised so that near goals count most, and some for every marble on the way."""
    have = (white, grey, black)
    parts = [1000 * min(h, n) // n for h, n in zip(have, need, strict=True)]
    parts.append(1000 * sum(min(h, each_) for h in have) // (3 * each_))
    return sum(part**_STEEP // 1000 ** (_STEEP - 1) + part // 2 for part in parts)


def lead(position: Position) -> int:
    """For the seat to move, with no capture on the board: the lead, counting what it can cut off at once."""
    side = position.side
    return worth(position, side) - worth(position, 1 - side) + _cut_off(position)


def _cut_off(position: Position) -> int:
    """What removing one ring takes at best. Any placement can go with it, so this is as good as won."""
    white, grey, black = position.marbles
    occupied = white | grey | black
    rings = position.rings
    vacant = rings & ~occupied
    touching = occupied << 1 | occupied >> 1 | occupied << 10 | occupied >> 10 | occupied << 11 | occupied >> 11
    best = 0
    for removed in each(free_rings(rings, vacant) & touching):
        open_ = vacant ^ removed
        near = open_ << 1 | open_ >> 1 | open_ << 10 | open_ >> 10 | open_ << 11 | open_ >> 11
        if occupied & ~near and (won := isolated(rings ^ removed, open_)):
            best = max(best, _gain(position, won))
    return best


def _gain(position: Position, won: int) -> int:
    white, grey, black = position.captured[position.side]
    first, second, third = position.marbles
    after = (white + (first & won).bit_count(), grey + (second & won).bit_count(), black + (third & won).bit_count())
    return _progress(*after, position.need, position.need_each) - worth(position, position.side)


def quiet_value(position: Position, ways: int = _WAYS, low: int = -2 * WON, high: int = 2 * WON) -> int:
    """For the seat to move: captures are played out, each seat choosing its best, then `lead`.

    At most so many `ways` to play out are compared, shared evenly among the choices; where they run short the first
    captures stand for the rest. A value not between `low` and `high` is only known to lie on that side of them.
    """
    if position.winner != NOBODY:
        if position.winner == DRAWN:
            return 0
        return WON - position.plies if position.winner == position.side else position.plies - WON
    captures = position.captures()
    if not captures:
        return lead(position)
    best, share = -2 * WON, max(1, ways // len(captures))
    for move in captures[:ways]:
        after = position.copy()
        after.capture(move)
        best = max(best, -quiet_value(after, share, -high, -max(low, best)))
        if best >= high:
            break
    return best


def value_of_claim(state: State) -> int:
    """Z37: after a claim the other seat has to capture, whichever way is best for it."""
    return -quiet_value(Position(state.annulled or state))


def answer_to_waiting_end(state: State) -> str:
    """Z37: a claim against a loss, and against a draw if what it brings back is better; else any move lets it stand."""
    lost = state.winner is not None or (state.reason == "dead" and state.options.dead_position == "double_loss")
    if lost or value_of_claim(state) > 0:
        return "!"
    return next(text for text in legal_texts(state) if text != "!")
