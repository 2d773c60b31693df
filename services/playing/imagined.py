"""Playing ahead: the position after moves that nobody has made, for whoever makes a plan. Nothing is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from engine.core.errors import MoveError
from engine.core.game import Game, Json, view_fields
from engine.core.replay import answer
from engine.games import game_of
from services.errors import NotAllowed
from services.matches.position import Position, elapsed
from services.playing.door import SeatAt, must_hold_seat, read_seat
from services.playing.plans import BadPlan, is_line
from services.readers.history import position_at


def try_line(*, match_id: UUID, account: UUID, line: Json) -> dict[str, Json]:
    """A frame after that line, with the moves of whoever is asked then.

    Only where nothing is hidden or drawn, so that it tells nothing the seat could not work out.
    Raises BadPlan, NotAllowed `plan-not-allowed`, `illegal-move`.
    """
    if line != [] and not is_line(line):
        raise BadPlan()
    here = read_seat(match_id, account)
    must_hold_seat(here)
    position = position_at(here.match.id, here.match.judged_seq)
    game = game_of(position.kept.game, position.kept.rules_version)
    if not (game.info.plans and game.info.open):
        raise NotAllowed("plan-not-allowed")
    state = _played_ahead(game, position, here, [(int(seat), str(text)) for seat, text in line])
    return _imagined_frame(game, position, state, here.seat, len(line))


def _played_ahead(game: Game[Any, Any], position: Position, here: SeatAt, line: Sequence[tuple[int, str]]) -> Any:
    state, at = position.state, elapsed(position.begun, here.at)
    for seat, text in line:
        try:
            _, state = answer(game, state, seat, text, at)
        except MoveError as error:
            refusal = NotAllowed("illegal-move", **error.params)
            refusal.reason = error.code
            raise refusal from None
        if game.draw(state) is not None:
            raise NotAllowed("plan-not-allowed")
    return state


def _imagined_frame(game: Game[Any, Any], position: Position, state: Any, seat: int, plies: int) -> dict[str, Json]:
    """In the form of a frame, through the eye of whoever is asked."""
    winners, asked = game.winners(state), sorted(game.to_act(state))
    mover = asked[0] if asked else None
    return {
        "seq": position.seq + plies,
        "eye": seat if mover is None else mover,
        "game": game.info.key,
        **view_fields(game, game.view(state, None)),
        "decision": None if mover is None else plies + 1,
        "moves": None if mover is None else list(game.legal_texts(state, mover)),
        "to_act": asked,
        "scores": list(game.scores(state)),
        "winners": None if winners is None else sorted(winners),
        "reason": None if winners is None else game.reason(state),
    }
