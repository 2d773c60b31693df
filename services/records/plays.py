"""A play record (audit_replay.md section 4): read, folded by the rules, named by its digest; or refused with a code."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

from engine.core.codec import NotCanonical, canonical, parse
from engine.core.errors import BadOptions, IllegalMove, MoveError
from engine.core.game import Game, Json, complete_options
from engine.core.replay import must_be_asked
from engine.games import GAMES

RECORDED: Final = "zertz"  # the one game whose record format there is
LONGEST_LINE: Final = 64 * 1024
MOST_PLIES: Final = 500
RESULTS: Final = {"1-0": (0,), "0-1": (1,), "1/2": (0, 1), "0-0": ()}
# An end outside the rules of play (Z28), and the results it may have.
HOUSE_ENDS: Final = {
    "resign": ("1-0", "0-1"),
    "time": ("1-0", "0-1"),
    "agreement": ("1/2",),
    "forfeit": ("1-0", "0-1", "0-0"),
}


class NotTaken(Exception):
    """A record that is refused: `code` is stable, `ply` (from 1) the first move that does not fit, if it is one."""

    def __init__(self, code: str, detail: str = "", *, ply: int | None = None, rule: str | None = None) -> None:
        super().__init__(code)
        self.code, self.detail, self.ply, self.rule = code, detail, ply, rule


@dataclass(frozen=True, slots=True)
class ReadMoves:
    """What a file says of a play, before anybody has looked whether the rules allow it."""

    game: str
    options: Mapping[str, Json]
    moves: Sequence[str]
    result: str
    reason: str
    final: str | None = None
    year: int | None = None
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Play:
    """A play that the rules allow, from its start to its end."""

    id: UUID
    game: str
    rules_version: int
    options: Mapping[str, Json]
    moves: tuple[str, ...]  # in core form
    result: str
    reason: str
    final: str
    scores: tuple[int, ...]
    year: int | None = None
    tags: tuple[str, ...] = ()
    positions: tuple[str, ...] = field(default=(), compare=False)  # at the start and after each ply

    @property
    def winners(self) -> tuple[int, ...]:
        return RESULTS[self.result]


def read_line(line: bytes) -> Play:
    """A line of a file of records. Raises NotTaken."""
    if len(line) > LONGEST_LINE:
        raise NotTaken("bad-record", "a line is at most 64 KiB long")
    try:
        data = json.loads(line) if _is_plain(line) else parse(line.decode())
    except (ValueError, NotCanonical, RecursionError):
        raise NotTaken("bad-record", "the line is no JSON object") from None
    return folded(given_of(data))


def _is_plain(line: bytes) -> bool:
    """Whether nothing in a line needs the strict reader: no floats, no escapes; repeated keys are counted."""
    return b"\\" not in line and b"." not in line and line.isascii() and all(line.count(key) <= 1 for key in _KEYS)


_KEYS: Final = tuple(
    f'"{name}"'.encode() for name in ("game", "board", "goal", "moves", "result", "reason", "final", "year", "tags")
)


def given_of(data: Any) -> ReadMoves:
    """The fields of a record, with their types; the others are dropped. Raises NotTaken."""
    if not isinstance(data, dict):
        raise NotTaken("bad-record", "a record is a JSON object")
    game = data.get("game", RECORDED)
    if not isinstance(game, str):
        raise NotTaken("bad-record", "game is a word")
    if game != RECORDED:
        raise NotTaken("unknown-game", game[:40])
    missing = [name for name in ("board", "goal", "moves", "result", "reason") if name not in data]
    if missing:
        raise NotTaken("bad-record", f"{', '.join(missing)} missing")
    moves = data["moves"]
    if not isinstance(moves, list) or not all(isinstance(move, str) for move in moves):
        raise NotTaken("bad-record", "moves is a list of texts")
    if len(moves) > MOST_PLIES:
        raise NotTaken("bad-record", "at most 500 plies")
    options = {name: data[name] for name in GAMES[game].info.options if name in data}
    return ReadMoves(game, options, moves, *_words(data), *_extras(data))


def _words(data: Mapping[str, Any]) -> tuple[str, str, str | None]:
    for name in ("result", "reason", "final"):
        if not isinstance(data.get(name, ""), str) and not (name == "final" and data[name] is None):
            raise NotTaken("bad-record", f"{name} is a text")
    return data["result"], data["reason"], data.get("final")


def _extras(data: Mapping[str, Any]) -> tuple[int | None, tuple[str, ...]]:
    year, tags = data.get("year"), data.get("tags", [])
    if year is not None and (type(year) is not int or not 0 < year < 10_000):
        raise NotTaken("bad-record", "year is a number")
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        raise NotTaken("bad-record", "tags is a list of texts")
    return year, tuple(tag[:40] for tag in tags[:20])


def options_of(game: Game[Any, Any], options: Mapping[str, Json]) -> dict[str, Json]:
    try:
        return complete_options(game, 2, options)
    except BadOptions as error:
        raise NotTaken("bad-options", str(error)) from None


def folded(given: ReadMoves) -> Play:
    """The play as the rules see it. Raises NotTaken."""
    game = GAMES[given.game]
    options = options_of(game, given.options)
    state = game.setup(2, options)
    moves, positions = [], [_text(game, state)]
    for ply, text in enumerate(given.moves, 1):
        core, state = play_one(game, state, ply, text)
        moves.append(core)
        positions.append(_text(game, state))
    check_end(game, state, given)
    body = {"game": given.game, "options": options, "moves": moves, "result": given.result, "reason": given.reason}
    return Play(
        id=UUID(bytes=hashlib.sha256(canonical(body)).digest()[:16]),
        game=given.game,
        rules_version=game.info.rules_version,
        options=options,
        moves=tuple(moves),
        result=given.result,
        reason=given.reason,
        final=positions[-1],
        scores=game.scores(state),
        year=given.year,
        tags=given.tags,
        positions=tuple(positions),
    )


def _text(game: Game[Any, Any], state: Any) -> str:
    text = game.write_position(state)
    assert text is not None
    return text


def play_one(game: Game[Any, Any], state: Any, ply: int, text: str, seat: int | None = None) -> tuple[str, Any]:
    """The core form of a move and the state after it; without a seat of whoever is to move. Raises NotTaken."""
    if game.winners(state) is not None:
        raise NotTaken("after-end", "the match is over before this move", ply=ply)
    mover = min(game.to_act(state)) if seat is None else seat
    try:
        must_be_asked(game, state, mover)
        move = game.read(state, mover, text)
        return game.write(move, mover), game.play(state, mover, move, 0)
    except IllegalMove as error:
        raise NotTaken("illegal-move", str(error), ply=ply, rule=error.code) from None
    except MoveError:
        raise NotTaken("unreadable-move", text[:60], ply=ply) from None


def check_end(game: Game[Any, Any], state: Any, given: ReadMoves) -> None:
    """It ends where the rules end it, as they say; or earlier, in a way that is outside of them."""
    winners, reason = game.winners(state), game.reason(state)
    if winners is None:
        fits = given.result in HOUSE_ENDS.get(given.reason, ())
    else:
        fits = RESULTS.get(given.result) == tuple(sorted(winners)) and given.reason == reason
    if not fits or given.final not in (None, game.write_position(state)):
        actual = "still in play" if winners is None else f"{result_text(winners)} {reason}"
        raise NotTaken("wrong-result", actual, ply=len(given.moves) or None)


def result_text(winners: frozenset[int] | tuple[int, ...]) -> str:
    """Z33."""
    return next(text for text, seats in RESULTS.items() if seats == tuple(sorted(winners)))
