"""What one move did, in the words of texts/: the move itself, what it took, what it ended."""

from __future__ import annotations

from engine.core.game import Eye, News, Ply, Shown, lead_taken
from engine.games.zertz.notation import split_full
from engine.games.zertz.rules import scores
from engine.games.zertz.state import Capture, ClaimMissed, Pass, Placement, State


def news(before: State, ply: Ply, after: State, eye: Eye) -> tuple[News, ...]:
    if ply.seat is None:
        return ()
    lines = [_line_of_move(before, ply.seat, after)]
    _, taken = split_full(after.last, after.options.board)
    if taken:
        marbles = "".join(map("".join, taken))
        lines.append(News("isolated", {"seat": ply.seat, "count": len(taken), "taken": marbles}))
    if after.annulled is not None:
        lines.append(News("missed", {"seat": ply.seat, "seat_other": 1 - ply.seat}))
    if after.pending:
        code = "pending" if after.winner is not None else "pending-draw"
        lines.append(News(code, {"seat": ply.seat, "seat_other": 1 - ply.seat}))
    return (*lines, *_ended(after))


def _line_of_move(before: State, seat: int, after: State) -> News:
    move, _ = split_full(after.last, after.options.board)
    match move:
        case Placement(colour, ring, None):
            return News("placed", {"seat": seat, "colour": colour, "ring": ring})
        case Placement(colour, ring, removed):
            return News("placed-removed", {"seat": seat, "colour": colour, "ring": ring, "removed": str(removed)})
        case Capture(start, ((colour, ring),)):
            return News("captured", {"seat": seat, "colour": colour, "start": start, "ring": ring})
        case Capture(start, jumps):
            return News("captured-chain", {"seat": seat, "count": len(jumps), "move": after.last})
        case Pass():
            return News("passed", {"seat": seat})
        case ClaimMissed():
            return News("claimed", {"seat": seat, "seat_other": 1 - seat, "move": before.last})


def _ended(after: State) -> tuple[News, ...]:
    if not after.over:
        return ()
    if after.winner is not None:
        return (News(f"won-{after.reason}", {"seat": after.winner}),)
    if after.reason == "dead" and after.options.dead_position == "double_loss":
        return (News("lost-dead"),)
    return (News(f"drawn-{after.reason}"),)


def shown(before: State, ply: Ply, after: State) -> tuple[Shown, ...]:
    """Z1: nothing was masked."""
    return ()


MANY = 3  # so many marbles taken by one move are a moment


def moments(before: State, ply: Ply, after: State) -> tuple[News, ...]:
    lines: list[News] = []
    if ply.seat is not None:
        gained = scores(after)[ply.seat] - scores(before)[ply.seat]
        if gained >= MANY:
            lines.append(News("captures", {"seat": ply.seat, "count": gained}))
        if isinstance(ply.move, ClaimMissed):
            lines.append(News("claim", {"seat": ply.seat}))
    return (*lines, *lead_taken(scores(before), scores(after)))
