"""A state that fits a view: other seats' hands by chance."""

from __future__ import annotations

from engine.core.chance import Stream
from engine.core.game import Eye, Json
from engine.games.glux.data import BOARDS, TYPES
from engine.games.glux.notation import read_cells
from engine.games.glux.state import Phase, Placed, State


def imagine(view: Json, eye: Eye, chance: Stream) -> State:
    """Other seats' hands are drawn from what they have left (G50), in seat order."""
    seats = len(view["left"])
    hands, bags = [], []
    for seat in range(seats):
        hand = _hand(view, seat, eye, chance)
        hands.append(hand)
        bags.append(tuple(count - (kind == hand) for kind, count in zip(TYPES, view["left"][seat], strict=True)))
    return State(
        phase=Phase(view["phase"]),
        first=_number(view["first"]),
        turn=_number(view["turn"]),
        cells=read_cells(view["position"]),
        bags=tuple(bags),
        hands=tuple(hands),
        out=tuple(seat in view["out"] for seat in range(seats)),
        last=_imagine_last(view),
    )


def _hand(view: Json, seat: int, eye: Eye, chance: Stream) -> str:
    left = view["left"][seat]
    if sum(left) == view["bags"][seat]:
        return ""
    if seat == eye:
        return str(view["hand"])
    if view["start_token"] is not None:
        return str(view["start_token"])
    return chance.pick((kind, count) for kind, count in zip(TYPES, left, strict=True) if count)


def _number(seat: int | None) -> int:
    return -1 if seat is None else seat


def _imagine_last(view: Json) -> Placed | None:
    last = view["last"]
    if last is None:
        return None
    return Placed(last["seat"], BOARDS[len(view["left"])].index[last["cell"]], last["face"])
