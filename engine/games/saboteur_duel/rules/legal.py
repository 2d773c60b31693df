"""What may be done on a turn: one check per kind of move, and the list of all legal moves (S40-S49).

A check depends on the table and the mover's own hand only, never on what is hidden from the mover.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from engine.core.errors import IllegalMove
from engine.games.saboteur_duel.data import ARM_OF, BIT, BREAKS, PATHS, REPAIRS, SHAPES, STARTS, Shape
from engine.games.saboteur_duel.rules.rounds import goal_at
from engine.games.saboteur_duel.rules.tunnel import MOST, SIDES, Reach, Tunnel, pack, tunnel_of, unpack
from engine.games.saboteur_duel.state import (
    Bribe,
    DiscardTwo,
    KeyAt,
    LayCard,
    Look,
    Move,
    Orient,
    PassCards,
    Repair,
    Rockfall,
    Sabotage,
    State,
    UseKey,
    goal_cells,
)


def check(state: State, seat: int, move: Move) -> None:
    """Raises IllegalMove unless the seat, which is to act, may make this move now."""
    if state.step == "orient":
        return _check_orient(state, move)
    match move:
        case LayCard():
            _check_lay(state, seat, move)
        case Sabotage():
            _check_sabotage(state, seat, move)
        case Repair():
            _check_repair(state, seat, move)
        case UseKey():
            _check_key(state, seat, move)
        case Rockfall():
            _check_rockfall(state, seat, move)
        case Look():
            _check_look(state, seat, move)
        case DiscardTwo():
            _hold(state, seat, *move.cards)
            _must_be_broken(state, seat, move.tool)
        case PassCards():
            _hold(state, seat, *move.cards)
        case Bribe():
            _check_bribe(state, seat, move)
        case Orient():
            raise IllegalMove("nothing-to-turn")


def _hold(state: State, seat: int, *cards: str) -> None:
    hand = state.hands[seat]
    for card in cards:
        if hand.count(card) < cards.count(card):
            raise IllegalMove("not-in-hand", card=card)


def _must_be_broken(state: State, seat: int, tool: str) -> None:
    if tool not in state.broken[seat]:
        raise IllegalMove("tool-not-broken", tool=tool)


def _at(x: int, y: int) -> str:
    return f"{x},{y}"


def _far(x: int, y: int) -> bool:
    return abs(x) > MOST or abs(y) > MOST


def _check_lay(state: State, seat: int, move: LayCard) -> None:
    _hold(state, seat, move.card)
    if state.broken[seat]:
        raise IllegalMove("tools-broken", tool=state.broken[seat][0])
    if _far(move.x, move.y):
        raise IllegalMove("not-connected", cell=_at(move.x, move.y))
    tunnel, cell = tunnel_of(state), pack(move.x, move.y)
    shape = SHAPES[move.card][move.turn]
    if tunnel.taken(cell):
        raise IllegalMove("cell-taken", cell=_at(move.x, move.y))
    if not tunnel.fits(cell, shape):
        raise IllegalMove("does-not-fit", card=move.card, cell=_at(move.x, move.y))
    reach = tunnel.reach(state.colours[seat])
    if not _joined(tunnel, reach, cell, shape, state.colours[seat]):
        raise IllegalMove("not-connected", cell=_at(move.x, move.y))
    if shape.ladder >= 0 and tunnel.near_treasure(cell):
        raise IllegalMove("ladder-near-gold", cell=_at(move.x, move.y))


def _joined(tunnel: Tunnel, reach: Reach, cell: int, shape: Shape, colour: int) -> bool:
    """S40.3: an exit meets an arm one may walk through, or a ladder goes back to a start card in reach."""
    if reach.entries.get(cell, 0) & shape.walk[colour]:
        return True
    return tunnel.linked_to_start(shape, reach) and tunnel.touches(cell)


def _check_sabotage(state: State, seat: int, move: Sabotage) -> None:
    _hold(state, seat, move.card)
    if state.solo:
        raise IllegalMove("nobody-to-sabotage")
    if BREAKS[move.card] in state.broken[1 - seat]:
        raise IllegalMove("already-broken", tool=BREAKS[move.card])


def _check_repair(state: State, seat: int, move: Repair) -> None:
    _hold(state, seat, move.card)
    if move.tool not in REPAIRS[move.card]:
        raise IllegalMove("tool-not-on-card", card=move.card, tool=move.tool)
    _must_be_broken(state, seat, move.tool)


def _check_key(state: State, seat: int, move: UseKey) -> None:
    _hold(state, seat, "KEY")
    if not state.keys_left:
        raise IllegalMove("no-keys-left")
    tunnel = tunnel_of(state)
    shape = None if _far(move.x, move.y) else tunnel.shapes.get(pack(move.x, move.y))
    colour = state.colours[seat]
    if shape is None or not (shape.doors[0] | shape.doors[1]) & BIT[move.arm]:
        raise IllegalMove("no-door-there", cell=_at(move.x, move.y), arm=move.arm)
    if shape.doors[colour] & BIT[move.arm]:
        raise IllegalMove("own-door", cell=_at(move.x, move.y), arm=move.arm)
    if KeyAt(move.x, move.y, move.arm) in state.keys:
        raise IllegalMove("door-has-key", cell=_at(move.x, move.y), arm=move.arm)


def _check_rockfall(state: State, seat: int, move: Rockfall) -> None:
    _hold(state, seat, "ROCK")
    shape = None if _far(move.x, move.y) else tunnel_of(state).shapes.get(pack(move.x, move.y))
    if shape is None:
        raise IllegalMove("no-card-there", cell=_at(move.x, move.y))
    if not can_fall(shape):
        raise IllegalMove("cannot-fall", cell=_at(move.x, move.y))


def can_fall(shape: Shape) -> bool:
    """S45: start cards, goals, gold and trolls stay."""
    return shape.card in PATHS and not shape.gold and not shape.troll


def _check_look(state: State, seat: int, move: Look) -> None:
    _hold(state, seat, "MAP")
    index = goal_at(state, move.x, move.y)
    if index is None:
        raise IllegalMove("no-goal-there", cell=_at(move.x, move.y))
    if state.goals[index].turn is not None:
        raise IllegalMove("goal-face-up", cell=_at(move.x, move.y))


def _check_bribe(state: State, seat: int, move: Bribe) -> None:
    tunnel = tunnel_of(state)
    cell = pack(move.x, move.y)
    shape = None if _far(move.x, move.y) else tunnel.shapes.get(cell)
    if shape is None or not shape.troll:
        raise IllegalMove("no-troll-there", cell=_at(move.x, move.y))
    if any((bribe.x, bribe.y) == (move.x, move.y) for bribe in state.bribes):
        raise IllegalMove("troll-bribed", cell=_at(move.x, move.y))
    if not meets_troll(tunnel.reach(state.colours[seat]), cell, shape):
        raise IllegalMove("troll-not-reached", cell=_at(move.x, move.y))


def meets_troll(reach: Reach, cell: int, shape: Shape) -> bool:
    """S47: from its own card, or by an exit that runs against the troll from outside."""
    inside = cell * 4 + shape.group_at[shape.troll] in reach.nodes
    return inside or bool(reach.entries.get(cell, 0) & shape.troll)


def _check_orient(state: State, move: Move) -> None:
    assert state.goal is not None
    x, y = goal_cells(state)[state.goal]
    if not isinstance(move, Orient) or (move.x, move.y) != (x, y):
        raise IllegalMove("orient-first", cell=_at(x, y))
    # S56: a choice is open only when both turns are allowed, so either will do.


# -- the list ---------------------------------------------------------------------------------------------------------


def legal_moves(state: State, seat: int) -> Iterator[Move]:
    if seat != state.turn:
        return
    if state.step == "orient":
        assert state.goal is not None
        x, y = goal_cells(state)[state.goal]
        yield Orient(x, y, 0)
        yield Orient(x, y, 1)
    elif state.step == "turn":
        tunnel = tunnel_of(state)
        reach = tunnel.reach(state.colours[seat])
        yield from _bribes(state, tunnel, reach)
        if not state.broken[seat]:
            yield from placements(state.hands[seat], state.colours[seat], tunnel, reach)
        yield from _actions(state, seat, tunnel)
        yield from _discards(state, seat)


def placements(hand: Iterable[str], colour: int, tunnel: Tunnel, reach: Reach) -> Iterator[LayCard]:
    """S40: every way to lay a card of the hand; tools are not looked at here."""
    kinds = [card for card in dict.fromkeys(hand) if card in PATHS]
    cells = [(cell, sides, *tunnel.walls(cell)) for cell, sides in reach.entries.items() if not tunnel.taken(cell)]
    for card in kinds:
        ladder = SHAPES[card][0].ladder >= 0
        for shape in SHAPES[card]:
            arms, walk = shape.open, shape.walk[colour]
            for cell, sides, need, shut in cells:
                if walk & sides and arms & need == need and not arms & shut:
                    if ladder and tunnel.near_treasure(cell):
                        continue
                    yield LayCard(card, *unpack(cell), shape.turn)
        if ladder and tunnel.linked_to_start(SHAPES[card][0], reach):
            yield from _linked_ladders(tunnel, reach, card, colour)


def _linked_ladders(tunnel: Tunnel, reach: Reach, card: str, colour: int) -> Iterator[LayCard]:
    """S40.3: where a ladder may lie without being joined to an exit."""
    around = {cell + step for cell in tunnel.shapes for _, step, _ in SIDES}
    for cell in sorted(around):
        if tunnel.taken(cell) or tunnel.near_treasure(cell):
            continue
        for shape in SHAPES[card]:
            joined = reach.entries.get(cell, 0) & shape.walk[colour]
            if not joined and tunnel.fits(cell, shape):
                yield LayCard(card, *unpack(cell), shape.turn)


def _bribes(state: State, tunnel: Tunnel, reach: Reach) -> Iterator[Bribe]:
    bribed = {(bribe.x, bribe.y) for bribe in state.bribes}
    for laid in state.table:
        shape = SHAPES[laid.card][laid.turn]
        if shape.troll and (laid.x, laid.y) not in bribed and meets_troll(reach, pack(laid.x, laid.y), shape):
            yield Bribe(laid.x, laid.y)


def _actions(state: State, seat: int, tunnel: Tunnel) -> Iterator[Move]:
    for card in dict.fromkeys(state.hands[seat]):
        if card in BREAKS:
            if not state.solo and BREAKS[card] not in state.broken[1 - seat]:
                yield Sabotage(card)
        elif card in REPAIRS:
            for tool in REPAIRS[card]:
                if tool in state.broken[seat]:
                    yield Repair(card, tool)
        elif card == "KEY" and state.keys_left:
            yield from _keys(state, seat, tunnel)
        elif card == "ROCK":
            for laid in state.table:
                if can_fall(SHAPES[laid.card][laid.turn]):
                    yield Rockfall(laid.x, laid.y)
        elif card == "MAP":
            for goal, (x, y) in zip(state.goals, goal_cells(state), strict=True):
                if goal.turn is None:
                    yield Look(x, y)


def _keys(state: State, seat: int, tunnel: Tunnel) -> Iterator[UseKey]:
    other = 1 - state.colours[seat]
    for cell, shape in tunnel.shapes.items():
        if shape.doors[other] and shape.card not in STARTS:
            x, y = unpack(cell)
            for bit, arm in ARM_OF.items():
                if shape.doors[other] & bit and KeyAt(x, y, arm) not in state.keys:
                    yield UseKey(x, y, arm)


def _discards(state: State, seat: int) -> Iterator[Move]:
    hand = sorted(state.hands[seat])
    pairs = sorted(set(combinations(hand, 2)))
    for tool in state.broken[seat]:
        for pair in pairs:
            yield DiscardTwo(pair, tool)
    for card in dict.fromkeys(hand):
        yield PassCards((card,))
    for pair in pairs:
        yield PassCards(pair)
