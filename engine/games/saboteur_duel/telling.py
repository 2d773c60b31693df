"""A view in lines, for readers who have no board to look at."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.game import Json, News, Parts


def describe(view: Json) -> Iterator[News]:
    yield News("round", {"round": view["round"], "rounds": view["rounds"], "count": view["pile"]})
    for seat in range(len(view["colours"])):
        yield from _seat(view, seat)
    laid = [*view["starts"], *(card[:3] for card in view["table"])]
    yield News("tunnel", {"cards": [{"card": card, "cell": f"{x},{y}"} for card, x, y in laid]})
    yield from _goals(view)


def _seat(view: Json, seat: int) -> Iterator[News]:
    hand = view["hands"][seat]
    if hand is None:
        yield News("hidden-hand", {"seat": seat, "count": view["hand_sizes"][seat]})
    elif hand:
        yield News("hand", {"seat": seat, "hand": [{"card": card} for card in hand]})
    claimed = sum(value for *_, owner, value in view["claims"] if owner == seat)
    yield News("gold", {"seat": seat, "gold": sum(view["coins"][seat]), "claimed": claimed})
    if broken := view["broken"][seat]:
        yield News("broken", {"seat": seat, "tools": [{"tool": tool} for tool in broken]})


def _goals(view: Json) -> Iterator[News]:
    goals = [(f"g{number}", f"{goal['x']},{goal['y']}", goal) for number, goal in enumerate(view["goals"], 1)]
    up: Parts = [{"goal": name, "cell": cell, "face": one["face"]} for name, cell, one in goals if one["face"]]
    down: Parts = [{"goal": name, "cell": cell} for name, cell, one in goals if not one["face"]]
    if up:
        yield News("goals-known", {"known": up})
    if down:
        yield News("goals-down", {"down": down})
