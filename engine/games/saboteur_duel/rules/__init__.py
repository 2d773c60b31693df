"""The rules of Saboteur: The Duel, for two or alone: who is asked, the fold, gold and winners (S1-S89)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.errors import IllegalMove
from engine.core.game import Draw, Options, Seat
from engine.games.saboteur_duel.data import COLOURS
from engine.games.saboteur_duel.rules import legal, rounds, turns
from engine.games.saboteur_duel.state import Move, State

BANDS = (15, 20, 25)  # S87


def setup(seats: int, options: Options) -> State:
    # S80: the colour is chosen only alone; at a table of two seat 0 is Green and begins (S15).
    colours = (0, 1) if seats == 2 else (COLOURS.index(options["colour"]),)
    return rounds.first_round(colours)


# -- who is asked -----------------------------------------------------------------------------------------------------


def draw(state: State) -> Draw | None:
    if state.step in ("look", "reveal"):
        assert state.goal is not None
        eye = state.turn if state.step == "look" else None
        return Draw(f"goal/g{state.goal + 1}", rounds.undrawn_goals(state), eye=eye)
    if state.step in ("open", "draw"):
        assert state.owed is not None
        count = 1 if state.solo else min(state.owed, state.pile)
        return Draw("deck", rounds.undrawn_cards(state), count, state.drawer)
    return None


def to_act(state: State) -> frozenset[Seat]:
    return frozenset({state.turn}) if state.step in ("turn", "orient") else frozenset()


# -- the fold ---------------------------------------------------------------------------------------------------------


def legal_moves(state: State, seat: Seat) -> Iterator[Move]:
    return legal.legal_moves(state, seat)


def play(state: State, seat: Seat, move: Move, at: int) -> State:
    legal.check(state, seat, move)
    return turns.carry_out(state, seat, move)


def deal(state: State, drawn: tuple[str, ...]) -> State:
    if state.step in ("look", "reveal"):
        return turns.deal_goal(state, drawn[0])
    if state.step in ("open", "draw"):
        return turns.deal_cards(state, drawn)
    raise IllegalMove("nothing-to-deal")


def time_up(state: State, at: int) -> State:
    """No timer runs in this game."""
    return state


# -- results ----------------------------------------------------------------------------------------------------------


def scores(state: State) -> tuple[int, ...]:
    return tuple(map(sum, state.coins))


def winners(state: State) -> frozenset[Seat] | None:
    if state.step != "over":
        return None
    gold = scores(state)
    if state.solo:
        return frozenset({0}) if gold[0] >= BANDS[0] else frozenset()
    return frozenset(seat for seat, score in enumerate(gold) if score == max(gold))


def reason(state: State) -> str | None:
    if state.step != "over":
        return None
    gold = scores(state)
    if state.solo:
        return f"band{sum(gold[0] >= least for least in BANDS)}"
    return "draw" if gold[0] == gold[1] else "gold"


def round_number(state: State) -> int | None:
    return state.round or None
