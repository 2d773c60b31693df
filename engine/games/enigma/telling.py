"""A view in lines, for readers who have no board to look at."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.game import Json, News, Parts


def describe(view: Json) -> Iterator[News]:
    yield News("round", {"round": view["round"], "phase": view["phase"]})
    piles: Parts = [{"kind": kind, "count": pile["left"]} for kind, pile in view["piles"].items()]
    yield News("piles", {"piles": piles})
    for seat, desk in enumerate(view["desks"]):
        if desk["kind"]:
            yield News("desk-done" if desk["done"] else "desk", {"seat": seat, "kind": desk["kind"]})
    yield News("table", {"count": len(view["table"]), "squares": [{"x": x, "y": y} for x, y, *_ in view["table"]]})
    for seat, count in enumerate(view["supply"]):
        yield News("supply", {"seat": seat, "count": count})
