"""What an eye sees of a match, a state made again from it, and the news of a ply. Nothing is hidden (P66)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.core import codec
from engine.core.game import Json, News, Parts, Ply
from engine.games.potion_explosion.moves import (
    Drink,
    End,
    FromPool,
    JoyStep,
    JoyStop,
    Move,
    NewTile,
    Pick,
    Split,
    Starter,
)
from engine.games.potion_explosion.notation import place_text, read_move
from engine.games.potion_explosion.state import FIVE, RECIPES, SLOTS, State
from engine.games.potion_explosion.telling import counted, tiles


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

Step = tuple[str, ...]
Params = dict[str, int | str | Parts]
MANY = 15  # marbles that are counted instead of named


def news(before: State, ply: Ply, after: State) -> tuple[News, ...]:
    """The lines for the steps of the story that this ply has added."""
    told = 0 if ply.kind == "move" else len(before.story)
    return tuple(line for step in after.story[told:] if step[0] in _TELLERS for line in _TELLERS[step[0]](before, step))


def _move(before: State, step: Step) -> Iterator[News]:
    """The move itself: a code for its class, its parts as parameters."""
    text, seat = step[1], int(step[2])
    code, parts = _parts(before, read_move(text))
    yield News(code, {"seat": seat, "move": text, **parts})


def _parts(before: State, move: Move) -> tuple[str, Params]:
    match move:
        case Starter(design):
            return "starter", {"design": design, "kind": design[0]}
        case Pick(how, track, place):
            code = {"T": "pick", "H": "help", "B": "tie-pick"}[how]
            return code, {"place": place_text((track, place)), "colour": before.tracks[track][place - 1]}
        case Drink(kind, sands):
            return "sands" if sands else "drink", {"kind": kind}
        case Split(colour, a, b):
            return "split", {"colour": colour, "count_a": a, "count_b": b}
        case FromPool(colour, slot):
            return "from-pool", {"colour": colour, "slot": SLOTS[slot]}
        case JoyStep(marble, slot, hole):
            return "joy", {"colour": marble, "slot": SLOTS[slot], "hole": hole}
        case JoyStop():
            return "joy-stop", {}
        case End(keep):
            return ("end", {"some": counted(keep)}) if keep else ("end-bare", {})
        case NewTile(stack):
            design = before.tops[stack]
            return "tile", {"design": design, "kind": design[0], "stack": stack + 1}


def _drop(before: State, step: Step) -> Iterator[News]:
    """P68: what was drawn, each with its place in front."""
    tokens = step[1:]
    if len(tokens) > MANY:
        yield News("filled", {"count": len(tokens)})
    elif tokens[0][0] == "S":
        yield News("offered", {"starters": tiles(token.removeprefix("S=") for token in tokens)})
    elif tokens[0][0] == "#":
        yield News("turned-up", {"tops": [{"stack": int(token[1]), "kind": token[3]} for token in tokens]})
    else:
        yield News("dropped", {"drops": [{"track": int(token[0]), "colour": token[1]} for token in tokens]})


def _won(before: State, step: Step) -> Iterator[News]:
    if len(step[1]) > 1:
        yield News("won", {"count": len(step[1]), "some": counted(step[1])})


def _done(before: State, step: Step) -> Iterator[News]:
    points = RECIPES[step[1]].points
    yield News("done", {"seat": before.turn, "design": step[1], "kind": step[1][0], "points": points})


def _skill(before: State, step: Step) -> Iterator[News]:
    if step[1] == FIVE:
        yield News("skill-five", {"seat": int(step[2])})
    else:
        yield News("skill", {"seat": int(step[2]), "kind": step[1]})


def _one(code: str, params: Callable[[Step], Params]) -> Callable[[State, Step], Iterator[News]]:
    def teller(before: State, step: Step) -> Iterator[News]:
        yield News(code, params(step))

    return teller


_TELLERS: dict[str, Callable[[State, Step], Iterator[News]]] = {
    "move": _move,
    "drop": _drop,
    "won": _won,
    "done": _done,
    "skill": _skill,
    "kinds": _one("kinds", lambda step: {"kind_a": step[1][0], "kind_b": step[1][1]}),
    "burst": _one("burst", lambda step: {"count": len(step[1]), "colour": step[1][0]}),
    "back": _one("back", lambda step: {"count": len(step[1]), "some": counted(step[1])}),
    "rob": _one("rob", lambda step: {"some": counted(step[1]), "seat_robbed": int(step[2])}),
    "ending": _one("ending", lambda step: {"cause": step[1]}),
    "tie": _one("tie", lambda step: {}),
}
