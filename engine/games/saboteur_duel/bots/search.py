"""Searching: alone over the own hand, in a duel over imagined hands and goals with the other's best answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.games.saboteur_duel.bots.evaluate import USUAL, Evaluator
from engine.games.saboteur_duel.bots.kernel import FAR
from engine.games.saboteur_duel.data import PATHS, SHAPES
from engine.games.saboteur_duel.notation import write
from engine.games.saboteur_duel.rules.legal import legal_moves, placements
from engine.games.saboteur_duel.rules.tunnel import Tunnel, pack, tunnel_of
from engine.games.saboteur_duel.rules.turns import carry_out
from engine.games.saboteur_duel.state import DiscardTwo, LaidCard, LayCard, Look, Move, PassCards, State, goal_cells

DEPTH, WIDTH = 3, 6
CANDIDATES = 4


@dataclass(frozen=True, slots=True)
class BestMove:
    move: Move
    value: int
    nodes: int
    line: tuple[Move, ...] = ()


def text_of(move: Move) -> str:
    return write(move, 0)


def sorted_moves(state: State, seat: int) -> list[Move]:
    return sorted(legal_moves(state, seat), key=text_of)


def worth_after(evaluator: Evaluator, state: State, seat: int, move: Move) -> int:
    """What the position after a move is worth; where a goal's turn is asked, the mover's best."""
    if isinstance(move, PassCards) and state.owed is None:
        return evaluator.value(_without(state, seat, move.cards))
    after = carry_out(state, seat, move)
    if after.step == "orient":
        turned = [evaluator.value(carry_out(after, seat, turn)) for turn in legal_moves(after, seat)]
        return max(turned) if seat == evaluator.seat else min(turned)
    return evaluator.value(after)


def _without(state: State, seat: int, cards: Sequence[str]) -> State:
    """After a pass, up to the draw: the table is as it was, so nothing has to be settled."""
    left = list(state.hands[seat])
    for card in cards:
        left.remove(card)
    hands = tuple(tuple(left) if owner == seat else hand for owner, hand in enumerate(state.hands))
    return replace(state, hands=hands, owed=len(cards), step="draw" if state.pile or left else "turn")


# -- which placements of the own hand, one after another, lead furthest ----------------------------------------------


@dataclass(frozen=True, slots=True)
class PlannedLays:
    """Placements in order and what they are worth."""

    value: int
    lays: tuple[LayCard, ...]


class Planner:
    """A beam search on one working copy of the table; `nodes` counts the tables looked at."""

    def __init__(self, evaluator: Evaluator, state: State, seat: int, width: int) -> None:
        self.evaluator, self.state, self.seat, self.width = evaluator, state, seat, width
        self.tunnel: Tunnel = tunnel_of(state)
        self.room = evaluator.room(state, len(state.hands[seat]))
        self.nodes = 0

    def lines(self, depth: int) -> list[list[PlannedLays]]:
        """By length: all single placements, then what the best of them lead to."""
        longer_lines, front = [], [PlannedLays(0, ())]
        for _ in range(depth):
            longer = [line for start in front for line in self._longer(start)]
            if not longer:
                break
            longer.sort(key=lambda line: -line.value)
            longer_lines.append(longer)
            front = longer[: self.width]
        return longer_lines

    def best(self, depth: int) -> PlannedLays | None:
        return max((line for lines in self.lines(depth) for line in lines), key=lambda line: line.value, default=None)

    def _longer(self, line: PlannedLays) -> list[PlannedLays]:
        hand = list(self.state.hands[self.seat])
        for lay in line.lays:
            hand.remove(lay.card)
            self.tunnel.put(pack(lay.x, lay.y), SHAPES[lay.card][lay.turn])
        colour = self.state.colours[self.seat]
        lines = []
        for lay in list(placements(hand, colour, self.tunnel, self.tunnel.reach(colour))):
            left = hand.copy()
            left.remove(lay.card)
            cell = pack(lay.x, lay.y)
            self.tunnel.put(cell, SHAPES[lay.card][lay.turn])
            drawn = USUAL * min(len(line.lays) + 1, self.state.pile)
            value = self.evaluator.judge(self.state, self.tunnel, left) + drawn + self.room
            lines.append(PlannedLays(value, (*line.lays, lay)))
            self.tunnel.take(cell)
            self.nodes += 1
        for lay in line.lays:
            self.tunnel.take(pack(lay.x, lay.y))
        return lines


# -- alone ------------------------------------------------------------------------------------------------------------


def choose_alone(state: State, moves: Sequence[Move], budget: int) -> BestMove:
    """The best plan of placements, unless throwing away what it does not need, or mending, is worth more."""
    evaluator = Evaluator(state, 0)
    if state.step == "orient":
        return _best(evaluator, state, 0, moves)
    now = evaluator.value(state)
    planner = Planner(evaluator, state, 0, max(1, min(WIDTH, budget // 25)))
    line = planner.best(DEPTH) if not state.broken[0] else None
    if line is not None and line.value <= now:
        line = None
    others = [move for move in moves if not isinstance(move, LayCard) and _spares(state, move, line)]
    other = _best(evaluator, state, 0, others) if others else None
    nodes = planner.nodes + len(others)
    if (look := _nearest_look(evaluator, state, moves)) is not None:
        return BestMove(look, now, nodes)
    if other is not None and (line is None or other.value > max(now, line.value) or _is_junk(other, now)):
        return replace(other, nodes=nodes)
    if line is not None:
        return BestMove(line.lays[0], line.value, nodes, line.lays)
    return replace(_best(evaluator, state, 0, moves), nodes=nodes)


def _is_junk(choice: BestMove, now: int) -> bool:
    """Alone, cards that make no tunnel are passed first, so that better ones come before laying."""
    return (
        choice.value > now
        and isinstance(choice.move, PassCards)
        and not any(card in PATHS for card in choice.move.cards)
    )


def _nearest_look(evaluator: Evaluator, state: State, moves: Sequence[Move]) -> Look | None:
    """A map costs no more than throwing it away: it is used on the nearest goal not yet known."""
    cells = goal_cells(state)
    looks = {(move.x, move.y): move for move in moves if isinstance(move, Look)}
    seen = evaluator.distances(state, 0, tunnel_of(state), ())
    far = {index: FAR for index, goal in enumerate(state.goals) if goal.turn is None and not goal.looked}
    for (index, _), cost in seen.goals.items():
        if index in far:
            far[index] = min(far[index], cost)
    places = sorted(far, key=lambda index: (far[index], index))
    return next((looks[cells[index]] for index in places if cells[index] in looks), None)


def _spares(state: State, move: Move, line: PlannedLays | None) -> bool:
    """The move throws away no card that the plan needs."""
    if line is None or not isinstance(move, PassCards | DiscardTwo):
        return True
    needed = Counter(lay.card for lay in line.lays)
    hand = Counter(state.hands[state.turn])
    return all(hand[card] - needed[card] >= count for card, count in Counter(move.cards).items())


def _best(evaluator: Evaluator, state: State, seat: int, moves: Sequence[Move]) -> BestMove:
    values = [worth_after(evaluator, state, seat, move) for move in moves]
    best = max(values)
    return BestMove(moves[values.index(best)], best, len(moves))


# -- in a duel --------------------------------------------------------------------------------------------------------


def choose_in_duel(state: State, seat: int, moves: Sequence[Move], deals: Iterator[State], budget: int) -> BestMove:
    """The best move by its worth at once and, in imagined deals, after the other's answer and one's own next card."""
    evaluator = Evaluator(state, seat)
    first = [worth_after(evaluator, state, seat, move) for move in moves]
    nodes = len(moves)
    order = sorted(range(len(moves)), key=lambda place: (-first[place], place))
    kept = _candidates(moves, order)
    totals, tried = [0] * len(kept), 0
    while nodes < budget and len(kept) > 1 and state.step == "turn":
        dealt = next(deals)
        for index, place in enumerate(kept):
            value, seen = _played_on(evaluator, dealt, seat, moves[place])
            totals[index] += value
            nodes += seen
        tried += 1
    scores = [first[place] + total // max(1, tried) for total, place in zip(totals, kept, strict=True)]
    best = scores.index(max(scores))
    return BestMove(moves[kept[best]], first[kept[best]], nodes)


def means_in_duel(state: State, seat: int, moves: Sequence[Move], deals: Sequence[State]) -> list[int]:
    """What each move is worth on average over the deals, after the other's answer and one's own next card."""
    evaluator = Evaluator(state, seat)
    if state.step != "turn":
        return [worth_after(evaluator, state, seat, move) for move in moves]
    return [sum(_played_on(evaluator, dealt, seat, move)[0] for dealt in deals) // len(deals) for move in moves]


def _candidates(moves: Sequence[Move], order: Sequence[int]) -> list[int]:
    """The best moves, but of ways to discard only the best one."""
    kept: list[int] = []
    discards = 0
    for place in order:
        if isinstance(moves[place], PassCards | DiscardTwo):
            discards += 1
            if discards > 1:
                continue
        kept.append(place)
        if len(kept) == CANDIDATES:
            break
    return kept


def _played_on(evaluator: Evaluator, state: State, seat: int, move: Move) -> tuple[int, int]:
    """The worth after the move, the other's best placement in this deal and one's own next; and the tables looked at.

    Cards still to be drawn and goals still to be turned up are left out: their luck would drown the rest.
    """
    after = carry_out(state, seat, move)
    if after.round != state.round or after.step == "over":
        return evaluator.value(after), 1
    waiting = replace(after, step="turn", turn=1 - seat, owed=None, goal=None)
    answered, seen = _best_placement(Evaluator(waiting, 1 - seat), waiting, 1 - seat)
    again, more = _best_placement(evaluator, answered, seat)
    return evaluator.value(again), seen + more


def _best_placement(evaluator: Evaluator, state: State, seat: int) -> tuple[State, int]:
    """The table after the placement that the seat likes best, or as it is; and the tables looked at."""
    if state.broken[seat]:
        return state, 1
    planner = Planner(evaluator, state, seat, 1)
    line = planner.best(1)
    if line is None or line.value <= evaluator.value(state):
        return state, planner.nodes + 1
    (lay,) = line.lays
    hand = list(state.hands[seat])
    hand.remove(lay.card)
    hands = tuple(tuple(hand) if owner == seat else held for owner, held in enumerate(state.hands))
    return replace(
        state, hands=hands, table=(*state.table, LaidCard(lay.card, lay.x, lay.y, lay.turn))
    ), planner.nodes + 1
