"""A state that fits a view: hands and face-down discards of others, and goals they looked at, by chance."""

from __future__ import annotations

from collections import Counter

from engine.core.chance import Stream
from engine.core.game import Eye, Json
from engine.games.saboteur_duel.data import BREAK_CARD, BREAKS, COLOURS, DECK, GOALS, sort_cards
from engine.games.saboteur_duel.state import Bribed, Claim, Goal, KeyAt, LaidCard, Round, State


def imagine(view: Json, eye: Eye, chance: Stream) -> State:
    seats = len(view["colours"])
    hands, hidden = _imagined_cards(view, chance)
    return State(
        colours=tuple(COLOURS.index(colour) for colour in view["colours"]),
        round=view["round"],
        starter=view["starter"],
        step=view["step"],
        turn=view["turn"],
        drawer=view["drawer"],
        owed=view["owed"],
        goal=view["goal"],
        table=tuple(LaidCard(*laid) for laid in view["table"]),
        goals=_imagined_goals(view, eye, chance),
        claims=tuple(Claim(*claim) for claim in view["claims"]),
        bribes=tuple(Bribed(*bribe) for bribe in view["bribes"]),
        keys=tuple(KeyAt(*key) for key in view["keys"]),
        broken=tuple(map(tuple, view["broken"])),
        hands=tuple(hands[seat] for seat in range(seats)),
        spent=tuple(view["spent"]),
        hidden=tuple(hidden[seat] for seat in range(seats)),
        pile=view["pile"],
        coins=tuple(map(tuple, view["coins"])),
        gone_paths=tuple(view["gone_paths"]),
        gone_goals=tuple(view["gone_goals"]),
        ledger=tuple(map(_imagined_round, view["ledger"])),
        picks=(0,) * 6,
    )


def unseen_cards(view: Json) -> Counter[str]:
    """The cards whose place the viewer does not know: pile, other hands, other face-down discards."""
    left = Counter(DECK)
    left.subtract(view["gone_paths"])
    left.subtract(laid[0] for laid in view["table"])
    left.subtract(view["spent"])
    for tools in view["broken"]:
        left.subtract(BREAK_CARD[tool] for tool in tools)
    for cards in (*view["hands"], *view["hidden"]):
        left.subtract(cards or ())
    return +left


Rows = dict[int, tuple[str, ...]]


def _imagined_cards(view: Json, chance: Stream) -> tuple[Rows, Rows]:
    left = unseen_cards(view)
    solo = len(view["colours"]) == 1
    # S82, S83: alone, sabotage and rockfall never come into the hand.
    held = [card for card in left.elements() if not solo or (card not in BREAKS and card != "ROCK")]
    mixed = chance.shuffle(held)
    rows: tuple[Rows, Rows] = ({}, {})
    for row, known, sizes in zip(rows, ("hands", "hidden"), ("hand_sizes", "hidden_sizes"), strict=True):
        for seat, size in enumerate(view[sizes]):
            if view[known][seat] is not None:
                row[seat] = tuple(view[known][seat])
            else:
                row[seat] = sort_cards(mixed[:size])
                del mixed[:size]
    return rows


def _imagined_goals(view: Json, eye: Eye, chance: Stream) -> tuple[Goal, ...]:
    known = {goal["face"] for goal in view["goals"]} | set(view["gone_goals"])
    pool = chance.shuffle(face for face in GOALS if face not in known)
    # While a look or a reveal is being drawn for, the face of that goal does not exist yet.
    pending = view["goal"] if view["step"] in ("look", "reveal") else None
    goals = []
    for index, goal in enumerate(view["goals"]):
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
