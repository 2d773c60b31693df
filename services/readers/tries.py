"""Trying out: moves played on from a position, with luck from a key of one's own. Nothing is kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engine.core.chance import Stream
from engine.core.errors import GameError, MoveError
from engine.core.game import Game, Json
from engine.core.table import Table, from_key
from engine.games import GAMES, game_of
from services.errors import BadRequest, BadTable, NotAllowed, NotFound, NotYours
from services.matches.models import Match
from services.readers.history import position_at
from services.readers.steps import own_step

MOST_MOVES: Final = 200
Line = Sequence[tuple[int, str]]


@dataclass(frozen=True, slots=True)
class Start:
    """Where somebody begins to try: a state, the eye that looks, and whether what it does not know was made up."""

    game: Game[Any, Any]
    state: Any
    eye: int | None
    imagined: bool = False


def start_of_position(key: str, text: str) -> Start:
    """Raises BadTable `bad-position`."""
    game = GAMES.get(key)
    try:
        state = None if game is None else game.read_position(text)
    except (GameError, ValueError, LookupError):
        state = None
    if game is None or state is None:
        raise BadTable("bad-position")
    return Start(game, state, None)


def start_of_match(match: Match, seq: int, seat: int | None, eye: int | None, seed: bytes) -> Start:
    """A match that is over: as it was. One that runs: for its seats alone, the rest of the state made up."""
    own = own_step(match.id, seq) if seq <= match.head.seq else None
    if own is None or own.step is None:
        raise NotFound("not-started" if match.started_at is None else NotFound.code)
    game = game_of(match.game, match.rules_version)
    state = position_at(match.id, own.step).state
    if match.revealed:
        return Start(game, state, eye)
    if seat is None:
        raise NotYours
    if eye not in (None, seat):
        raise NotYours("not-your-hidden-part")
    view = game.view(state, seat)
    return Start(game, game.imagine(view, seat, Stream(seed, "try", 0)), seat, imagined=True)


def play_line(start: Start, line: Line, seed: bytes) -> dict[str, Json]:
    """The frame after the line, what each seat to move may do, and what was drawn on the way.

    Raises NotAllowed with the index of the first move that does not fit.
    """
    if len(line) > MOST_MOVES:
        raise BadRequest({"line": f"at most {MOST_MOVES} moves"})
    table = Table(start.game, start.state, from_key(seed))
    for index, (seat, text) in enumerate(line):
        try:
            table.play(seat, text)
        except MoveError as error:
            refusal = NotAllowed("illegal-move", text=text[:60])
            refusal.extra = {"at": index, "code": error.code}
            raise refusal from None
    answer = {
        "frame": table.frame(start.eye),
        "moves": {str(seat): table.legal(seat) for seat in table.asked()},
        "drawn": list(_drawn(table)),
    }
    return answer | {"imagined": True} if start.imagined else answer


def _drawn(table: Table[Any]) -> Iterator[dict[str, Json]]:
    """What luck gave, each with the index of the move it came after; null: before the first."""
    made = 0
    for step in table.steps:
        made += step.ply.kind == "move"
        if step.ply.draw is not None:
            after = made - 1 if made else None
            yield {"label": step.ply.draw.label, "out": list(step.ply.drawn), "after": after}
