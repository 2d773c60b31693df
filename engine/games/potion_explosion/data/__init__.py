"""The potion tiles, read from tiles.json (P7), and the orders in which colours and kinds are named (P1, P3)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib import resources

COLOURS = "RBKY"  # P1: the colour order, used everywhere for sorting
KINDS = "WLMJASUF"  # P3


@dataclass(frozen=True, slots=True)
class Recipe:
    """A design of P7: the holes as a text in colour order, and what the potion is worth."""

    design: str
    kind: str
    holes: str
    points: int
    starter: bool


def _recipes() -> dict[str, Recipe]:
    text = resources.files("engine.games.potion_explosion.data").joinpath("tiles.json").read_text("utf-8")
    data = json.loads(text)
    return {
        tile["code"]: Recipe(
            tile["code"], tile["kind"], "".join(c * tile[c] for c in COLOURS), tile["points"], tile["starter"]
        )
        for tile in data["tiles"]
    }


RECIPES = _recipes()
DESIGNS = tuple(RECIPES)  # P7 order
COPIES = 2
