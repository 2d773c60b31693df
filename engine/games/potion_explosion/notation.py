"""Moves as text and back (P71)."""

from __future__ import annotations

import re
from collections.abc import Callable

from engine.core.errors import UnreadableMove
from engine.core.game import Eye, Seat
from engine.games.potion_explosion.data import DESIGNS
from engine.games.potion_explosion.state import (
    SLOTS,
    Drink,
    End,
    FromPool,
    JoyStep,
    JoyStop,
    Move,
    NewTile,
    Pick,
    Place,
    Split,
    Starter,
    State,
)

Match = re.Match[str]


def write(move: Move, eye: Eye) -> str:
    return write_move(move)


def read(state: State, seat: Seat, text: str) -> Move:
    return read_move(text)


def write_move(move: Move) -> str:
    return _WRITERS[type(move)](move)


def place_text(place: Place) -> str:
    return f"{place[0] + 1}.{place[1]}"


def _write_drink(move: Drink) -> str:
    return ("DS" if move.sands else "D") + move.kind + _PARAMETER[move.kind](move)


_PARAMETER: dict[str, Callable[[Drink], str]] = {
    "W": lambda move: place_text(move.lifts[0]),
    "M": lambda move: place_text(move.lifts[0]),
    "L": lambda move: str(move.seat + 1),
    "A": lambda move: "".join(str(track + 1) for track, _ in move.lifts),
    "U": lambda move: f"{place_text(move.lifts[0])}x{len(move.lifts)}",
    "F": lambda move: f"{move.lifts[0][0] + 1}." + "".join(str(place) for _, place in move.lifts),
    "J": lambda move: "",
}

_WRITERS: dict[type, Callable[..., str]] = {
    Starter: lambda move: f"S:{move.design}",
    Pick: lambda move: f"{move.how}{move.track + 1}.{move.place}",
    Drink: _write_drink,
    Split: lambda move: f"P{move.colour}{move.a}-{move.b}",
    FromPool: lambda move: f"Q{move.colour}{SLOTS[move.slot]}",
    JoyStep: lambda move: f"J{move.marble}{SLOTS[move.slot]}{move.hole}",
    JoyStop: lambda move: "J.",
    End: lambda move: f"E:{move.keep}",
    NewTile: lambda move: f"N{move.stack + 1}",
}


def _place(match: Match) -> Place:
    return int(match["track"]) - 1, int(match["place"])


def _drink(kind: str, lifts: Callable[[Match], tuple[Place, ...]]) -> Callable[[Match], Move]:
    return lambda match: Drink(kind, bool(match["sands"]), lifts(match))


def _run(match: Match) -> tuple[Place, ...]:
    track, place = _place(match)
    return tuple((track, place + i) for i in range(int(match["n"])))


_AT = r"(?P<track>[1-5])\.(?P<place>[1-9])"
_FORMS: tuple[tuple[re.Pattern[str], Callable[[Match], Move]], ...] = tuple(
    (re.compile(form), make)
    for form, make in (
        (r"S:(?P<design>[A-Z][0-9])", lambda match: Starter(match["design"])),
        (rf"(?P<how>[THB]){_AT}", lambda match: Pick(match["how"], *_place(match))),
        (rf"D(?P<sands>S?)W{_AT}", _drink("W", lambda match: (_place(match),))),
        (
            rf"D(?P<sands>S?)M{_AT}",
            _drink("M", lambda match: (_place(match), (_place(match)[0], _place(match)[1] + 1))),
        ),
        (r"D(?P<sands>S?)L(?P<seat>[1-9])", lambda match: Drink("L", bool(match["sands"]), (), int(match["seat"]) - 1)),
        (r"D(?P<sands>S?)A(?P<tracks>[1-5]{1,5})", _drink("A", lambda match: _bottoms(match["tracks"]))),
        (rf"D(?P<sands>S?)U{_AT}x(?P<n>[1-9])", _drink("U", _run)),
        (r"D(?P<sands>S?)F(?P<track>[1-5])\.(?P<places>[1-9]{1,9})", _drink("F", lambda match: _column(match))),
        (r"D(?P<sands>S?)J", _drink("J", lambda match: ())),
        (
            r"P(?P<colour>[RBKY])(?P<a>[0-9])-(?P<b>[0-9])",
            lambda match: Split(match["colour"], int(match["a"]), int(match["b"])),
        ),
        (r"Q(?P<colour>[RBKY])(?P<slot>[ab])", lambda match: FromPool(match["colour"], SLOTS.index(match["slot"]))),
        (
            r"J(?P<marble>[RBKY])(?P<slot>[ab])(?P<hole>[RBKY])",
            lambda match: JoyStep(match["marble"], SLOTS.index(match["slot"]), match["hole"]),
        ),
        (r"J\.", lambda match: JoyStop()),
        (r"E:(?P<keep>[RBKY]{0,3})", lambda match: End(match["keep"])),
        (r"N(?P<stack>[1-5])", lambda match: NewTile(int(match["stack"]) - 1)),
    )
)


def _bottoms(tracks: str) -> tuple[Place, ...]:
    return tuple((int(track) - 1, 1) for track in tracks)


def _column(match: Match) -> tuple[Place, ...]:
    return tuple((int(match["track"]) - 1, int(place)) for place in match["places"])


def read_move(text: str) -> Move:
    """Raises UnreadableMove. A move has one spelling: lists inside it are in order, nothing twice."""
    for form, make in _FORMS:
        if match := form.fullmatch(text):
            move = make(match)
            _check_spelling(move, text)
            return move
    raise UnreadableMove("unreadable-move", text=text[:40])


def _check_spelling(move: Move, text: str) -> None:
    if isinstance(move, Starter) and move.design not in DESIGNS:
        raise UnreadableMove("unreadable-move", text=text)
    if isinstance(move, Drink) and any(a >= b for a, b in zip(move.lifts, move.lifts[1:], strict=False)):
        raise UnreadableMove("unreadable-order", text=text)
    if isinstance(move, End) and [*move.keep] != sorted(move.keep, key="RBKY".index):
        raise UnreadableMove("unreadable-order", text=text)
