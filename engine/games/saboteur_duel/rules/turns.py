"""The fold of a turn: carrying out moves, settling claims and reveals, drawing cards (S20-S26, S40-S58, S80-S89)."""

from __future__ import annotations

from dataclasses import replace

from engine.games.saboteur_duel.data import BREAKS, HAND, SHAPES, Shape, sort_cards
from engine.games.saboteur_duel.rules.legal import can_fall
from engine.games.saboteur_duel.rules.rounds import end_round, goal_at
from engine.games.saboteur_duel.rules.tunnel import Reach, Tunnel, pack, tunnel_of, unpack
from engine.games.saboteur_duel.state import (
    Bribe,
    Bribed,
    Claim,
    DiscardTwo,
    Goal,
    KeyAt,
    LaidCard,
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


def carry_out(state: State, seat: int, move: Move) -> State:
    """The state after a move that was checked, up to the next question."""
    match move:
        case LayCard(card, x, y, turn):
            state = replace(_play_card(state, seat, card), table=(*state.table, LaidCard(card, x, y, turn)), owed=1)
        case Sabotage(card):
            state = replace(_play_card(state, seat, card), broken=_break(state, 1 - seat, BREAKS[card]), owed=1)
        case Repair(card, tool):
            state = _mend(_spend(_play_card(state, seat, card), card), seat, tool)
        case UseKey(x, y, arm):
            state = _spend(_play_card(state, seat, "KEY"), "KEY")
            state = replace(state, keys=(*state.keys, KeyAt(x, y, arm)), owed=1)
        case Rockfall(x, y):
            state = _collapse(_spend(_play_card(state, seat, "ROCK"), "ROCK"), x, y)
            state = replace(state, owed=1)
        case Look(x, y):
            return _look(_spend(_play_card(state, seat, "MAP"), "MAP"), seat, x, y)
        case DiscardTwo(cards, tool):
            state = _mend(_discarded(state, seat, cards), seat, tool)
        case PassCards(cards):
            state = replace(_discarded(state, seat, cards), owed=len(cards))
        case Bribe(x, y):
            state = replace(state, bribes=(*state.bribes, Bribed(x, y, seat)))
        case Orient(turn=turn):
            state = _turn_up(state, turn)
    return settle(state)


# -- cards on their way -----------------------------------------------------------------------------------------------


def _put(rows: tuple[tuple[str, ...], ...], seat: int, row: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(row if index == seat else old for index, old in enumerate(rows))


def _minus(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def _play_card(state: State, seat: int, card: str) -> State:
    return replace(state, hands=_put(state.hands, seat, _minus(state.hands[seat], card)))


def _spend(state: State, *cards: str) -> State:
    return replace(state, spent=sort_cards([*state.spent, *cards]))


def _discarded(state: State, seat: int, cards: tuple[str, ...]) -> State:
    """S49: face down."""
    for card in cards:
        state = _play_card(state, seat, card)
    return replace(state, hidden=_put(state.hidden, seat, sort_cards([*state.hidden[seat], *cards])))


def _break(state: State, seat: int, tool: str) -> tuple[tuple[str, ...], ...]:
    return _put(state.broken, seat, (*state.broken[seat], tool))


def _mend(state: State, seat: int, tool: str) -> State:
    """S43, S48: the sabotage card goes to the discard pile as well."""
    card = next(card for card, broken in BREAKS.items() if broken == tool)
    state = _spend(state, card)
    return replace(state, broken=_put(state.broken, seat, _minus(state.broken[seat], tool)), owed=1)


def _collapse(state: State, x: int, y: int) -> State:
    """S45: the card goes to the discard pile, keys on it to the supply; nothing else is looked at again."""
    fallen = next(laid for laid in state.table if (laid.x, laid.y) == (x, y))
    return replace(
        _spend(state, fallen.card),
        table=tuple(laid for laid in state.table if laid is not fallen),
        keys=tuple(key for key in state.keys if (key.x, key.y) != (x, y)),
    )


def _look(state: State, seat: int, x: int, y: int) -> State:
    index = goal_at(state, x, y)
    assert index is not None
    goal = state.goals[index]
    looked = tuple(sorted({*goal.looked, seat}))
    state = replace(_with_goal(state, index, replace(goal, looked=looked)), owed=1)
    if goal.face is None:
        return replace(state, step="look", goal=index)
    return settle(state)


def _with_goal(state: State, index: int, goal: Goal) -> State:
    return replace(state, goals=tuple(goal if i == index else old for i, old in enumerate(state.goals)))


# -- settling ---------------------------------------------------------------------------------------------------------


def settle(state: State) -> State:
    """Claims and reveals until nothing changes, a question comes up, or the round ends (S50-S58)."""
    tunnel = tunnel_of(state)
    while True:
        reaches = tuple(tunnel.reach(colour) for colour in state.colours)
        if state.counters:
            state = _claim(state, tunnel, reaches)
        if not state.counters:
            return end_round(state, "counters")
        if not tunnel.down:
            return end_round(state, "goals")
        index, sides = _reached_goal(tunnel, reaches)
        if index is None:
            return _after_settling(state)
        face = state.goals[index].face
        if face is None:
            return replace(state, step="reveal", goal=index)
        cell = pack(*goal_cells(state)[index])
        turns = allowed_turns(tunnel, cell, face, sides)
        if len(turns) > 1:
            return replace(state, step="orient", goal=index)
        state = _turn_up(replace(state, goal=index), turns[0].turn)
        tunnel.turn_up(cell, turns[0])


def _claim(state: State, tunnel: Tunnel, reaches: tuple[Reach, ...]) -> State:
    """S51, S52: first the acting player, then the other."""
    marked = {(claim.x, claim.y, claim.group) for claim in state.claims}
    claims = list(state.claims)
    room = state.counters
    spots = [(cell, gold) for cell, shape in tunnel.shapes.items() for gold in shape.gold]
    for seat in (state.turn, *(other for other in range(state.seats) if other != state.turn)):
        due = []
        for cell, (group, value) in spots:
            x, y = unpack(cell)
            if cell * 4 + group in reaches[seat].nodes and (x, y, group) not in marked:
                due.append((-value, x, y, group))
        for minus, x, y, group in sorted(due)[:room]:
            claims.append(Claim(x, y, group, seat, -minus))
            marked.add((x, y, group))
            room -= 1
    return state if len(claims) == len(state.claims) else replace(state, claims=tuple(claims))


def _reached_goal(tunnel: Tunnel, reaches: tuple[Reach, ...]) -> tuple[int | None, int]:
    """S54: the reached face-down goal with the smallest number, and its trigger sides."""
    for cell, index in sorted(tunnel.down.items(), key=lambda item: item[1]):
        sides = 0
        for reach in reaches:
            sides |= reach.entries.get(cell, 0)
        if sides:
            return index, sides
    return None, 0


def allowed_turns(tunnel: Tunnel, cell: int, face: str, sides: int) -> tuple[Shape, ...]:
    """S55: open on a trigger side; those that fit the neighbours, if there are any."""
    turns = tuple(shape for shape in SHAPES[face] if shape.open & sides)
    return tuple(shape for shape in turns if tunnel.fits(cell, shape)) or turns


def _turn_up(state: State, turn: int) -> State:
    assert state.goal is not None
    goal = replace(state.goals[state.goal], turn=turn)
    return replace(_with_goal(state, state.goal, goal), goal=None)


def _after_settling(state: State) -> State:
    if state.owed is None:
        return replace(state, step="turn", goal=None)
    state = replace(state, drawer=state.turn, goal=None)
    return _draw_on(replace(state, step="draw"))


# -- drawing ----------------------------------------------------------------------------------------------------------


def _draw_on(state: State) -> State:
    """Ask for the next card that is due, or go on when none is due or the pile is empty (S22, S84)."""
    if state.owed and state.pile:
        return state
    if state.step == "open":
        return _open_on(state)
    return _next_turn(state)


def _open_on(state: State) -> State:
    """S13b: Green's six, then Blue's, in every round."""
    if state.drawer + 1 < state.seats:
        return replace(state, drawer=state.drawer + 1, owed=HAND)
    return replace(state, step="turn", owed=None)


def _next_turn(state: State) -> State:
    """S23: a player with an empty hand is skipped; with all hands empty the round is over (S60)."""
    other = (state.turn + 1) % state.seats
    for seat in (other, state.turn):
        if state.hands[seat]:
            return replace(state, step="turn", turn=seat, owed=None)
    return end_round(state, "cards")


def deal_goal(state: State, face: str) -> State:
    """The face of a goal, for the eye of a looker or for everybody."""
    assert state.goal is not None
    index = state.goal
    state = _with_goal(state, index, replace(state.goals[index], face=face))
    picks = tuple(count + (i == index) for i, count in enumerate(state.picks))
    return settle(replace(state, picks=picks, goal=None))


def deal_cards(state: State, cards: tuple[str, ...]) -> State:
    assert state.owed is not None
    state = replace(state, pile=state.pile - len(cards))
    if state.solo:
        return _draw_on(_solo_card(state, cards[0]))
    hand = sort_cards([*state.hands[state.drawer], *cards])
    return _draw_on(replace(state, hands=_put(state.hands, state.drawer, hand), owed=0))


def _solo_card(state: State, card: str) -> State:
    """S82, S83: sabotage and rockfall strike at once and another card is drawn."""
    if card in BREAKS:
        if BREAKS[card] in state.broken[0]:
            return _spend(state, card)
        return replace(state, broken=_break(state, 0, BREAKS[card]))
    if card == "ROCK":
        last = last_to_fall(state)
        state = _spend(state, card)
        return state if last is None else _collapse(state, last.x, last.y)
    assert state.owed is not None
    return replace(state, hands=(sort_cards([*state.hands[0], card]),), owed=state.owed - 1)


def last_to_fall(state: State) -> LaidCard | None:
    """S83: the card laid last of those that can fall."""
    return next((laid for laid in reversed(state.table) if can_fall(SHAPES[laid.card][laid.turn])), None)
