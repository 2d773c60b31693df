"""Searching: alone over the own hand, in a duel over imagined hands and goals with the other's best answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.core.chance import Stream
from engine.games.saboteur_duel.legal import legal_moves
from engine.games.saboteur_duel.plan import Line, Planner
from engine.games.saboteur_duel.rounds import undrawn_cards, undrawn_goals
from engine.games.saboteur_duel.sight import Sight
from engine.games.saboteur_duel.state import DiscardTwo, Lay, Move, Pass, Repair, Sabotage, State
from engine.games.saboteur_duel.turns import carry_out, deal_cards, deal_goal

DEPTH, WIDTH = 3, 6
CANDIDATES = 4


@dataclass(frozen=True, slots=True)
class Found:
    move: Move
    value: int
    nodes: int
    line: tuple[Move, ...] = ()


def worth_after(sight: Sight, state: State, seat: int, move: Move) -> int:
    """What the position after a move is worth; where a goal's turn is asked, the mover's best."""
    if isinstance(move, Pass) and state.owed is None:
        return sight.value(_without(state, seat, move.cards))
    after = carry_out(state, seat, move)
    if after.step == "orient":
        turned = [sight.value(carry_out(after, seat, turn)) for turn in legal_moves(after, seat)]
        return max(turned) if seat == sight.seat else min(turned)
    return sight.value(after)


def _without(state: State, seat: int, cards: Sequence[str]) -> State:
    """After a pass, up to the draw: the table is as it was, so nothing has to be settled."""
    left = list(state.hands[seat])
    for card in cards:
        left.remove(card)
    hands = tuple(tuple(left) if owner == seat else hand for owner, hand in enumerate(state.hands))
    return replace(state, hands=hands, owed=len(cards), step="draw" if state.pile or left else "turn")


# -- alone ------------------------------------------------------------------------------------------------------------


def choose_alone(state: State, moves: Sequence[Move], budget: int) -> Found:
    """Cards are all one has: what no plan needs is thrown away first, then the best plan is followed."""
    sight = Sight(state, 0)
    if state.step == "orient":
        return _best(sight, state, 0, moves)
    now = sight.value(state)
    planner = Planner(sight, state, 0, max(1, WIDTH * min(budget, 400) // 400))
    line = planner.best(DEPTH) if not state.broken[0] else None
    if line is not None and line.value <= now:
        line = None
    others = [move for move in moves if not isinstance(move, Lay) and _spares(state, move, line)]
    other = _best(sight, state, 0, others) if others else None
    nodes = planner.nodes + len(others)
    if line is not None and (other is None or other.value <= now):
        return Found(line.lays[0], line.value, nodes, line.lays)
    return replace(other or _best(sight, state, 0, moves), nodes=nodes)


def _spares(state: State, move: Move, line: Line | None) -> bool:
    """The move throws away no card that the plan needs."""
    if line is None or not isinstance(move, Pass | DiscardTwo):
        return True
    needed = Counter(lay.card for lay in line.lays)
    hand = Counter(state.hands[state.turn])
    return all(hand[card] - needed[card] >= count for card, count in Counter(move.cards).items())


def _best(sight: Sight, state: State, seat: int, moves: Sequence[Move]) -> Found:
    values = [worth_after(sight, state, seat, move) for move in moves]
    best = max(values)
    return Found(moves[values.index(best)], best, len(moves))


# -- in a duel --------------------------------------------------------------------------------------------------------


def choose_in_duel(
    state: State, seat: int, moves: Sequence[Move], deals: Iterator[State], budget: int, seed: bytes
) -> Found:
    sight = Sight(state, seat)
    first = [worth_after(sight, state, seat, move) for move in moves]
    nodes = len(moves)
    order = sorted(range(len(moves)), key=lambda place: (-first[place], place))
    kept = _candidates(moves, order)
    totals, tried = [0] * len(kept), 0
    while nodes < budget and len(kept) > 1:
        dealt = next(deals)
        for index, place in enumerate(kept):
            value, seen = _answered(sight, dealt, seat, moves[place], Stream(seed, "luck", tried))
            totals[index] += value
            nodes += seen
        tried += 1
    if not tried:
        return Found(moves[kept[0]], first[kept[0]], nodes)
    scores = [total // tried + first[place] for total, place in zip(totals, kept, strict=True)]
    best = scores.index(max(scores))
    return Found(moves[kept[best]], scores[best] // 2, nodes)


def _candidates(moves: Sequence[Move], order: Sequence[int]) -> list[int]:
    """The best moves, but of ways to discard only the best one."""
    kept: list[int] = []
    discards = 0
    for place in order:
        if isinstance(moves[place], Pass | DiscardTwo):
            discards += 1
            if discards > 1:
                continue
        kept.append(place)
        if len(kept) == CANDIDATES:
            break
    return kept


def _answered(sight: Sight, state: State, seat: int, move: Move, luck: Stream) -> tuple[int, int]:
    """The position after the move, its luck and the other's best answer in this deal; and the tables looked at."""
    after = _through_luck(carry_out(state, seat, move), luck)
    if after.step != "turn" or after.turn == seat or after.round != state.round:
        return sight.value(after), 1
    other = Sight(after, 1 - seat)
    best, best_value = _best_answer(other, after)
    return (sight.value(after) if best is None else worth_after(sight, after, 1 - seat, best)), best_value


def _best_answer(sight: Sight, state: State) -> tuple[Move | None, int]:
    """The answer that the seat to move likes best, if one is better than waiting; and the tables looked at."""
    seat, best, best_value, nodes = state.turn, None, sight.value(state), 2
    if not state.broken[seat]:
        planner = Planner(sight, state, seat, 1)
        line = planner.best(1)
        nodes += planner.nodes
        if line is not None and line.value > best_value:
            best, best_value = line.lays[0], line.value
    found: Move | None = best
    for move in legal_moves(state, seat):
        if isinstance(move, Sabotage | Repair):
            nodes += 1
            if (value := worth_after(sight, state, seat, move)) > best_value:
                found, best_value = move, value
    return found, nodes


def _through_luck(state: State, luck: Stream) -> State:
    """Answers what chance is asked, and takes the first turn of a goal, until somebody is to move."""
    while state.step in ("look", "reveal", "draw", "orient"):
        if state.step == "orient":
            state = carry_out(state, state.turn, next(iter(legal_moves(state, state.turn))))
        elif state.step == "draw":
            bag = dict(undrawn_cards(state))
            drawn = []
            for _ in range(min(state.owed or 0, state.pile)):
                drawn.append(luck.pick(bag.items()))
                bag[drawn[-1]] -= 1
                bag = {card: count for card, count in bag.items() if count}
            state = deal_cards(state, tuple(drawn))
        else:
            state = deal_goal(state, luck.pick(undrawn_goals(state)))
    return state
