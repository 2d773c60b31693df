"""A view in lines, for readers who have no board to look at."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.game import Json, News, Parts
from engine.games.glux.boards import BOARDS
from engine.games.glux.notation import read_cells
from engine.games.glux.state import FULL


def describe(view: Json) -> Iterator[News]:
    seats = range(len(view["left"]))
    if view["hand"]:
        yield News("hand", {"token": view["hand"]})
    for seat in seats:
        if tokens := _on_top(view, seat):
            yield News("tokens", {"seat": seat, "tokens": tokens})
        yield News("left", {"seat": seat, "count": sum(view["left"][seat])})
    yield from (News("out", {"seat": seat}) for seat in view["out"])
    for room in view["rooms"]:
        if lights := _lights(room):
            yield News("room", {"room": room["id"], "lights": lights})
    dark: Parts = [{"room": room["id"]} for room in view["rooms"] if not any(room["pips"])]
    if dark:
        yield News("dark", {"rooms": dark})


def _on_top(view: Json, seat: int) -> Parts:
    """The tokens of a seat that nobody has covered."""
    names = BOARDS[len(view["left"])].names
    stacks = zip(names, read_cells(view["position"]), strict=True)
    return [{"cell": cell, "face": stack % 10} for cell, stack in stacks if stack and stack % FULL // 10 == seat]


def _lights(room: Json) -> Parts:
    told = enumerate(zip(room["pips"], room["points"], strict=True))
    return [{"seat": seat, "pips": pips, "points": points} for seat, (pips, points) in told if pips]
