"""What a match of Potion Explosion is at one moment, its constants, and its moves (P71)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine.games.potion_explosion.data import COLOURS, RECIPES

SLOTS = "ab"  # P5
TRACKS = 5
VISIBLE = 9  # P17
REACH = 8  # P18
PER_COLOUR = 20
POOL = 3
SKILL_TOKENS, SKILL_VALUE = 15, 4
HELP_TOKENS, HELP_VALUE = 21, -2
JOY_STEPS = 3  # P48
FILTER_MOST = 5  # P50
ROUNDS = 100  # P65
FIVE = "5"  # P58: the award for five different kinds, beside the kind letters


@dataclass(frozen=True, slots=True)
class PotionTile:
    """What stands on a burner; an empty burner has no design.

    `filled` is a text of pairs, hole colour and marble colour: they differ after Joy (P38, P49).
    """

    design: str = ""
    open: str = ""
    filled: str = ""


NO_TILE = PotionTile()


def fresh_tile(design: str) -> PotionTile:
    return PotionTile(design, RECIPES[design].holes)


@dataclass(frozen=True, slots=True)
class Desk:
    slots: tuple[PotionTile, ...] = (NO_TILE, NO_TILE)
    pool: str = ""
    done: tuple[str, ...] = ()  # completed designs, in the order of completion
    drunk: str = ""  # kind letters of P3 order, one per potion drunk
    awards: str = ""  # what was fulfilled already: kind letters, "5" for five kinds (P58)
    tokens: int = 0
    helps: int = 0

    def completed(self, kind: str) -> int:
        return sum(1 for design in self.done if design[0] == kind)

    def undrunk(self, kind: str) -> int:
        return self.completed(kind) - self.drunk.count(kind)

    def open_holes(self, colour: str) -> tuple[int, int]:
        return self.slots[0].open.count(colour), self.slots[1].open.count(colour)

    def score(self) -> int:
        """P63."""
        points = sum(RECIPES[design].points for design in self.done)
        return points + SKILL_VALUE * self.tokens + HELP_VALUE * self.helps


@dataclass(frozen=True, slots=True)
class State:
    """Everything is public (P66). `task` is what goes on once the open draws are answered; `story` tells the last move.

    Phases: kinds, offer (only chance acts), draft, main, joy, choose, tie, over (P72).
    Tasks: chain (P25, at `track`, `at`, with `held` won so far), place (P34, P39), filter (P50, `held` is in the air),
    end (P55, P56).
    """

    excluded: str
    countdown: int
    bank: int
    desks: tuple[Desk, ...]
    phase: str = "offer"
    round: int = 0
    turn: int = 0
    offer: tuple[str, ...] = ()
    drafted: int = 0
    unseen: tuple[int, ...] = ()
    sizes: tuple[int, ...] = (0,) * TRACKS
    tops: tuple[str, ...] = ("",) * TRACKS
    tracks: tuple[str, ...] = ("",) * TRACKS
    bag: tuple[int, ...] = (PER_COLOUR,) * len(COLOURS)
    hand: str = ""
    picked: bool = False
    helped: bool = False
    joy: int = 0  # wild placements left
    task: str = ""
    track: int = 0
    at: int = 0
    held: str = ""
    ending: bool = False
    tied: tuple[int, ...] = ()
    spoils: tuple[str, ...] = ()  # marbles won by the tied seats so far (P64)
    story: tuple[tuple[str, ...], ...] = ()

    @property
    def desk(self) -> Desk:
        return self.desks[self.turn]

    @property
    def helps_left(self) -> int:
        return HELP_TOKENS - sum(desk.helps for desk in self.desks)


def in_order(marbles: str) -> str:
    """The same marbles in colour order."""
    return "".join(colour * marbles.count(colour) for colour in COLOURS)


def without(marbles: str, gone: str) -> str:
    for marble in gone:
        marbles = marbles.replace(marble, "", 1)
    return marbles


def into_bag(bag: tuple[int, ...], marbles: str) -> tuple[int, ...]:
    return tuple(n + marbles.count(colour) for n, colour in zip(bag, COLOURS, strict=True))


# -- moves: seats, slots and tracks are 0-based here, places 1-based as people count -----------------------------------

Place: TypeAlias = tuple[int, int]  # (track, place)


@dataclass(frozen=True, slots=True)
class Starter:
    design: str


@dataclass(frozen=True, slots=True)
class Pick:
    """`how`: T regular pick, H help, B tie-break."""

    how: str
    track: int
    place: int


@dataclass(frozen=True, slots=True)
class Drink:
    """`kind` is the effect; by Sands the potion drunk is S. `lifts` are the marbles it moves, `seat` the robbed one."""

    kind: str
    sands: bool = False
    lifts: tuple[Place, ...] = ()
    seat: int = -1


@dataclass(frozen=True, slots=True)
class Split:
    colour: str
    a: int
    b: int


@dataclass(frozen=True, slots=True)
class FromPool:
    colour: str
    slot: int


@dataclass(frozen=True, slots=True)
class JoyStep:
    marble: str
    slot: int
    hole: str


@dataclass(frozen=True, slots=True)
class JoyStop:
    pass


@dataclass(frozen=True, slots=True)
class End:
    keep: str


@dataclass(frozen=True, slots=True)
class NewTile:
    stack: int


Move: TypeAlias = Starter | Pick | Drink | Split | FromPool | JoyStep | JoyStop | End | NewTile
