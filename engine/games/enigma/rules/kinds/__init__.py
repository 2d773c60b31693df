"""The four kinds of puzzle: each module reads, checks and solves the answers of its kind."""

from __future__ import annotations

from typing import Protocol

from engine.core.game import Json
from engine.games.enigma.rules.kinds import blocks, pipes, tangram, weights
from engine.games.enigma.rules.kinds.solutions import Solutions


class Kind(Protocol):
    FORM: str

    def readable(self, answer: Json) -> bool: ...

    def fault(self, data: Json, answer: Json) -> str | None: ...

    def solve(self, data: Json, most: int | None = None) -> Solutions: ...


BY_NAME: dict[str, Kind] = {"weights": weights, "tangram": tangram, "pipes": pipes, "blocks": blocks}
