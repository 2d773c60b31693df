"""The news of a ply, from the steps of the story that it has added."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.core.game import Eye, News, Parts, Ply, Shown, lead_taken
from engine.games.potion_explosion.data import RECIPES
from engine.games.potion_explosion.notation import place_text, read_move
from engine.games.potion_explosion.rules import scores
from engine.games.potion_explosion.seeing import counted, tiles
from engine.games.potion_explosion.state import (
    FIVE,
    SLOTS,
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
    State,
)

Step = tuple[str, ...]
Params = dict[str, int | str | Parts]
MANY = 15  # marbles that are counted instead of named


def news(before: State, ply: Ply, after: State, eye: Eye) -> tuple[News, ...]:
    """The lines for the steps of the story that this ply has added."""
    known = 0 if ply.kind == "move" else len(before.story)
    return tuple(line for step in after.story[known:] if step[0] in _LINES for line in _LINES[step[0]](before, step))


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


def _line_of(code: str, params: Callable[[Step], Params]) -> Callable[[State, Step], Iterator[News]]:
    def line(before: State, step: Step) -> Iterator[News]:
        yield News(code, params(step))

    return line


_LINES: dict[str, Callable[[State, Step], Iterator[News]]] = {
    "move": _move,
    "drop": _drop,
    "won": _won,
    "done": _done,
    "skill": _skill,
    "kinds": _line_of("kinds", lambda step: {"kind_a": step[1][0], "kind_b": step[1][1]}),
    "burst": _line_of("burst", lambda step: {"count": len(step[1]), "colour": step[1][0]}),
    "back": _line_of("back", lambda step: {"count": len(step[1]), "some": counted(step[1])}),
    "rob": _line_of("rob", lambda step: {"some": counted(step[1]), "seat_robbed": int(step[2])}),
    "ending": _line_of("ending", lambda step: {"cause": step[1]}),
    "tie": _line_of("tie", lambda step: {}),
}


def shown(before: State, ply: Ply, after: State) -> tuple[Shown, ...]:
    """P66: nothing was masked."""
    return ()


CHAIN = 2  # so many explosions by one marble are a moment


def moments(before: State, ply: Ply, after: State) -> tuple[News, ...]:
    """Potions, chains of explosions, skill tokens, the lead: of one move and the draws behind it."""
    earlier = 0 if ply.kind == "move" else len(before.story)
    steps = after.story[earlier:]
    potions = [step[1] for step in steps if step[0] == "done"]
    bursts = [step[1] for step in steps if step[0] == "burst"]
    lines = [
        News("potion", {"seat": before.turn, "kind": design[0], "points": RECIPES[design].points}) for design in potions
    ]
    if len(bursts) >= CHAIN:
        lines.append(News("chain", {"seat": before.turn, "count": len(bursts), "marbles": sum(map(len, bursts))}))
    lines += [News("token", {"seat": int(step[2])}) for step in steps if step[0] == "skill"]
    return (*lines, *lead_taken(scores(before), scores(after)))
