"""Rounds: setting one up, ending it, coins, payment to the trolls, who starts next (S11-S16, S60-S72)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

from engine.games.saboteur_duel.data import ASIDE, BREAK_CARD, DECK, GOALS, GOLD_PATHS, HAND, ROUNDS
from engine.games.saboteur_duel.state import Cause, Goal, Round, State, goal_cells

Bag = tuple[tuple[str, int], ...]


def first_round(colours: tuple[int, ...]) -> State:
    seats = len(colours)
    return State(
        colours=colours,
        round=1,
        starter=0,
        step="open",
        turn=0,
        drawer=0,
        owed=HAND,
        goal=None,
        table=(),
        goals=(Goal(),) * 6,
        claims=(),
        bribes=(),
        keys=(),
        broken=((),) * seats,
        hands=((),) * seats,
        spent=(),
        hidden=((),) * seats,
        pile=sum(DECK.values()) - ASIDE[seats],
        coins=((),) * seats,
        gone_paths=(),
        gone_goals=(),
        ledger=(),
        picks=(0,) * 6,
    )


def undrawn_cards(state: State) -> Bag:
    """S13a: the cards nobody has drawn this round, in the order of the tables; the ten set aside are among them."""
    left = Counter(DECK)
    left.subtract(state.gone_paths)
    left.subtract(laid.card for laid in state.table)
    left.subtract(state.spent)
    for seat in range(state.seats):
        left.subtract(state.hands[seat])
        left.subtract(state.hidden[seat])
        left.subtract(BREAK_CARD[tool] for tool in state.broken[seat])
    return tuple((card, left[card]) for card in DECK if left[card] > 0)


def undrawn_goals(state: State) -> Bag:
    """S13a: the goals that are not out of the game and not identified on one of the six cells."""
    known = {goal.face for goal in state.goals} | set(state.gone_goals)
    return tuple((face, 1) for face in GOALS if face not in known)


def payment(coins: tuple[int, ...], debt: int) -> tuple[int, ...]:
    """The coins that go to the trolls: smallest sum that covers the debt, then fewest coins (S64, S65)."""
    if sum(coins) <= debt:
        return tuple(sorted(coins))
    # A smallest set that covers the debt has no coin to spare, so never more coins than gold owed.
    fitting = (
        (sum(chosen), count, chosen)
        for count in range(debt + 1)
        for chosen in combinations(sorted(coins), count)
        if sum(chosen) >= debt
    )
    return min(fitting)[2]


def _without(coins: tuple[int, ...], paid: tuple[int, ...]) -> tuple[int, ...]:
    left = Counter(coins)
    left.subtract(paid)
    return tuple(sorted(left.elements()))


def end_round(state: State, cause: Cause) -> State:
    """Coins, payment, what leaves the game; then the next round, or the end (S61-S71)."""
    seats = range(state.seats)
    gained = tuple(tuple(sorted(c.value for c in state.claims if c.seat == seat)) for seat in seats)
    owned = tuple(tuple(sorted(state.coins[seat] + gained[seat])) for seat in seats)
    paid = tuple(payment(owned[seat], sum(bribe.seat == seat for bribe in state.bribes)) for seat in seats)
    coins = tuple(_without(owned[seat], paid[seat]) for seat in seats)
    goals = tuple(
        (index, goal.face, goal.turn)
        for index, goal in enumerate(state.goals)
        if goal.face is not None and goal.turn is not None
    )
    entry = Round(cause, goals, state.claims, state.bribes, gained, paid)
    state = replace(state, coins=coins, ledger=(*state.ledger, entry), owed=None, goal=None)
    if state.round == ROUNDS:
        return replace(state, step="over")
    return _next_round(state, goals)


def _next_round(state: State, goals: tuple[tuple[int, str, int], ...]) -> State:
    claimed = {(claim.x, claim.y) for claim in state.claims}
    taken = tuple(laid.card for laid in state.table if laid.card in GOLD_PATHS and (laid.x, laid.y) in claimed)
    gone_goals = {*state.gone_goals, *(face for _, face, _ in goals)}
    gone_paths = {*state.gone_paths, *taken}
    starter = _next_starter(state)
    return replace(
        first_round(state.colours),
        round=state.round + 1,
        starter=starter,
        turn=starter,
        pile=sum(DECK.values()) - len(gone_paths) - ASIDE[state.seats],
        coins=state.coins,
        gone_paths=tuple(card for card in GOLD_PATHS if card in gone_paths),
        gone_goals=tuple(face for face in GOALS if face in gone_goals),
        ledger=state.ledger,
        picks=state.picks,
    )


def _next_starter(state: State) -> int:
    """S66: less gold starts, on a tie Blue."""
    if state.solo:
        return 0
    green, blue = map(sum, state.coins)
    return 0 if green < blue else 1


def goal_at(state: State, x: int, y: int) -> int | None:
    cells = goal_cells(state)
    return cells.index((x, y)) if (x, y) in cells else None
