"""What an eye sees of a match, as JSON and in lines; marbles and tiles as parts of a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.core import codec
from engine.core.game import Eye, Json, News, Parts
from engine.games.potion_explosion.data import COLOURS, KINDS, RECIPES
from engine.games.potion_explosion.state import SLOTS, State


def view(state: State, eye: Eye) -> Json:
    """The whole state, and the recipes of the kinds in play so that a board needs no table of its own."""
    shown = codec.dump(state)
    shown["recipes"] = [
        [recipe.design, recipe.holes, recipe.points] for recipe in RECIPES.values() if recipe.kind not in state.excluded
    ]
    return shown


# -- in lines, for readers who have no board to look at ---------------------------------------------------------------


def describe(view: Json) -> tuple[News, ...]:
    return tuple(_lines(view))


def counted(marbles: str) -> Parts:
    """So many of each colour."""
    return [{"count": n, "colour": colour} for colour in COLOURS if (n := marbles.count(colour))]


def tiles(designs: Iterable[str]) -> Parts:
    return [{"kind": design[0], "design": design, "points": RECIPES[design].points} for design in designs]


def _lines(view: Json) -> Iterator[News]:
    if view["round"]:
        yield News("round", {"round": view["round"], "tokens": view["countdown"]})
    if view["offer"]:
        yield News("offer", {"starters": tiles(view["offer"])})
    for number, track in enumerate(view["tracks"], 1):
        if track:
            yield News("track", {"track": number, "marbles": [{"colour": colour} for colour in track]})
    for number, design in enumerate(view["tops"], 1):
        if design:
            holes, points = counted(RECIPES[design].holes), RECIPES[design].points
            yield News("stack", {"stack": number, "kind": design[0], "points": points, "needs": holes})
    for seat, desk in enumerate(view["desks"]):
        yield from _desk(seat, desk)
    if view["hand"]:
        yield News("hand", {"seat": view["turn"], "some": counted(view["hand"])})


def _desk(seat: int, desk: Json) -> Iterator[News]:
    for slot, tile in zip(SLOTS, desk["slots"], strict=True):
        if tile["design"]:
            params: dict[str, int | str | Parts] = {"seat": seat, "slot": slot, "kind": tile["design"][0]}
            yield News("burner", params | {"needs": counted(tile["open"])})
    if desk["pool"]:
        yield News("pool", {"seat": seat, "some": counted(desk["pool"])})
    done: Parts = [
        {"kind": kind, "count": n} for kind in KINDS if (n := sum(tile_id[0] == kind for tile_id in desk["done"]))
    ]
    if done:
        yield News("potions", {"seat": seat, "potions": done})
