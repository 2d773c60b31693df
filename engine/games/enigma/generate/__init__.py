"""Fresh puzzle sets: `make` is a pure function of kind, number, level and seed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from typing import NamedTuple

from engine.core.chance import Stream
from engine.core.game import Json
from engine.games.enigma.data import KINDS
from engine.games.enigma.generate import blocks, pipes, tangram, weights
from engine.games.enigma.generate.measure import Measured
from engine.games.enigma.rules.kinds import BY_NAME

LEVELS = (1, 2, 3)
PAR_S = {"weights": (20, 35, 60), "tangram": (50, 90, 150), "pipes": (30, 55, 90), "blocks": (30, 55, 90)}
MOST_MISSES = 20000  # proposals in a row without a new puzzle; then the kind has no more of that level
FEW = {("tangram", 3): 300}  # the convex tangrams are thirteen in all: asking longer finds no fourteenth


class Maker(NamedTuple):
    propose: Callable[[Stream, int | None], Json | None]
    measure: Callable[[Json], Measured | None]


MAKERS: dict[str, Maker] = {
    "weights": Maker(weights.propose, weights.measure),
    "tangram": Maker(tangram.propose, tangram.measure),
    "pipes": Maker(pipes.propose, pipes.measure),
    "blocks": Maker(blocks.propose, blocks.measure),
}


class NoMorePuzzles(Exception):
    """The kind has no further puzzle of the wanted level within reach."""


def make(kind: str, count: int, seed: str, level: int | None = None) -> Iterator[Json]:
    """`count` different puzzles, as the data file holds them, each with a verified answer beside it.

    Without a level the three levels come in turn, a level that has no more is left out.
    Raises NoMorePuzzles when there are not so many.
    """
    key = hashlib.sha256(f"enigma/{kind}/{seed}".encode()).digest()
    levels = list(LEVELS) if level is None else [level]
    seen: set[str] = set()
    tries = number = 0
    while number < count:
        if not levels:
            raise NoMorePuzzles(f"only {number} {kind} puzzles of the wanted level")
        wanted = levels[number % len(levels)]
        measured, tries = _next(kind, wanted, key, seen, tries)
        if measured is None:
            levels.remove(wanted)
            continue
        number += 1
        seen.add(measured.form)
        yield as_json(kind, number, measured)


def _next(kind: str, level: int, key: bytes, seen: set[str], tries: int) -> tuple[Measured | None, int]:
    maker, most = MAKERS[kind], FEW.get((kind, level), MOST_MISSES)
    for n in range(tries, tries + most):
        data = maker.propose(Stream(key, "puzzle", n), level)
        measured = None if data is None else maker.measure(data)
        if measured is not None and measured.level == level and measured.form not in seen:
            return measured, n + 1
    return None, tries + most


def as_json(kind: str, number: int, measured: Measured) -> Json:
    fault = BY_NAME[kind].fault(measured.data, measured.answer)
    assert fault is None, f"the solver's answer must pass the checker: {fault}"
    return {
        "id": f"{kind[0]}{number:02d}",
        "kind": kind,
        "level": measured.level,
        "difficulty": measured.difficulty / 100,
        "search_nodes": measured.nodes,
        "solutions": measured.solutions,
        "par_s": PAR_S[kind][measured.level - 1],
        "data": measured.data,
        "answer": measured.answer,
    }


__all__ = ["KINDS", "LEVELS", "NoMorePuzzles", "as_json", "make"]
