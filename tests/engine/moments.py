"""What a game says of one move and the draws behind it, for the tests of moments."""

from __future__ import annotations

from typing import Any

from engine.core.game import Draw, Game
from engine.core.table import Drawer, Table


def first_of_bag(question: Draw, first: int) -> list[str]:
    left = [item for item, count in question.bag for _ in range(count)]
    return left[: question.count]


def moments(game: Game[Any, Any], before: Any, text: str, drawer: Drawer = first_of_bag) -> list[dict[str, Any]]:
    """The moments of a move by the seat that is to act, each with its code."""
    table = Table(game, before, drawer)
    (seat,) = table.asked()
    steps = table.play(seat, text)
    lines = game.moments(steps[0].before, steps[0].ply, steps[-1].after)
    return [{"code": line.code, **line.params} for line in lines]
