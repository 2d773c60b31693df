"""What a ZERTZ match is at one moment (Z9), its options (Z2) and goals (Z3), and the four kinds of move."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engine.core.game import Json, Seat
from engine.games.zertz.data import BOARDS, COLOURS, RingBoard

Counts = tuple[int, int, int]  # white, grey, black
Taken = frozenset[tuple[str, str]]  # colour and ring of marbles that isolation takes

OPTIONS: dict[str, Json] = {
    "board": {"type": "integer", "enum": [37, 40, 43, 44, 48, 61], "default": 37},
    "goal": {"type": "string", "enum": ["standard", "blitz"], "default": "standard"},
    "tournament": {"type": "boolean", "enum": [False, True], "default": False},
    "capture_rule": {"type": "string", "enum": ["strict", "claim"], "default": "strict"},
    "dead_position": {"type": "string", "enum": ["draw", "double_loss"], "default": "draw"},
}


@dataclass(frozen=True, slots=True)
class Options:
    board: int = 37
    goal: str = "standard"
    tournament: bool = False
    capture_rule: str = "strict"
    dead_position: str = "draw"


def options_json(options: Options) -> dict[str, Json]:
    """As views and snapshots tell them; asked at every step, so not by way of `asdict`."""
    return {
        "board": options.board,
        "goal": options.goal,
        "tournament": options.tournament,
        "capture_rule": options.capture_rule,
        "dead_position": options.dead_position,
    }


@dataclass(frozen=True, slots=True)
class WinningSets:
    """Z3: the pool at the start, how many of one colour win, and how many of each."""

    pool: Counts
    colour: Counts
    each: int

    def met(self, counts: Counts) -> str | None:
        """Z23: the first goal that these captured marbles meet."""
        for name, have, wanted in zip(("white", "grey", "black"), counts, self.colour, strict=True):
            if have >= wanted:
                return name
        return "each" if min(counts) >= self.each else None


GOALS = {
    "standard": WinningSets(pool=(6, 8, 10), colour=(4, 5, 6), each=3),
    "blitz": WinningSets(pool=(5, 7, 9), colour=(3, 4, 5), each=2),
}
WINS = ("white", "grey", "black", "each", "board_full")


@dataclass(frozen=True, slots=True)
class Placement:
    colour: str
    ring: str
    removed: str | None = None


@dataclass(frozen=True, slots=True)
class Capture:
    start: str
    jumps: tuple[tuple[str, str], ...]  # colour of the marble jumped over, ring landed on


@dataclass(frozen=True, slots=True)
class Pass:
    pass


@dataclass(frozen=True, slots=True)
class ClaimMissed:
    """Z37: the last move missed a capture and is annulled."""


Move = Placement | Capture | Pass | ClaimMissed


@dataclass(frozen=True, slots=True)
class State:
    options: Options
    rings: int  # bit sets as data/ numbers them
    marbles: Counts  # the rings with a white, a grey, a black marble
    pool: Counts
    captured: tuple[Counts, Counts]
    side: Seat = 0  # who is to move; once the match is over, who would be
    seen: tuple[str, ...] = ()  # Z26: the position texts that can still come back, in order, this one included
    last: str = ""  # the last move in its full form, made by the seat that is not to move
    bound: bool = False  # Z37: the last move was annulled, only captures are allowed
    annulled: State | None = None  # Z37: the last move missed a capture; a claim restores this state
    reason: str | None = None
    winner: Seat | None = None
    pending: bool = False  # Z37: `reason` stands only if the other seat does not claim

    @property
    def board(self) -> RingBoard:
        return BOARDS[self.options.board]

    @property
    def occupied(self) -> int:
        white, grey, black = self.marbles
        return white | grey | black

    @property
    def vacant(self) -> int:
        return self.rings & ~self.occupied

    @property
    def over(self) -> bool:
        return self.reason is not None and not self.pending

    def stock(self) -> Counts:
        """Z11: what the seat to move may place from: the pool, or its own captured marbles once the pool is empty."""
        return self.pool if any(self.pool) else self.captured[self.side]

    def colour_at(self, bit: int) -> str:
        """The colour of the marble on a ring that holds one."""
        return next(colour for colour, held in zip(COLOURS, self.marbles, strict=True) if held & bit)


# -- the texts that a state keeps: its last move, the positions that were there ---------------------------------------


def core_text(move: Move) -> str:
    """The core form (Z30)."""
    match move:
        case Placement(colour, ring, None):
            return f"{colour}{ring}"
        case Placement(colour, ring, removed):
            return f"{colour}{ring},{removed}"
        case Capture(start, jumps):
            return f"x {start}" + "".join(colour + ring for colour, ring in jumps)
        case Pass():
            return "-"
        case ClaimMissed():
            return "!"


def full_text(move: Move, taken: list[tuple[str, str]]) -> str:
    """The full form (Z30): `taken` holds what isolation took, sorted by ring."""
    marbles = "".join(colour + ring for colour, ring in taken)
    return f"{core_text(move)} x {marbles}" if marbles else core_text(move)


def columns_text(state: State) -> list[str]:
    """Each column from the bottom up: `-` gone, `o` vacant, or the marble's colour."""
    return list(_columns(state.board, state.rings, state.marbles))


@lru_cache(maxsize=64)  # a view and a snapshot of one step ask three times
def _columns(board: RingBoard, rings: int, marbles: Counts) -> tuple[str, ...]:
    white, grey, black = marbles
    columns = []
    for column in board.columns:
        signs = ""
        for bit in column:
            if not rings & bit:
                signs += "-"
            elif white & bit:
                signs += "W"
            elif grey & bit:
                signs += "G"
            else:
                signs += "B" if black & bit else "o"
        columns.append(signs)
    return tuple(columns)


def position_text(state: State) -> str:
    columns = "/".join(columns_text(state))
    counts = " ".join(",".join(map(str, counted)) for counted in (state.pool, *state.captured))
    return f"{state.options.board} {columns} {counts} {state.side + 1}"
