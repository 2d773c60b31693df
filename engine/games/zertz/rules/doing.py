"""What a move does: placements (Z11-Z13, Z20), captures (Z14-Z17), passes (Z25) and claims (Z37)."""

from __future__ import annotations

from dataclasses import replace

from engine.core.errors import IllegalMove
from engine.games.zertz.data import COLOURS, each
from engine.games.zertz.rules.moves import duty, may_place
from engine.games.zertz.rules.rings import can_jump, free_rings, isolated, jumps
from engine.games.zertz.state import Capture, Counts, Placement, State, Taken, full_text


def check_taken(state: State, move: Placement, taken: Taken) -> None:
    """Z30: a placement that tells what isolation takes has to tell it right."""
    _check_placement(state, move)
    board, bit = state.board, state.board.bit_of[move.ring]
    won = _isolated_by(state, bit, board.bit_of[move.removed] if move.removed else 0)
    real = {(move.colour if lost == bit else state.colour_at(lost), board.label_of[lost]) for lost in each(won)}
    if real != taken:
        expected = "".join(colour + ring for colour, ring in sorted(real, key=lambda pair: pair[1]))
        raise IllegalMove("wrong-taken", taken=expected or "-")


def _check_placement(state: State, move: Placement) -> None:
    if can_jump(state.occupied, state.vacant) and not may_place(state):
        raise IllegalMove("bound-to-capture" if state.bound else "must-capture")
    if not state.stock()[COLOURS.index(move.colour)]:
        raise IllegalMove("none-in-pool" if any(state.pool) else "none-captured", colour=move.colour)
    bit = state.board.bit_of[move.ring]
    if not bit & state.rings:
        raise IllegalMove("ring-gone", ring=move.ring)
    if not bit & state.vacant:
        raise IllegalMove("ring-filled", ring=move.ring)
    _check_removal(state, move, free_rings(state.rings, state.vacant) & ~bit)


def _check_removal(state: State, move: Placement, free: int) -> None:
    if move.removed is None:
        if free:
            raise IllegalMove("must-remove")
        return
    if move.removed == move.ring:
        raise IllegalMove("removes-own-ring", ring=move.ring)
    bit = state.board.bit_of[move.removed]
    if not bit & state.rings:
        raise IllegalMove("ring-gone", ring=move.removed)
    if not bit & state.vacant:
        raise IllegalMove("removes-filled", ring=move.removed)
    if not bit & free:
        raise IllegalMove("not-free", ring=move.removed)


def _isolated_by(state: State, placed: int, removed: int) -> int:
    return isolated(state.rings & ~removed, state.vacant & ~placed & ~removed)


def place(state: State, move: Placement) -> State:
    _check_placement(state, move)
    board, colour = state.board, COLOURS.index(move.colour)
    placed = board.bit_of[move.ring]
    removed = board.bit_of[move.removed] if move.removed else 0
    won = _isolated_by(state, placed, removed)
    marbles = _changed(state.marbles, colour, state.marbles[colour] | placed)
    taken = [(COLOURS[_kind(marbles, bit)], board.label_of[bit]) for bit in each(won)]
    white, grey, black = marbles
    after = _paid(state, colour)
    return replace(
        after,
        rings=state.rings & ~removed & ~won,
        marbles=(white & ~won, grey & ~won, black & ~won),
        captured=_credited(after, [COLOURS.index(kind) for kind, _ in taken]),
        last=full_text(move, taken),
        annulled=_restored(state) if can_jump(state.occupied, state.vacant) else None,
    )


def _paid(state: State, colour: int) -> State:
    """Z11: the marble placed leaves the pool, or the mover's captured marbles once the pool is empty."""
    left = _changed(state.stock(), colour, state.stock()[colour] - 1)
    if any(state.pool):
        return replace(state, pool=left)
    return replace(state, captured=_of_mover(state, left))


def capture(state: State, move: Capture) -> State:
    board, occupied, vacant = state.board, state.occupied, state.vacant
    start = at = board.bit_of[move.start]
    if not start & occupied:
        raise IllegalMove("no-marble", ring=move.start)
    kind, marbles, won = _kind(state.marbles, start), state.marbles, []
    occupied, vacant = occupied ^ start, vacant | start
    marbles = _changed(marbles, kind, marbles[kind] ^ start)
    for colour, ring in move.jumps:
        to = board.bit_of[ring]
        over = next((over for over, land in jumps(at, occupied, vacant) if land == to), 0)
        if not over:
            raise IllegalMove("cannot-jump", start=board.label_of[at], ring=ring)
        captured_kind = _kind(marbles, over)
        if COLOURS[captured_kind] != colour:
            raise IllegalMove("wrong-colour", ring=board.label_of[over], colour=COLOURS[captured_kind])
        marbles = _changed(marbles, captured_kind, marbles[captured_kind] ^ over)
        occupied, vacant, at = occupied ^ over, vacant | over, to
        won.append(captured_kind)
    if jumps(at, occupied, vacant):
        raise IllegalMove("chain-unfinished", ring=board.label_of[at])
    marbles = _changed(marbles, kind, marbles[kind] | at)
    return replace(
        state, marbles=marbles, captured=_credited(state, won), last=full_text(move, []), annulled=None, bound=False
    )


def pass_on(state: State) -> State:
    if duty(state) != "pass":
        raise IllegalMove("cannot-pass")
    return replace(state, last="-", annulled=None)


def claim(state: State) -> State:
    if state.annulled is None:
        raise IllegalMove("nothing-to-claim")
    return replace(state.annulled, last="!")


def _restored(before: State) -> State:
    """Z37: what a claim brings back. Only the last move can be claimed, so nothing older is kept."""
    return replace(before, last="", bound=True, annulled=None)


def _changed(counts: Counts, colour: int, value: int) -> Counts:
    white, grey, black = (value if index == colour else count for index, count in enumerate(counts))
    return white, grey, black


def _kind(marbles: Counts, bit: int) -> int:
    """The colour of the marble on a ring, as its place in COLOURS."""
    return 0 if marbles[0] & bit else 1 if marbles[1] & bit else 2


def _credited(state: State, won: list[int]) -> tuple[Counts, Counts]:
    white, grey, black = state.captured[state.side]
    return _of_mover(state, (white + won.count(0), grey + won.count(1), black + won.count(2)))


def _of_mover(state: State, counts: Counts) -> tuple[Counts, Counts]:
    first, second = state.captured
    return (counts, second) if state.side == 0 else (first, counts)
