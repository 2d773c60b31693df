"""The state of a match and its moves: frozen dataclasses, nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.games.saboteur_duel.data import COUNTERS, DUEL_STARTS, GOAL_CELLS, KEYS, SOLO_START

Step: TypeAlias = Literal["open", "turn", "look", "reveal", "orient", "draw", "over"]
Cause: TypeAlias = Literal["goals", "counters", "cards"]


@dataclass(frozen=True, slots=True)
class LaidCard:
    card: str
    x: int
    y: int
    turn: int


@dataclass(frozen=True, slots=True)
class Goal:
    """One of the six goals. `face` is drawn when somebody first sees it, `turn` is set when it lies face up."""

    face: str | None = None
    turn: int | None = None
    looked: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    x: int
    y: int
    group: int
    seat: int
    value: int


@dataclass(frozen=True, slots=True)
class Bribed:
    x: int
    y: int
    seat: int


@dataclass(frozen=True, slots=True)
class KeyAt:
    x: int
    y: int
    arm: str


@dataclass(frozen=True, slots=True)
class Round:
    """A finished round: why it ended, what lay open, what each seat gained and paid."""

    cause: Cause
    goals: tuple[tuple[int, str, int], ...]  # (index, face, turn) of the face-up goals
    claims: tuple[Claim, ...]
    bribes: tuple[Bribed, ...]
    gained: tuple[tuple[int, ...], ...]
    paid: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class State:
    colours: tuple[int, ...]  # by seat: 0 green, 1 blue
    round: int
    starter: int
    step: Step
    turn: int  # the acting seat
    drawer: int  # the seat that draws while step is "open" or "draw"
    owed: int | None  # cards due after settling; None before the main action (S22)
    goal: int | None  # the goal that is looked at, revealed or turned
    table: tuple[LaidCard, ...]  # path cards in the order they were laid, start cards not counted
    goals: tuple[Goal, ...]
    claims: tuple[Claim, ...]
    bribes: tuple[Bribed, ...]
    keys: tuple[KeyAt, ...]
    broken: tuple[tuple[str, ...], ...]  # tools by seat
    hands: tuple[tuple[str, ...], ...]
    spent: tuple[str, ...]  # discard pile, what everybody saw go there
    hidden: tuple[tuple[str, ...], ...]  # discard pile, face down, by seat (S49)
    pile: int
    coins: tuple[tuple[int, ...], ...]
    gone_paths: tuple[str, ...]
    gone_goals: tuple[str, ...]
    ledger: tuple[Round, ...]
    picks: tuple[int, ...]  # how often each goal's label was drawn in this match

    @property
    def seats(self) -> int:
        return len(self.colours)

    @property
    def solo(self) -> bool:
        return len(self.colours) == 1

    @property
    def counters(self) -> int:
        return COUNTERS[len(self.colours)] - len(self.claims) - len(self.bribes)

    @property
    def keys_left(self) -> int:
        return KEYS - len(self.keys)


def goal_cells(state: State) -> tuple[tuple[int, int], ...]:
    return GOAL_CELLS[len(state.colours)]


def start_cells(state: State) -> tuple[tuple[int, tuple[int, int]], ...]:
    """(colour, cell) of the start cards on the table (S11, S80)."""
    if state.solo:
        return ((state.colours[0], SOLO_START),)
    return tuple(enumerate(DUEL_STARTS))


# -- moves ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LayCard:
    card: str
    x: int
    y: int
    turn: int


@dataclass(frozen=True, slots=True)
class Sabotage:
    card: str


@dataclass(frozen=True, slots=True)
class Repair:
    card: str
    tool: str


@dataclass(frozen=True, slots=True)
class UseKey:
    x: int
    y: int
    arm: str


@dataclass(frozen=True, slots=True)
class Rockfall:
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Look:
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class DiscardTwo:
    cards: tuple[str, str]
    tool: str


@dataclass(frozen=True, slots=True)
class PassCards:
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Bribe:
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Orient:
    x: int
    y: int
    turn: int


Move: TypeAlias = LayCard | Sabotage | Repair | UseKey | Rockfall | Look | DiscardTwo | PassCards | Bribe | Orient
