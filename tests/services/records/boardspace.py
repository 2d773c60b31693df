"""The 300 real matches as lines, and as the SGF that Boardspace would have written of them."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent.parent.parent / "engine" / "zertz" / "zertz_boardspace_300.jsonl"
LINES = FILE.read_bytes().splitlines()
RECORDS = [json.loads(line) for line in LINES]
SU = {37: "zertz", 48: "Zertz+11", 61: "zertz+24"}


def clicks(move: str) -> list[str]:
    """What a player clicked for a move."""
    if move.startswith("x "):
        rings = re.findall("[a-i][1-9]", move)
        return [f"BtoB {spaced(a)} {spaced(b)}" for a, b in pairwise(rings)]
    if move == "-":
        return []
    placed, _, removed = move.partition(" x ")[0].partition(",")
    made = [f"RtoB 2 {'WGB'.index(placed[0])} {spaced(placed[1:])}"]
    return made + ([f"R- {spaced(removed)}"] if removed else [])


def spaced(ring: str) -> str:
    return f"{ring[0].upper()} {ring[1]}"


def sgf(record: dict[str, Any], ops: list[tuple[int, str]] | None = None) -> str:
    """A file of one game; `ops` instead of its moves."""
    if ops is None:
        ops = [(ply % 2, op) for ply, move in enumerate(record["moves"]) for op in [*clicks(move), "Done"]]
    nodes = "".join(f"; P{player}[{number} {op}]\n" for number, (player, op) in enumerate([(0, "Start P0"), *ops]))
    head = f'(;GM[4]VV[1]\nSU[{SU[record["board"]]}]\nP0[id "Somebody"]P1[id "Some\\]body"]C[(;]\n'
    return f"{head}{nodes})\n"
