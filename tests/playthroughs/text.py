"""The text of a frozen match: a head, one line per ply with the digests after it, and the end.

    game hush
    rules_version 1
    seats 2
    options {"rounds":2,"sand":60000}
    start | 3f…  91…
    deal aside ["4"] @0 | 5c…  91…
    move 0 lay 3 @812 | 77…  0a…
    time @60000 | 1d…  c4…
    end scores [0,2] winners [1] reason all-rounds

The digests are the first 16 hex digits for the whole state and for the gallery's view.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from engine.core import codec
from engine.core.game import Game, Ply, complete_options
from engine.core.replay import step

HERE = Path(__file__).parent
_PLY = re.compile(r"(?:move (?P<seat>\d+) (?P<move>.+)|deal (?P<label>\S+) (?P<drawn>\[.*\])|time) @(?P<at>\d+)")


class Differs(AssertionError):
    """The engine folds this match differently from when it was frozen."""


def folder(game: Game[Any, Any]) -> Path:
    return HERE / game.info.key / f"v{game.info.rules_version}"


def digests(game: Game[Any, Any], state: Any) -> str:
    return f"{codec.digest(game.dump(state))[:16]} {codec.digest(game.view(state, None))[:16]}"


def head(game: Game[Any, Any], seats: int, options: Any) -> list[str]:
    options_text = codec.canonical(dict(options)).decode()
    return [
        f"game {game.info.key}",
        f"rules_version {game.info.rules_version}",
        f"seats {seats}",
        f"options {options_text}",
    ]


def end(game: Game[Any, Any], state: Any) -> str:
    scores, winners = list(game.scores(state)), sorted(game.winners(state) or ())
    return f"end scores {_list(scores)} winners {_list(winners)} reason {game.reason(state)}"


def line(game: Game[Any, Any], ply: Ply) -> str:
    if ply.draw is not None:
        return f"deal {ply.draw.label} {_list(list(ply.drawn))} @{ply.at}"
    if ply.seat is not None:
        return f"move {ply.seat} {game.write(ply.move, ply.seat)} @{ply.at}"
    return f"time @{ply.at}"


def frozen(game: Game[Any, Any], seats: int, options: Any, states: Iterable[Any], plies: Iterable[Ply]) -> str:
    lines, known = [*head(game, seats, options)], list(states)
    for ply_text, state in zip(["start", *(line(game, ply) for ply in plies)], known, strict=True):
        lines.append(f"{ply_text} | {digests(game, state)}")
    return "\n".join([*lines, end(game, known[-1])]) + "\n"


def replayed(game: Game[Any, Any], text: str) -> Iterator[str]:
    """The same text as the engine folds it today, line by line."""
    lines = text.splitlines()
    seats, options = int(lines[2].split()[1]), json.loads(lines[3].partition(" ")[2])
    yield from head(game, seats, options)
    state = game.setup(seats, complete_options(game, seats, options))
    yield f"start | {digests(game, state)}"
    for frozen_line in lines[5:-1]:
        ply_text = frozen_line.rpartition(" | ")[0]
        state = step(game, state, _ply(game, state, ply_text))
        yield f"{ply_text} | {digests(game, state)}"
    yield end(game, state)


def check(game: Game[Any, Any], text: str) -> None:
    for number, (was, now) in enumerate(zip(text.splitlines(), replayed(game, text), strict=True), 1):
        if was != now:
            raise Differs(f"line {number}: frozen {was!r}, now {now!r}")


def _ply(game: Game[Any, Any], state: Any, ply_text: str) -> Ply:
    match = _PLY.fullmatch(ply_text)
    if match is None:
        raise Differs(f"no ply: {ply_text!r}")
    at = int(match["at"])
    if match["label"] is not None:
        question = game.draw(state)
        if question is None or question.label != match["label"]:
            raise Differs(f"{ply_text!r}: the engine asks for {question and question.label}")
        return Ply(at=at, draw=question, drawn=tuple(json.loads(match["drawn"])))
    if match["seat"] is not None:
        seat = int(match["seat"])
        return Ply(at=at, seat=seat, move=game.read(state, seat, match["move"]))
    return Ply(at=at)


def _list(items: list[Any]) -> str:
    return json.dumps(items, separators=(",", ":"))
