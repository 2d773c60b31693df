"""A state that fits a view: what the eye cannot know is filled in by chance."""

from __future__ import annotations

from engine.core.chance import Stream
from engine.core.game import Eye, Json
from engine.games.enigma.data import KINDS, ids_of
from engine.games.enigma.state import LaidTile, Meeple, Pile, PuzzleDesk, Result, State


def imagine(view: Json, eye: Eye, chance: Stream) -> State:
    desks = tuple(_desk(view, seat, eye, chance) for seat in range(len(view["desks"])))
    return State(
        seats=len(desks),
        mode=view["mode"],
        sand_ms=view["sand_ms"],
        cap_ms=view["cap_ms"],
        grace_ms=view["grace_ms"],
        phase=view["phase"],
        round=view["round"],
        first=view["first"],
        pending=tuple(view["pending"]),
        piles=tuple(_pile(kind, view["piles"][kind], desks) for kind in KINDS),
        desks=desks,
        queue=tuple(view["queue"]),
        table=tuple(LaidTile(x, y, tile, rot) for x, y, tile, rot in view["table"]),
        meeples=tuple(Meeple(seat, x, y, cell) for seat, x, y, cell in view["meeples"]),
        scores=tuple(view["scores"]),
        stood=(0,) * len(desks),
        past=tuple(map(_result, view["past"])),
        reason=view["reason"],
    )


def _pile(kind: str, pile: Json, desks: tuple[PuzzleDesk, ...]) -> Pile:
    current = tuple(desk.puzzle for desk in desks if desk.kind == kind and desk.puzzle)
    return Pile(pile["top"], tuple(pile["unseen"]), (*pile["used"], *current))


def _desk(view: Json, seat: int, eye: Eye, chance: Stream) -> PuzzleDesk:
    shown = view["desks"][seat]
    plain = PuzzleDesk(shown["kind"], shown["tile"], None, shown["opened"], shown["done"])
    if view["phase"] != "solve":
        return plain
    if seat == eye:
        return _own(view["mine"], plain)
    puzzle = None
    if plain.opened is not None and f"puzzle/{plain.kind}" not in view["pending"]:
        unused = [
            candidate for candidate in ids_of(shown["kind"]) if candidate not in view["piles"][shown["kind"]]["used"]
        ]
        puzzle = chance.choose(unused)
    elapsed = _fastest(view) if seat == _first_to_solve(view, eye) else None
    return PuzzleDesk(plain.kind, plain.tile, puzzle, plain.opened, plain.done, elapsed)


def _own(mine: Json, plain: PuzzleDesk) -> PuzzleDesk:
    puzzle = mine["puzzle"]["id"] if mine["puzzle"] else None
    return PuzzleDesk(
        plain.kind,
        plain.tile,
        puzzle,
        plain.opened,
        plain.done,
        mine["elapsed"],
        mine["tries"],
        mine["said"],
        mine["fault"],
    )


def _fastest(view: Json) -> int | None:
    return None if view["limit"] is None else view["limit"] - view["sand_ms"] - view["grace_ms"]


def _first_to_solve(view: Json, eye: Eye) -> int | None:
    """A seat that may be the fastest one, if the eye itself is not."""
    if view["limit"] is None or (eye is not None and view["mine"]["elapsed"] == _fastest(view)):
        return None
    return next(n for n, desk in enumerate(view["desks"]) if n != eye and desk["done"] and desk["opened"] is not None)


def _result(result: Json) -> Result:
    puzzle = result["puzzle"]["id"] if result["puzzle"] else None
    return Result(
        result["seat"],
        result["kind"],
        result["tile"],
        puzzle,
        result["elapsed"],
        result["success"],
        result["answer"],
    )
