"""The puzzles in the box: read once from data/, looked up by id."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib import resources

from engine.core.game import Json


@dataclass(frozen=True, slots=True)
class Puzzle:
    id: str
    kind: str
    level: int
    par_s: int
    data: Json


def _read() -> dict[str, Puzzle]:
    text = resources.files("engine.games.enigma").joinpath("data/puzzles.json").read_text("utf-8")
    return {
        one["id"]: Puzzle(one["id"], one["kind"], one["level"], one["par_s"], one["data"])
        for one in json.loads(text)["puzzles"]
    }


PUZZLES: dict[str, Puzzle] = _read()


def ids_of(kind: str) -> tuple[str, ...]:
    return tuple(sorted(one.id for one in PUZZLES.values() if one.kind == kind))
