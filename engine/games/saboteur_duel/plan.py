"""Looking ahead over the cards in one's own hand: which placements, one after another, lead furthest."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.saboteur_duel.cards import SHAPES
from engine.games.saboteur_duel.legal import placements
from engine.games.saboteur_duel.sight import USUAL, Sight
from engine.games.saboteur_duel.state import Lay, State
from engine.games.saboteur_duel.tunnel import Tunnel, pack, tunnel_of


@dataclass(frozen=True, slots=True)
class Line:
    """Placements in order and what they are worth."""

    value: int
    lays: tuple[Lay, ...]


class Planner:
    """A beam search on one working copy of the table; `nodes` counts the tables looked at."""

    def __init__(self, sight: Sight, state: State, seat: int, width: int) -> None:
        self.sight, self.state, self.seat, self.width = sight, state, seat, width
        self.tunnel: Tunnel = tunnel_of(state)
        self.room = sight.room(state, len(state.hands[seat]))
        self.nodes = 0

    def lines(self, depth: int) -> list[list[Line]]:
        """By length: all single placements, then what the best of them lead to."""
        found, front = [], [Line(0, ())]
        for _ in range(depth):
            longer = [line for start in front for line in self._longer(start)]
            if not longer:
                break
            longer.sort(key=lambda line: -line.value)
            found.append(longer)
            front = longer[: self.width]
        return found

    def best(self, depth: int) -> Line | None:
        return max((line for found in self.lines(depth) for line in found), key=lambda line: line.value, default=None)

    def _longer(self, line: Line) -> list[Line]:
        hand = list(self.state.hands[self.seat])
        for lay in line.lays:
            hand.remove(lay.card)
            self.tunnel.put(pack(lay.x, lay.y), SHAPES[lay.card][lay.turn])
        colour = self.state.colours[self.seat]
        found = []
        for lay in list(placements(hand, colour, self.tunnel, self.tunnel.reach(colour))):
            left = hand.copy()
            left.remove(lay.card)
            cell = pack(lay.x, lay.y)
            self.tunnel.put(cell, SHAPES[lay.card][lay.turn])
            drawn = USUAL * min(len(line.lays) + 1, self.state.pile)
            value = self.sight.judge(self.state, self.tunnel, left) + drawn + self.room
            found.append(Line(value, (*line.lays, lay)))
            self.tunnel.take(cell)
            self.nodes += 1
        for lay in line.lays:
            self.tunnel.take(pack(lay.x, lay.y))
        return found
