"""What is in the box: conduit tiles (E85-E88), read from tiles.json, and puzzles, read from puzzles.json."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib import resources

from engine.core.game import Json

KINDS: tuple[str, ...] = ("weights", "tangram", "pipes", "blocks")
SIDES = "NESW"


@dataclass(frozen=True, slots=True)
class ConduitTile:
    """`sides[r][d]` = the part whose channel leaves at side d when the tile is turned r times, or None."""

    id: str
    parts: tuple[tuple[str, str], ...]  # (edges, cells) at rotation 0
    sides: tuple[tuple[int | None, ...], ...]
    cells: tuple[tuple[int, str], ...]  # by cell index: part, colour

    @property
    def code(self) -> str:
        """All that is needed to draw it: `NE:RB SW:YB`."""
        return " ".join(f"{edges}:{cells}" for edges, cells in self.parts)


def _tile(data: dict[str, object]) -> ConduitTile:
    parts = tuple((str(part["edges"]), str(part["cells"])) for part in data["parts"])  # type: ignore[attr-defined]
    plain = [next((n for n, (edges, _) in enumerate(parts) if side in edges), None) for side in SIDES]
    sides = tuple(tuple(plain[(d - r) % 4] for d in range(4)) for r in range(4))
    cells = tuple((n, colour) for n, (_, colours) in enumerate(parts) for colour in colours)
    return ConduitTile(str(data["id"]), parts, sides, cells)


def _read_tiles() -> dict[str, ConduitTile]:
    text = resources.files("engine.games.enigma.data").joinpath("tiles.json").read_text("utf-8")
    data = json.loads(text)
    return {entry["id"]: _tile(entry) for entry in (data["start"], *data["tiles"])}


TILES: dict[str, ConduitTile] = _read_tiles()


def tiles_of(kind: str) -> tuple[str, ...]:
    return tuple(sorted(tile for tile in TILES if tile != "start" and tile[0] == kind[0]))


# -- puzzles ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Puzzle:
    id: str
    kind: str
    level: int
    par_s: int
    data: Json


def _read_puzzles() -> dict[str, Puzzle]:
    text = resources.files("engine.games.enigma.data").joinpath("puzzles.json").read_text("utf-8")
    return {
        entry["id"]: Puzzle(entry["id"], entry["kind"], entry["level"], entry["par_s"], entry["data"])
        for entry in json.loads(text)["puzzles"]
    }


PUZZLES: dict[str, Puzzle] = _read_puzzles()


def ids_of(kind: str) -> tuple[str, ...]:
    return tuple(sorted(puzzle.id for puzzle in PUZZLES.values() if puzzle.kind == kind))
