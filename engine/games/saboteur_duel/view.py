"""What each eye sees (section 10 of the rules), and a state imagined back from a view."""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine.core.chance import Stream
from engine.core.game import Eye, Json
from engine.games.saboteur_duel.cards import (
    BREAK_CARD,
    BREAKS,
    COLOURS,
    DECK,
    GOALS,
    ROUNDS,
    STARTS,
    sort_cards,
)
from engine.games.saboteur_duel.state import (
    Bribed,
    Claim,
    Goal,
    KeyAt,
    Laid,
    Round,
    State,
    goal_cells,
    start_cells,
)
from engine.games.saboteur_duel.tunnel import tunnel_of, unpack


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


# -- imagining --------------------------------------------------------------------------------------------------------


def imagine(seen: Json, eye: Eye, chance: Stream) -> State:
    """A state that fits the view: hands and face-down discards of others, and goals they looked at, by chance."""
    seats = len(seen["colours"])
    hands, hidden = _imagined_cards(seen, chance)
    return State(
        colours=tuple(COLOURS.index(colour) for colour in seen["colours"]),
        round=seen["round"],
        starter=seen["starter"],
        step=seen["step"],
        turn=seen["turn"],
        drawer=seen["drawer"],
        owed=seen["owed"],
        goal=seen["goal"],
        table=tuple(Laid(*laid) for laid in seen["table"]),
        goals=_imagined_goals(seen, eye, chance),
        claims=tuple(Claim(*claim) for claim in seen["claims"]),
        bribes=tuple(Bribed(*bribe) for bribe in seen["bribes"]),
        keys=tuple(KeyAt(*key) for key in seen["keys"]),
        broken=tuple(map(tuple, seen["broken"])),
        hands=tuple(hands[seat] for seat in range(seats)),
        spent=tuple(seen["spent"]),
        hidden=tuple(hidden[seat] for seat in range(seats)),
        pile=seen["pile"],
        coins=tuple(map(tuple, seen["coins"])),
        gone_paths=tuple(seen["gone_paths"]),
        gone_goals=tuple(seen["gone_goals"]),
        ledger=tuple(map(_imagined_round, seen["ledger"])),
        picks=(0,) * 6,
    )


def unseen_cards(seen: Json) -> Counter[str]:
    """The cards whose place the viewer does not know: pile, other hands, other face-down discards."""
    left = Counter(DECK)
    left.subtract(seen["gone_paths"])
    left.subtract(laid[0] for laid in seen["table"])
    left.subtract(seen["spent"])
    for tools in seen["broken"]:
        left.subtract(BREAK_CARD[tool] for tool in tools)
    for cards in (*seen["hands"], *seen["hidden"]):
        left.subtract(cards or ())
    return +left


Rows = dict[int, tuple[str, ...]]


def _imagined_cards(seen: Json, chance: Stream) -> tuple[Rows, Rows]:
    left = unseen_cards(seen)
    solo = len(seen["colours"]) == 1
    # S82, S83: alone, sabotage and rockfall never come into the hand.
    held = [card for card in left.elements() if not solo or (card not in BREAKS and card != "ROCK")]
    mixed = chance.shuffle(held)
    rows: tuple[Rows, Rows] = ({}, {})
    for found, known, sizes in zip(rows, ("hands", "hidden"), ("hand_sizes", "hidden_sizes"), strict=True):
        for seat, size in enumerate(seen[sizes]):
            if seen[known][seat] is not None:
                found[seat] = tuple(seen[known][seat])
            else:
                found[seat] = sort_cards(mixed[:size])
                del mixed[:size]
    return rows


def _imagined_goals(seen: Json, eye: Eye, chance: Stream) -> tuple[Goal, ...]:
    known = {goal["face"] for goal in seen["goals"]} | set(seen["gone_goals"])
    pool = chance.shuffle(face for face in GOALS if face not in known)
    # While a look or a reveal is being drawn for, the face of that goal does not exist yet.
    pending = seen["goal"] if seen["step"] in ("look", "reveal") else None
    goals = []
    for index, goal in enumerate(seen["goals"]):
        face = goal["face"]
        if face is None and goal["looked"] and index != pending:
            face = pool.pop()
        goals.append(Goal(face, goal["turn"], tuple(goal["looked"])))
    return tuple(goals)


def _imagined_round(entry: Json) -> Round:
    return Round(
        cause=entry["cause"],
        goals=tuple((index, face, turn) for index, face, turn in entry["goals"]),
        claims=tuple(Claim(*claim) for claim in entry["claims"]),
        bribes=tuple(Bribed(*bribe) for bribe in entry["bribes"]),
        gained=tuple(map(tuple, entry["gained"])),
        paid=tuple(map(tuple, entry["paid"])),
    )
