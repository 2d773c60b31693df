"""What a seat makes of a position: gold won, gold within reach, broken tools and cards in hand, as one whole number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache

from engine.games.saboteur_duel.bots.kernel import (
    CHANCE,
    FAR,
    GOLD,
    MOST_CARDS,
    Distances,
    Worth,
    distances,
    field_of,
    worth_of_goals,
)
from engine.games.saboteur_duel.data import ASIDE, BREAKS, GOAL_CELLS, HAND, PATHS, REPAIRS, SHAPES
from engine.games.saboteur_duel.rules.tunnel import Tunnel, pack, tunnel_of
from engine.games.saboteur_duel.state import State

DOOR, TROLL = 4, 2  # cards that a foreign door, an unbribed troll is counted as
KEYED_DOOR = 1  # the same door with a key card in hand
HAMPERED = (100, 72, 54, 42)  # per cent of the outlook that is left with so many broken tools
MENDING = 7  # per cent that a broken tool costs although the fitting repair card is in hand


@cache
def keep(card: str, colour: int, solo: bool = False) -> int:
    """What a card is worth in hand, in thousandths of gold."""
    if card in BREAKS:
        return 150
    if card in REPAIRS:
        return 60 + 30 * (len(REPAIRS[card]) - 1)
    if card in PATHS:
        return _keep_path(card, colour)
    return {"KEY": 10 if solo else 50, "ROCK": 80, "MAP": 0 if solo else 50}[card]


def _keep_path(card: str, colour: int) -> int:
    """Ways through the card that the colour can walk, eastward ones first."""
    best = 0
    for shape in SHAPES[card]:
        ways = 0
        for group in shape.groups:
            arms = group & shape.walk[colour]
            count = arms.bit_count()
            ways += 22 * count * (count - 1) // 2
            if arms & 2 and arms & 8:
                ways += 30
        best = max(best, ways + 90 * sum(value for _, value in shape.gold))
    return best + (40 if SHAPES[card][0].ladder == colour else 0)


USUAL = 80  # a card not yet drawn


@cache
def use(card: str, colour: int) -> int:
    """Hundredths: how far a card counts as a card to lay."""
    if card not in PATHS:
        return 0
    return min(100, 25 + _keep_path(card, colour) * 60 // 100)


PILE_USE = 38  # the same for a card of the pile
REPAIR = 120  # a repair card for sabotage that is still to come
SLOT = 20  # a full hand, for each card of the pile
ROOM = (0, 40, 65, 80, 90, 96, 100)  # per cent of that for so many cards


def gold_lead(state: State, seat: int) -> int:
    """Coins, claims and debts of a seat, less those of the other."""
    total = 0
    for owner in range(state.seats):
        gold = sum(state.coins[owner]) + sum(claim.value for claim in state.claims if claim.seat == owner)
        gold -= sum(bribe.seat == owner for bribe in state.bribes)
        total += gold if owner == seat else -gold
    return total


class Evaluator:
    """Values positions for one eye: what it knows of the goals is fixed when it is made."""

    def __init__(self, state: State, seat: int) -> None:
        self.seat, self.round = seat, state.round
        seen = [card for card in state.spent if card in BREAKS]
        self.sabotage = 6 - len(seen) - sum(map(len, state.broken)) - sum(c in BREAKS for c in state.hands[seat])
        self._kept: tuple[object, Tunnel] | None = None
        self._seen: dict[tuple[int, int], Distances] = {}
        self.field = field_of(GOAL_CELLS[state.seats])
        known = tuple(goal.face if goal.turn is not None or seat in goal.looked else None for goal in state.goals)
        self.worths: Mapping[int, Worth] = {
            colour: worth_of_goals(known, state.gone_goals, colour) for colour in state.colours
        }

    def value(self, state: State) -> int:
        """For the eye's seat, against the other if there is one."""
        # In a finished round nothing more can be won; what the next one brings does not depend on how it ended.
        if state.step == "over" or state.round != self.round:
            return GOLD * gold_lead(state, self.seat)
        hand = state.hands[self.seat]
        due = 0 if state.owed is None or state.turn != self.seat else min(state.owed, state.pile)
        return self.judge(state, self._tunnel(state), hand) + USUAL * due + self.room(state, len(hand) + due)

    def _tunnel(self, state: State) -> Tunnel:
        """The table of the last state asked about is kept: most moves leave it as it is."""
        lying = (state.table, tuple(goal.turn for goal in state.goals), state.keys, state.bribes)
        if self._kept is None or self._kept[0] != lying:
            self._kept = (lying, tunnel_of(state))
            self._seen = {}
        return self._kept[1]

    def judge(self, state: State, tunnel: Tunnel, hand: Sequence[str]) -> int:
        """The same for another table and another hand of the eye's seat than the state has."""
        claimed = {(pack(claim.x, claim.y), claim.group) for claim in state.claims}
        total = GOLD * gold_lead(state, self.seat)
        for seat in range(state.seats):
            cards = hand if seat == self.seat else None
            sign = 1 if seat == self.seat else -1
            total += sign * self._expected(state, seat, tunnel, cards, claimed)
        return total

    def _expected(
        self, state: State, seat: int, tunnel: Tunnel, hand: Sequence[str] | None, claimed: set[tuple[int, int]]
    ) -> int:
        colour = state.colours[seat]
        seen = self.distances(state, seat, tunnel, hand or ())
        sure = CHANCE[self.cards_to_come(state, seat, hand)]
        worth, best = self.worths[colour], dict[int, int]()
        lost = state.goal if state.step == "reveal" and seat != state.turn else None
        for (index, side), far in seen.goals.items():
            value = worth[index, side] * sure[far] // GOLD
            if value > best.get(index, 0) and index != lost:
                best[index] = value
        hope = sum(best.values()) + _nuggets(tunnel, seen, sure, claimed)
        hope = hope * self._fitness(state, seat, hand or ()) // 100
        if hand is None:
            return hope + USUAL * len(state.hands[seat])
        return hope + self.hand_worth(state, hand)

    def hand_worth(self, state: State, hand: Sequence[str]) -> int:
        """The cards themselves, repairs for the sabotage still to come, and the room that a full hand gives."""
        colour = state.colours[self.seat]
        total = sum(keep(card, colour, state.solo) for card in hand if card not in REPAIRS)
        spare = Counter(hand) - Counter(_menders(state.broken[self.seat], hand))
        repairs = sorted((c for c in spare.elements() if c in REPAIRS), key=lambda card: -len(REPAIRS[card]))
        rest = state.pile + (ASIDE[1] if state.solo else len(state.hands[1 - self.seat]))
        due = min(3, (self.sabotage * state.pile * 2 // max(1, rest) + 1) // 2)
        for place, card in enumerate(repairs):
            total += REPAIR + 40 * (len(REPAIRS[card]) - 1) if place < due else 20
        return total

    def room(self, state: State, size: int) -> int:
        """What it is worth to hold so many cards while the pile lasts."""
        return ROOM[min(size, HAND)] * state.pile * SLOT // 100

    def distances(self, state: State, seat: int, tunnel: Tunnel, hand: Sequence[str]) -> Distances:
        door = KEYED_DOOR if "KEY" in hand and state.keys_left else DOOR
        colour = state.colours[seat]
        if self._kept is None or tunnel is not self._kept[1]:
            return distances(tunnel, colour, self.field, door, TROLL, FAR - 3 * (state.seats - 1))
        if (colour, door) not in self._seen:
            self._seen[colour, door] = distances(tunnel, colour, self.field, door, TROLL, FAR - 3 * (state.seats - 1))
        return self._seen[colour, door]

    def cards_to_come(self, state: State, seat: int, hand: Sequence[str] | None) -> int:
        """Path cards the seat may still lay: those in hand and its share of the pile."""
        colour = state.colours[seat]
        held = sum(use(card, colour) for card in hand) if hand is not None else PILE_USE * len(state.hands[seat])
        return min(MOST_CARDS, (held + state.pile * PILE_USE // state.seats) // 100)

    def _fitness(self, state: State, seat: int, hand: Sequence[str]) -> int:
        """Per cent of the outlook that broken tools leave; a repair card in hand makes up for most of its tool."""
        broken = state.broken[seat]
        mending = len(_menders(broken, hand))
        return HAMPERED[len(broken) - mending] - MENDING * mending


def _menders(broken: Sequence[str], hand: Sequence[str]) -> list[str]:
    """The repair cards that would be used for the broken tools, those with fewer tools first."""
    left = sorted((card for card in hand if card in REPAIRS), key=lambda card: len(REPAIRS[card]))
    cards = []
    for tool in broken:
        card = next((card for card in left if tool in REPAIRS[card]), None)
        if card is not None:
            left.remove(card)
            cards.append(card)
    return cards


def _nuggets(tunnel: Tunnel, seen: Distances, sure: tuple[int, ...], claimed: set[tuple[int, int]]) -> int:
    total = 0
    for cell, shape in tunnel.shapes.items():
        for group, value in shape.gold:
            far = seen.nodes.get(cell * 4 + group, FAR)
            if far < FAR and (cell, group) not in claimed:
                total += value * sure[far]
    return total
