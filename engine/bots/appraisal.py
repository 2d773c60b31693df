"""What a bot thinks of a move that was played: the share of the match it promises, against the bot's own choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.bots.search import Evaluate, by_score, play_text, settle
from engine.core.chance import Stream
from engine.core.errors import MoveError
from engine.core.game import Bot, Game, Json, Seat

WHOLE: Final = 1000  # a share is given in per mille of the match
SCALE: Final = 10  # the lead in points that counts half-way from even to won
WORLDS: Final = 8


@dataclass(frozen=True, slots=True)
class Appraisal:
    """`value`: the mover's expected share with the best move; `lost`: what the played move gives away of it."""

    value: int
    best: str
    line: tuple[str, ...]
    lost: int


def appraise(
    game: Game[Any, Any], bot: Bot, view: Json, seat: Seat, played: str, budget: int, seed: bytes
) -> Appraisal:
    """A pure function of what that seat saw. A move that the bot likes better than its own choice loses nothing."""
    choice = bot.choose(game, view, seat, budget, seed)
    moves = list(dict.fromkeys((choice.move, played)))
    shares = bot.shares(game, view, seat, moves, budget, seed) or sampled_shares(game, view, seat, moves, seed)
    best, own = shares[0], shares[-1]
    if own > best:
        return Appraisal(own, played, (played,), 0)
    return Appraisal(best, choice.move, choice.line or (choice.move,), best - own)


def sampled_shares(
    game: Game[Any, Any],
    view: Json,
    seat: Seat,
    moves: Sequence[str],
    seed: bytes,
    evaluate: Evaluate = by_score,
    scale: int = SCALE,
    worlds: int = WORLDS,
) -> list[int]:
    """The mean over imagined states, each with the same luck for every move, judged by a lead.

    A state in which one of the moves cannot be made tells nothing about it and is left out.
    """
    rows = []
    for number in range(worlds):
        world = game.imagine(view, seat, Stream(seed, "imagine", number))
        try:
            ends = [settle(game, play_text(game, world, seat, move), Stream(seed, "luck", number)) for move in moves]
        except MoveError:
            continue
        rows.append([share_in(game, end, seat, evaluate, scale) for end in ends])
    if not rows:
        return [even_share(len(game.scores(world)))] * len(moves)
    return [sum(column) // len(rows) for column in zip(*rows, strict=True)]


def share_in(game: Game[Any, Any], state: Any, seat: Seat, evaluate: Evaluate, scale: int) -> int:
    """The share of a seat: its part of the win once the match is over, before that what its lead promises."""
    winners = game.winners(state)
    if winners is not None:
        return WHOLE // len(winners) if seat in winners else 0
    return share_of_lead(evaluate(game, state, seat), scale, len(game.scores(state)))


def share_of_lead(lead: int, scale: int, seats: int) -> int:
    """Even with no lead; a lead of `scale` is half-way from even to won, one behind by it half-way to lost."""
    even = even_share(seats)
    room = WHOLE - even if lead > 0 else even
    moved = abs(lead) * room // (abs(lead) + scale)
    return even + moved if lead > 0 else even - moved


def even_share(seats: int) -> int:
    """Alone, one may win or lose: that is even, too."""
    return WHOLE // max(2, seats)
