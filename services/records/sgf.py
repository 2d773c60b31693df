"""SGF as Boardspace writes it: the clicks of a game are put together to moves."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Final

from engine.core.game import Game
from engine.games import GAMES
from services.records.plays import (
    MOST_PLIES,
    RECORDED,
    NotTaken,
    Play,
    ReadMoves,
    folded,
    options_of,
    play_one,
    result_text,
)
from services.records.sgf_games import LONGEST_GAME

_BOARDS: Final = {"zertz": 37, "zertz+11": 48, "zertz+24": 61}
_COLOURS: Final = {"0": "W", "1": "G", "2": "B"}
_TOKEN: Final = re.compile(r"\s+|[();]|(?P<name>[A-Za-z][A-Za-z0-9]*)|\[(?P<value>(?:[^\]\\]|\\.)*)\]", re.DOTALL)
_OP: Final = re.compile(r"\s*[0-9]+\s+(\S.*?)\s*", re.DOTALL)
_SILENT: Final = ("start", "rtor", "pick", "drop")  # the beginning of what says nothing


def read_game(game: bytes) -> Play:
    """One game as a play; UTF-8 or, as old files are, Latin-1. Raises NotTaken."""
    if len(game) > LONGEST_GAME:
        raise NotTaken("bad-record", "a game is at most 256 KiB long")
    try:
        text = game.decode()
    except UnicodeDecodeError:
        text = game.decode("latin-1")
    clicks, kind = _clicks_of(text)
    size = _BOARDS.get(kind)
    if size is None:
        if kind.startswith("zertz"):
            raise NotTaken("bad-options", kind[:40])
        raise NotTaken("unknown-game", kind[:40] or "no SU")
    return _Clicking(size).play(clicks)


def _clicks_of(text: str) -> tuple[list[tuple[str, str]], str]:
    """The ops in order, each with its player, and what SU says."""
    clicks: list[tuple[str, str]] = []
    kind, name, depth, at = "", "", 0, 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            raise NotTaken("bad-record", "no SGF")
        at = token.end()
        if token[0] == "(":
            depth += 1
            if depth > 1:
                raise NotTaken("bad-record", "variations are not read")
        elif token[0] == ")":
            depth -= 1
        elif token["name"]:
            name = token["name"].upper()
        elif token["value"] is not None:
            if name == "SU":
                kind = token["value"].strip().lower()
            elif name in ("P0", "P1") and (op := _OP.fullmatch(token["value"])):
                clicks.append((name, op[1].lower()))
    if depth:
        raise NotTaken("bad-record", "the game is not closed")
    return clicks, kind


@dataclass(slots=True)
class _Turn:
    """What the seat to move has clicked so far."""

    placed: tuple[str, str] | None = None  # colour, ring
    removed: str | None = None
    path: list[str] = field(default_factory=list)  # where the jumper has stood

    def __bool__(self) -> bool:
        return self.placed is not None or self.removed is not None or bool(self.path)


class _Clicking:
    """Follows the clicks of one game."""

    def __init__(self, size: int) -> None:
        self.game: Game[Any, Any] = GAMES[RECORDED]
        self.options = {"board": size}
        self.state = self.game.setup(2, options_of(self.game, self.options))
        self.turn, self.moves = _Turn(), list[str]()
        self.first, self.mover, self.resigned = "", "", ""

    def play(self, clicks: list[tuple[str, str]]) -> Play:
        for player, op in clicks:
            if op.startswith(_SILENT):
                continue
            self._click(player, op.split())
        self._finish()
        result, reason = self._end()
        return folded(ReadMoves(RECORDED, self.options, self.moves, result, reason))

    def _end(self) -> tuple[str, str]:
        winners, reason = self.game.winners(self.state), self.game.reason(self.state)
        if winners is not None and reason is not None:
            return result_text(winners), reason
        if not self.resigned:
            raise NotTaken("wrong-result", "it ends in the middle of play", ply=len(self.moves) or None)
        return ("0-1" if self.resigned == self.first else "1-0"), "resign"

    def _click(self, player: str, words: list[str]) -> None:
        if self.resigned:
            raise NotTaken("after-end", "somebody has resigned", ply=len(self.moves) + 1)
        if self.turn and player != self.mover:
            self._finish()
        self.first, self.mover = self.first or player, player
        match words:
            case ["rtob", _, colour, column, row] if colour in _COLOURS:
                self.turn.placed = (_COLOURS[colour], column + row)
            case ["r-", column, row]:
                self.turn.removed = column + row
            case ["btob", column, row, to_column, to_row]:
                self._jump(column + row, to_column + to_row)
            case ["btor", *_]:
                self.turn.placed = None
            case ["r+", *_]:
                self.turn.removed = None
            case ["done"]:
                self._finish(done=True)
            case ["resign"]:
                self.resigned = player
            case _:
                raise NotTaken("bad-record", f"unknown: {' '.join(words)[:40]}", ply=None)

    def _jump(self, start: str, to: str) -> None:
        path = self.turn.path
        if len(path) > 1 and path[-1] == start and path[-2] == to:  # taken back
            path.pop()
            if len(path) == 1:
                path.clear()
            return
        if path and path[-1] != start:
            raise NotTaken("illegal-move", "two marbles jump", ply=len(self.moves) + 1, rule="cannot-jump")
        path += [to] if path else [start, to]

    def _finish(self, done: bool = False) -> None:
        """The clicks of a turn become a move. `Done` without any is a pass."""
        if not self.turn and not done:
            return
        if len(self.moves) >= MOST_PLIES:
            raise NotTaken("bad-record", "at most 500 plies")
        seat = 0 if self.mover == self.first else 1
        core, self.state = play_one(self.game, self.state, len(self.moves) + 1, self._text(), seat)
        self.moves.append(core)
        self.turn = _Turn()

    def _text(self) -> str:
        turn = self.turn
        if turn.path:
            return self._capture(turn.path)
        if turn.placed is None:
            return "-" if turn.removed is None else f"?,{turn.removed}"
        return "".join(turn.placed) + ("" if turn.removed is None else f",{turn.removed}")

    def _capture(self, path: list[str]) -> str:
        """The capture with that path; clicks do not say what is jumped over. Where there is none: any text of it."""
        start, *rest = path
        form = re.compile(f"x {re.escape(start)}" + "".join(f"[WGB]{re.escape(to)}" for to in rest))
        listed = (text for text in self._captures() if form.fullmatch(text))
        return next(listed, f"x {start}" + "".join(f"W{to}" for to in rest))

    def _captures(self) -> list[str]:
        mover = min(self.game.to_act(self.state), default=0)
        return [text for text in self.game.legal_texts(self.state, mover) if text.startswith("x ")]
