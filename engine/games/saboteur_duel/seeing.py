"""What each eye sees (section 10 of the rules), as JSON and in lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine.core.game import Eye, Json, News, Parts
from engine.games.saboteur_duel.data import (
    COLOURS,
    ROUNDS,
    STARTS,
)
from engine.games.saboteur_duel.rules.tunnel import tunnel_of, unpack
from engine.games.saboteur_duel.state import (
    Claim,
    Round,
    State,
    goal_cells,
    start_cells,
)


def view(state: State, eye: Eye) -> Json:
    over = state.step == "over"

    def mine(rows: tuple[tuple[str, ...], ...]) -> list[list[str] | None]:
        return [list(row) if over or seat == eye else None for seat, row in enumerate(rows)]

    return {
        **_clock(state),
        **_tunnel(state, eye),
        "broken": [list(tools) for tools in state.broken],
        "hands": mine(state.hands),
        "hand_sizes": [len(hand) for hand in state.hands],
        "pile": state.pile,
        "spent": list(state.spent),
        "hidden": mine(state.hidden),
        "hidden_sizes": [len(cards) for cards in state.hidden],
        "coins": [list(coins) for coins in state.coins],
        "ledger": [_round(entry) for entry in state.ledger],
        "gone_paths": list(state.gone_paths),
        "gone_goals": list(state.gone_goals),
    }


def revealed(state: State, eye: Eye) -> Json:
    """Hands, set-aside cards and the goals that somebody has looked at lie open, as at the end of the last round."""
    return view(replace(state, step="over"), eye)


def _clock(state: State) -> dict[str, Any]:
    return {
        "colours": [COLOURS[colour] for colour in state.colours],
        "round": state.round,
        "rounds": ROUNDS,
        "starter": state.starter,
        "step": state.step,
        "turn": state.turn,
        "drawer": state.drawer,
        "owed": state.owed,
        "goal": state.goal,
    }


def _tunnel(state: State, eye: Eye) -> dict[str, Any]:
    return {
        "starts": [[STARTS[colour], x, y] for colour, (x, y) in start_cells(state)],
        "table": [[laid.card, laid.x, laid.y, laid.turn] for laid in state.table],
        "goals": [
            {"x": x, "y": y, "face": _face(state, index, eye), "turn": goal.turn, "looked": list(goal.looked)}
            for index, (goal, (x, y)) in enumerate(zip(state.goals, goal_cells(state), strict=True))
        ],
        "claims": [_claim(claim) for claim in state.claims],
        "bribes": [[bribe.x, bribe.y, bribe.seat] for bribe in state.bribes],
        "keys": [[key.x, key.y, key.arm] for key in state.keys],
        "counters": state.counters,
        "keys_left": state.keys_left,
        "reach": _reach(state),
    }


def _face(state: State, index: int, eye: Eye) -> str | None:
    """A goal's face: public once it is being turned up, before that for those who looked."""
    goal = state.goals[index]
    public = goal.turn is not None or state.step == "over" or (state.step == "orient" and state.goal == index)
    return goal.face if public or eye in goal.looked else None


def _reach(state: State) -> list[list[list[int]]]:
    """Per seat the nodes [x, y, group] that it walks to: the board's overlay."""
    tunnel = tunnel_of(state)
    return [[[*unpack(node >> 2), node & 3] for node in sorted(tunnel.reach(colour).nodes)] for colour in state.colours]


def _claim(claim: Claim) -> list[int]:
    return [claim.x, claim.y, claim.group, claim.seat, claim.value]


def _round(entry: Round) -> dict[str, Any]:
    return {
        "cause": entry.cause,
        "goals": [list(goal) for goal in entry.goals],
        "claims": [_claim(claim) for claim in entry.claims],
        "bribes": [[bribe.x, bribe.y, bribe.seat] for bribe in entry.bribes],
        "gained": [list(values) for values in entry.gained],
        "paid": [list(values) for values in entry.paid],
    }


# -- in lines, for readers who have no board to look at ---------------------------------------------------------------


def describe(view: Json) -> tuple[News, ...]:
    return tuple(_lines(view))


def _lines(view: Json) -> Iterator[News]:
    yield News("round", {"round": view["round"], "rounds": view["rounds"], "count": view["pile"]})
    for seat in range(len(view["colours"])):
        yield from _seat_lines(view, seat)
    laid = [*view["starts"], *(card[:3] for card in view["table"])]
    yield News("tunnel", {"cards": [{"card": card, "cell": f"{x},{y}"} for card, x, y in laid]})
    yield from _goal_lines(view)


def _seat_lines(view: Json, seat: int) -> Iterator[News]:
    hand = view["hands"][seat]
    if hand is None:
        yield News("hidden-hand", {"seat": seat, "count": view["hand_sizes"][seat]})
    elif hand:
        yield News("hand", {"seat": seat, "hand": [{"card": card} for card in hand]})
    claimed = sum(value for *_, owner, value in view["claims"] if owner == seat)
    yield News("gold", {"seat": seat, "gold": sum(view["coins"][seat]), "claimed": claimed})
    if broken := view["broken"][seat]:
        yield News("broken", {"seat": seat, "tools": [{"tool": tool} for tool in broken]})


def _goal_lines(view: Json) -> Iterator[News]:
    goals = [(f"g{number}", f"{goal['x']},{goal['y']}", goal) for number, goal in enumerate(view["goals"], 1)]
    up: Parts = [{"goal": name, "cell": cell, "face": shown["face"]} for name, cell, shown in goals if shown["face"]]
    down: Parts = [{"goal": name, "cell": cell} for name, cell, shown in goals if not shown["face"]]
    if up:
        yield News("goals-known", {"known": up})
    if down:
        yield News("goals-down", {"down": down})
