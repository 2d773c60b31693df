"""The rules: what the seat to move must do (Z10), what a move does (Z12-Z20, Z37) and when it ends the match."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from engine.core.errors import BadOptions, IllegalMove, UnreadableMove
from engine.core.game import Options as Given
from engine.core.game import Seat
from engine.games.zertz.board import BOARDS, COLOURS, can_jump, chains, each, free_rings, isolated, jumps
from engine.games.zertz.notation import Taken, write_full, write_move, write_position
from engine.games.zertz.state import GOALS, WINS, Capture, Claim, Counts, Move, Options, Pass, Placement, State

Duty = Literal["capture", "place", "pass"]


# -- setting up -------------------------------------------------------------------------------------------------------


def check_options(options: Given) -> None:
    """Z2: the combinations that the rulebook does not offer."""
    if options["goal"] == "blitz" and options["board"] != 37:
        raise BadOptions("blitz-needs-37", board=options["board"])
    if options["tournament"] and options["board"] < 48:
        raise BadOptions("tournament-needs-48", board=options["board"])
    if options["capture_rule"] == "claim" and not options["tournament"]:
        raise BadOptions("claim-needs-tournament")


def first_state(options: Options) -> State:
    nothing = (0, 0, 0)
    return State(options, BOARDS[options.board].rings, nothing, GOALS[options.goal].pool, (nothing, nothing))


def resumed(state: State) -> State:
    """The state of a loaded position (Z32), over where the board alone tells how it ended (Z22, Z27).

    Refused is a board that no move leaves: with more marbles of a colour than there are (Z1), or with rings of which
    none is vacant (Z20 takes them). Goals count only when met by a move (Z24), so one met already ends nothing.
    """
    full = state.rings and not state.vacant
    if full or any(held.bit_count() > most for held, most in zip(state.marbles, GOALS["standard"].pool, strict=True)):
        raise UnreadableMove("bad-position", text=write_position(state)[:60])
    if not state.rings:
        return replace(state, reason="board_full", winner=1 - state.side)
    return replace(state, seen=remember(None, state), reason="dead" if _dead(state) else None)


def remember(before: State | None, after: State) -> tuple[str, ...]:
    """Z26: the positions that can still come back. None can from before a ring or a pool marble left for good."""
    if any(after.pool):
        return ()
    text = write_position(after)
    if before is None or before.rings != after.rings or before.pool != after.pool:
        return (text,)
    return (*before.seen, text)


# -- what may be done -------------------------------------------------------------------------------------------------


def duty(state: State) -> Duty:
    """Z10: the one kind of move that has to be made."""
    if can_jump(state.occupied, state.vacant):
        return "capture"
    return "place" if state.vacant and any(state.stock()) else "pass"


def may_place(state: State) -> bool:
    """Z10, Z37: with the claim procedure a placement is accepted beside a jump, but not after a claim."""
    if not (state.vacant and any(state.stock())):
        return False
    return not can_jump(state.occupied, state.vacant) or (state.options.capture_rule == "claim" and not state.bound)


def legal_moves(state: State) -> Iterator[Move]:
    if state.over:
        return
    if state.annulled is not None:
        yield Claim()
    if may_place(state):
        yield from placements(state)
    wanted = duty(state)
    if wanted == "pass":
        yield Pass()
    elif wanted == "capture":
        yield from captures(state)


def legal_texts(state: State) -> list[str]:
    """The legal moves in core form, in ASCII order: thousands of placements, so they are spelled, not built."""
    if state.over:
        return []
    found = [] if state.annulled is None else ["!"]
    wanted = duty(state)
    if wanted == "pass":
        found.append("-")
    if may_place(state):
        found += _placement_texts(state)
    if wanted == "capture":
        found += sorted(map(write_move, captures(state)))
    return found


def placements(state: State) -> Iterator[Placement]:
    board, vacant = state.board, state.vacant
    free = free_rings(state.rings, vacant)
    for colour in _colours(state):
        for bit in each(vacant):
            ring = board.label_of[bit]
            # Z13: the ring just filled is never free; filling a ring makes no other ring free.
            if left := free & ~bit:
                yield from (Placement(colour, ring, removed) for removed in board.labels(left))
            else:
                yield Placement(colour, ring)


def _placement_texts(state: State) -> list[str]:
    label_of, vacant = state.board.label_of, state.vacant
    free = free_rings(state.rings, vacant)
    ends = []
    for bit in each(vacant):
        left = state.board.labels(free & ~bit)
        ring = label_of[bit]
        ends += [f"{ring},{removed}" for removed in left] if left else [ring]
    return [colour + end for colour in _colours(state) for end in ends]


def _colours(state: State) -> list[str]:
    return sorted(colour for colour, count in zip(COLOURS, state.stock(), strict=True) if count)


def captures(state: State) -> Iterator[Capture]:
    label_of = state.board.label_of
    for chain in chains(state.occupied, state.vacant):
        jumped = zip(chain[1::2], chain[2::2], strict=True)
        yield Capture(label_of[chain[0]], tuple((state.colour_at(over), label_of[to]) for over, to in jumped))


# -- what a move does -------------------------------------------------------------------------------------------------


def play(state: State, seat: Seat, move: Move) -> State:
    if state.over:
        raise IllegalMove("match-over")
    if seat != state.side:
        raise IllegalMove("not-your-turn")
    match move:
        case Placement():
            after = _place(state, move)
        case Capture():
            after = _capture(state, move)
        case Pass():
            after = _pass(state)
        case Claim():
            return _claim(state)
    return _end(state, after)


def check_taken(state: State, move: Placement, taken: Taken) -> None:
    """Z30: a placement that tells what isolation takes has to tell it right."""
    _check_placement(state, move)
    board, bit = state.board, state.board.bit_of[move.ring]
    won = _isolated_by(state, bit, board.bit_of[move.removed] if move.removed else 0)
    real = {(move.colour if one == bit else state.colour_at(one), board.label_of[one]) for one in each(won)}
    if real != taken:
        told = "".join(colour + ring for colour, ring in sorted(real, key=lambda pair: pair[1]))
        raise IllegalMove("wrong-taken", taken=told or "-")


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


def _place(state: State, move: Placement) -> State:
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
        captured=_credited(after, [COLOURS.index(one) for one, _ in taken]),
        last=write_full(move, taken),
        annulled=_restored(state) if can_jump(state.occupied, state.vacant) else None,
    )


def _paid(state: State, colour: int) -> State:
    """Z11: the marble placed leaves the pool, or the mover's captured marbles once the pool is empty."""
    left = _changed(state.stock(), colour, state.stock()[colour] - 1)
    if any(state.pool):
        return replace(state, pool=left)
    return replace(state, captured=_of_mover(state, left))


def _capture(state: State, move: Capture) -> State:
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
        found = _kind(marbles, over)
        if COLOURS[found] != colour:
            raise IllegalMove("wrong-colour", ring=board.label_of[over], colour=COLOURS[found])
        marbles = _changed(marbles, found, marbles[found] ^ over)
        occupied, vacant, at = occupied ^ over, vacant | over, to
        won.append(found)
    if jumps(at, occupied, vacant):
        raise IllegalMove("chain-unfinished", ring=board.label_of[at])
    marbles = _changed(marbles, kind, marbles[kind] | at)
    return replace(
        state, marbles=marbles, captured=_credited(state, won), last=write_full(move, []), annulled=None, bound=False
    )


def _pass(state: State) -> State:
    if duty(state) != "pass":
        raise IllegalMove("cannot-pass")
    return replace(state, last="-", annulled=None)


def _claim(state: State) -> State:
    if state.annulled is None:
        raise IllegalMove("nothing-to-claim")
    return replace(state.annulled, last="!")


def _restored(before: State) -> State:
    """Z37: what a claim brings back. Only the last move can be claimed, so nothing older is kept."""
    return replace(before, last="", bound=True, annulled=None)


def _changed(counts: Counts, colour: int, value: int) -> Counts:
    white, grey, black = (value if one == colour else count for one, count in enumerate(counts))
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


# -- when it is over --------------------------------------------------------------------------------------------------


def _end(before: State, after: State) -> State:
    """The turn goes over, and section 8 is looked at for the seat that has just moved."""
    mover = before.side
    after = replace(after, side=1 - mover)
    if before.pending:  # Z37: the right to claim has lapsed, so the earlier win stands
        return replace(after, pending=False, annulled=None)
    after = replace(after, seen=remember(before, after))
    reason = _reason(after, mover)
    if reason is None:
        return after
    if reason not in WINS:
        return replace(after, reason=reason, annulled=None)
    # Z37: a win by a move that missed a capture waits for the other seat's answer.
    return replace(after, reason=reason, winner=mover, pending=after.annulled is not None)


def _reason(after: State, mover: Seat) -> str | None:
    if not after.rings:
        return "board_full"
    if met := GOALS[after.options.goal].met(after.captured[mover]):
        return met
    if after.seen and after.seen.count(after.seen[-1]) >= 3:
        return "repetition"
    return "dead" if _dead(after) else None


def _dead(state: State) -> bool:
    """Z27: nothing to place for either seat, and nothing to jump."""
    if any(state.pool) or any(map(any, state.captured)):
        return False
    return not can_jump(state.occupied, state.vacant)


def winners(state: State) -> frozenset[Seat] | None:
    if not state.over:
        return None
    if state.winner is not None:
        return frozenset({state.winner})
    lost = state.reason == "dead" and state.options.dead_position == "double_loss"
    return frozenset() if lost else frozenset({0, 1})
