"""The weights puzzle (E50, E51): so many equal weights into pans that multiply them, until both sides agree."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.game import Json
from engine.games.enigma.rules.kinds.solutions import Solutions, is_int

FORM = 'A:{"left":[n,...],"right":[n,...]}'


def readable(answer: Json) -> bool:
    return (
        isinstance(answer, dict)
        and sorted(answer) == ["left", "right"]
        and all(isinstance(side, list) and all(is_int(n) and n >= 0 for n in side) for side in answer.values())
    )


def fault(data: Json, answer: Json) -> str | None:
    """Why the answer does not solve the puzzle; None if it does."""
    if any(len(answer[side]) != len(data[side]) for side in ("left", "right")):
        return "pans"
    if sum(answer["left"]) + sum(answer["right"]) != data["use"]:
        return "count"
    return None if _load(data, answer, "left") == _load(data, answer, "right") else "balance"


def _load(data: Json, answer: Json, side: str) -> int:
    total: int = sum(n * value for n, value in zip(answer[side], data[side], strict=True))
    return total


def solve(data: Json, most: int | None = None) -> Solutions:
    """All answers, in the order of their counts; `nodes` = distributions with both sides loaded."""
    pans = len(data["left"])
    answers, nodes = [], 0
    for counts in distributions(data["use"], pans + len(data["right"])):
        nodes += any(counts[:pans]) and any(counts[pans:])
        answer = {"left": list(counts[:pans]), "right": list(counts[pans:])}
        if _load(data, answer, "left") == _load(data, answer, "right"):
            answers.append(answer)
            if len(answers) == most:
                break
    return Solutions(tuple(answers), nodes)


def distributions(weights: int, pans: int) -> Iterator[tuple[int, ...]]:
    """All ways to lay that many equal weights into that many pans."""
    if pans == 1:
        yield (weights,)
        return
    for n in range(weights + 1):
        for rest in distributions(weights - n, pans - 1):
            yield (n, *rest)
