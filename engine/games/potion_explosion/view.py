"""What an eye sees of a match, a state made again from it, and the news of a ply. Nothing is hidden (P66)."""

from __future__ import annotations

from collections.abc import Callable

from engine.core import codec
from engine.core.game import Json, News, Ply
from engine.games.potion_explosion.state import RECIPES, State


def view(state: State) -> Json:
    """The whole state, and the recipes of the kinds in play so that a board needs no table of its own."""
    shown = codec.dump(state)
    shown["recipes"] = [
        [recipe.design, recipe.holes, recipe.points] for recipe in RECIPES.values() if recipe.kind not in state.excluded
    ]
    return shown


def imagine(shown: Json) -> State:
    return codec.load(State, shown)


# -- news -------------------------------------------------------------------------------------------------------------


def news(before: State, ply: Ply, after: State) -> tuple[News, ...]:
    """One line per step of the story that this ply has added."""
    told = 0 if ply.kind == "move" else len(before.story)
    found = (_tell(before, after, step) for step in after.story[told:])
    return tuple(line for line in found if line is not None)


def _tell(before: State, after: State, step: tuple[str, ...]) -> News | None:
    teller = _TELLERS.get(step[0])
    return teller(before, step) if teller else None


def _move(before: State, step: tuple[str, ...]) -> News:
    text, seat = step[1], int(step[2])
    if text.startswith("DS"):
        return News("sands", {"seat": seat, "kind": text[2], "move": text})
    if text.startswith("D"):
        return News("drink", {"seat": seat, "kind": text[1], "move": text})
    code = _CODES[text[:2]] if text[:2] in _CODES else _CODES[text[0]]
    return News(code, {"seat": seat, "move": text, "what": _what(text)})


def _what(text: str) -> str:
    return text[2:] if text[1:2] == ":" else text[1:]


_CODES = {
    "S": "starter",
    "T": "pick",
    "H": "help",
    "B": "tie-pick",
    "P": "split",
    "Q": "from-pool",
    "J": "joy",
    "J.": "joy-stop",
    "E": "end",
    "N": "tile",
}


def _drop(before: State, step: tuple[str, ...]) -> News:
    return News("drop", {"tokens": " ".join(step[1:])})


_TELLERS: dict[str, Callable[[State, tuple[str, ...]], News]] = {
    "move": _move,
    "drop": _drop,
    "kinds": lambda before, step: News("kinds", {"kind_a": step[1][0], "kind_b": step[1][1]}),
    "burst": lambda before, step: News("burst", {"count": len(step[1]), "colour": step[1][0], "marbles": step[1]}),
    "won": lambda before, step: News("won", {"count": len(step[1]), "marbles": step[1]}),
    "done": lambda before, step: News("done", {"design": step[1], "kind": step[1][0], "seat": before.turn}),
    "back": lambda before, step: News("back", {"count": len(step[1]), "marbles": step[1]}),
    "rob": lambda before, step: News("rob", {"marbles": step[1], "seat_b": int(step[2])}),
    "skill": lambda before, step: News(
        "skill-five" if step[1] == "5" else "skill", {"kind": step[1], "seat": int(step[2])}
    ),
    "ending": lambda before, step: News("ending-" + step[1]),
    "tie": lambda before, step: News("tie"),
    "turn": lambda before, step: News("turn", {"seat": int(step[1])}),
}
