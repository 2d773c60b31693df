"""The fold: the only place where plies become a state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from engine.core.errors import BadDraw, IllegalMove, UnreadableMove
from engine.core.game import Draw, Game, Ply, S


def step(game: Game[S, Any], state: S, ply: Ply) -> S:
    """The state after one ply. Raises IllegalMove or BadDraw; the old state is left alone."""
    if ply.kind == "deal":
        return _deal(game, state, ply.drawn)
    must_be_asked(game, state, ply.seat)
    if ply.seat is None:
        return game.time_up(state, ply.at)
    return game.play(state, ply.seat, ply.move, ply.at)


def replay(game: Game[S, Any], state: S, plies: Iterable[Ply]) -> S:
    for ply in plies:
        state = step(game, state, ply)
    return state


def must_be_asked(game: Game[S, Any], state: S, seat: int | None) -> None:
    """The one place that refuses a seat out of turn, so that no game has to; None: the timer, which chance precedes."""
    if game.draw(state) is not None or (seat is not None and seat not in game.to_act(state)):
        raise IllegalMove("not-your-turn" if game.winners(state) is None else "match-over")


def _deal(game: Game[S, Any], state: S, drawn: tuple[str, ...]) -> S:
    question = game.draw(state)
    if question is None:
        raise BadDraw("no-draw-open")
    check_drawn(question, drawn)
    return game.deal(state, drawn)


def check_drawn(question: Draw, drawn: tuple[str, ...]) -> None:
    if len(drawn) != question.count:
        raise BadDraw("wrong-count", wanted=question.count, given=len(drawn))
    left = Counter(dict(question.bag))
    for item in drawn:
        if left[item] <= 0:
            raise BadDraw("not-in-bag", item=item)
        left[item] -= 1


def answer(game: Game[S, Any], state: S, seat: int, text: str, at: int) -> tuple[Any, S]:
    """A seat's answer as text: the move that was read and the state after it. Raises MoveError.

    First whether the seat is asked at all, then what the text says, then whether the rules allow it. Only the one form
    that `write` gives can stand: what the log keeps of a move must be what anybody writes for it.
    """
    must_be_asked(game, state, seat)
    move = game.read(state, seat, text)
    if game.write(move, seat) != text:
        raise UnreadableMove("unreadable-move", text=text)
    return move, game.play(state, seat, move, at)
