"""How both bots go through a turn: the small choices at the desk, and where a search for marbles comes in (P74)."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import Any

from engine.core.chance import Stream
from engine.core.game import Bot, Choice, Game, Json, Seat
from engine.games.potion_explosion.bots.evaluate import Weights, Worth, pack, tile_worth, turns_left
from engine.games.potion_explosion.data import RECIPES
from engine.games.potion_explosion.notation import write_move
from engine.games.potion_explosion.rules.acts import act
from engine.games.potion_explosion.rules.dispenser import certain, reachable
from engine.games.potion_explosion.rules.listing import keeps, list_moves
from engine.games.potion_explosion.rules.placing import pending
from engine.games.potion_explosion.state import End, FromPool, JoyStep, JoyStop, Move, Split, State

BestTurn = tuple[str, int, int]  # the move ("" to end the turn), its value, nodes looked at


class TurnBot(Bot):
    """What both bots share: everything but the search for marbles."""

    weights: Weights

    def choose(self, game: Game[Any, Any], view: Json, seat: Seat, budget: int, seed: bytes) -> Choice:
        state: State = game.imagine(view, seat, Stream(seed, "imagine", 0))
        left = self.turns_left(state)
        if state.phase == "draft":
            return Choice(choose_starter(state, self.weights, left), 1)
        if state.phase == "choose":
            return Choice(choose_tile(state, self.weights, left), 1)
        if state.phase == "joy":
            return Choice(choose_step(state, self.weights, left), 1)
        if state.phase == "tie":
            return Choice(choose_tie_pick(state), 1)
        return self._main(game, state, left, budget, seed)

    def _main(self, game: Game[Any, Any], state: State, left: int, budget: int, seed: bytes) -> Choice:
        if text := finish_now(state):
            return Choice(text, 1)
        worth = Worth(state.desk, self.weights, left)
        text, value, nodes = self.search(game, state, worth, budget, seed)
        return Choice(text or tidy(state, worth, self.weights), nodes, value)

    def turns_left(self, state: State) -> int:
        return turns_left(state)

    @abstractmethod
    def search(self, game: Game[Any, Any], state: State, worth: Worth, budget: int, seed: bytes) -> BestTurn: ...


# -- the small choices: splits, pool marbles, wild placements, what to keep, which tile to take -----------------------


def finish_now(state: State) -> str:
    """A placement that completes a tile at once: its potion may still be drunk in this turn."""
    for move in _placements(state):
        if len(act(state, move).desks[state.turn].done) > len(state.desk.done):
            return write_move(move)
    return ""


def _placements(state: State) -> list[Move]:
    if not pending(state) and not state.desk.pool:
        return []
    return [move for move in list_moves(state) if isinstance(move, Split | FromPool)]


def tidy(state: State, worth: Worth, weights: Weights) -> str:
    """What is left to do when nothing more is to be taken: place, then end the turn."""
    if moves := _placements(state):
        slot = worth.plan(pack(state.hand + state.desk.pool))
        return write_move(max(moves, key=lambda move: _serves(move, slot)))
    return write_move(End(choose_keep(state, weights, worth.left)))


def _serves(move: Move, slot: int) -> tuple[int, int]:
    """Splits first, since pending colours must be settled; as many as possible to the slot served first."""
    if isinstance(move, Split):
        return 1, move.a if slot == 0 else move.b
    return 0, int(isinstance(move, FromPool) and move.slot == slot)


def choose_keep(state: State, weights: Weights, left: int) -> str:
    """The marbles that fit the tiles on the desk or those that could be taken next."""
    choices = keeps(state)
    if len(choices) == 1:
        return choices[0]
    return max(choices, key=lambda kept: _kept_worth(state, kept, weights, left))


def _kept_worth(state: State, kept: str, weights: Weights, left: int) -> int:
    desk = replace(state.desk, pool=kept)
    total = 10 * len(set(kept))
    if any(not tile.design for tile in desk.slots):
        offers = sorted((tile_worth(desk, top, weights, left) for top in state.tops if top), reverse=True)
        total += sum(offers[:2])
    shown = "".join(RECIPES[top].holes for top in state.tops if top)
    return total + sum(shown.count(marble) for marble in kept)


def choose_tile(state: State, weights: Weights, left: int) -> str:
    able = [stack for stack, size in enumerate(state.sizes) if size]
    best = max(able, key=lambda stack: (tile_worth(state.desk, state.tops[stack], weights, left), -stack))
    return f"N{best + 1}"


def choose_starter(state: State, weights: Weights, left: int) -> str:
    best = max(sorted(set(state.offer)), key=lambda design: tile_worth(state.desk, design, weights, left))
    return f"S:{best}"


def choose_step(state: State, weights: Weights, left: int) -> str:
    """Joy: the wild placement after which the desk is worth most."""
    best, text = -1, ""
    for move in list_moves(state):
        after = act(state, move)
        desk = after.desks[state.turn]
        wild = after.joy if isinstance(move, JoyStep) else 0
        gained = 10_000 * (len(desk.done) - len(state.desk.done))
        value = gained + Worth(desk, weights, left).of(pack(after.hand + desk.pool), wild)
        if isinstance(move, JoyStop):
            value += 1  # no marble is moved for nothing
        if value > best:
            best, text = value, write_move(move)
    return text


def choose_tie_pick(state: State) -> str:
    track, place = max(reachable(state.tracks), key=lambda at: len(certain(state.tracks[at[0]], at[1])[0]))
    return f"B{track + 1}.{place}"
