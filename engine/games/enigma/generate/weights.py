"""Weights puzzles: random pans, kept if exactly one distribution balances (section 4)."""

from __future__ import annotations

import math

from engine.core.chance import Stream
from engine.core.codec import canonical
from engine.core.game import Json
from engine.games.enigma.generate.measure import Measured, level_of
from engine.games.enigma.rules.kinds import weights

BOUNDS = (4.4, 6.2)
HEAVIEST = 30  # a side's total


def propose(chance: Stream, level: int | None) -> Json | None:
    pans = 3 + chance.uniform(4)
    values = chance.shuffle(range(2, 21))[:pans]
    left = max(1, pans - 3) + chance.uniform(min(3, pans - 1) - max(1, pans - 3) + 1)
    return {"left": values[:left], "right": values[left:], "use": 3 + chance.uniform(4)}


def measure(data: Json) -> Measured | None:
    solutions = weights.solve(data)
    if len(solutions.answers) != 1:
        return None
    answer = solutions.answers[0]
    total = sum(n * value for n, value in zip(answer["left"], data["left"], strict=True))
    if total > HEAVIEST:
        return None
    loaded = sum(n > 0 for side in answer.values() for n in side)
    difficulty = math.log2((solutions.nodes + 1) / 2) + 0.4 * loaded
    form = min((sorted(data["left"]), sorted(data["right"])), (sorted(data["right"]), sorted(data["left"])))
    return Measured(
        data=data,
        level=level_of(difficulty, BOUNDS),
        difficulty=round(100 * difficulty),
        nodes=solutions.nodes,
        solutions=1,
        answer=answer,
        form=canonical([*form, data["use"]]).decode(),
    )
