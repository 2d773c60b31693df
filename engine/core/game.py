"""The Game class that every game on the shelf fills in, and the types of its methods."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeAlias, TypeVar

from engine.core import codec
from engine.core.errors import BadOptions, IllegalMove, UnreadableMove

if TYPE_CHECKING:
    from engine.core.chance import Stream
    from engine.core.positions import Keyed

Json: TypeAlias = Any
Options: TypeAlias = Mapping[str, Json]
Seat: TypeAlias = int  # 0-based, clockwise; an eye is a Seat, or None for the gallery
Eye: TypeAlias = int | None
Parts: TypeAlias = list[dict[str, int | str]]
S = TypeVar("S")
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Draw:
    """A question to chance: `count` picks from `bag`, one after another, nothing put back."""

    label: str  # fair1 numbers the picks of each label; [a-z0-9/_-]{1,40}
    bag: tuple[tuple[str, int], ...]  # (item, how many), in the order the rules publish
    count: int = 1
    eye: Seat | Literal["nobody"] | None = None  # who sees it: everybody (None), one seat, nobody yet


@dataclass(frozen=True, slots=True)
class Ply:
    """One step of the fold: a seat's move, a deal, or (neither of them) the game's timer running out."""

    at: int
    seat: Seat | None = None
    move: Any = None
    draw: Draw | None = None
    drawn: tuple[str, ...] = ()

    @property
    def kind(self) -> Literal["move", "deal", "time"]:
        if self.seat is not None:
            return "move"
        return "deal" if self.draw is not None else "time"


@dataclass(frozen=True, slots=True)
class News:
    """One line of what happened, for one eye: a code of texts/ and its parameters.

    A parameter named `seat` or `seat_…` is a seat number and is shown as that player's name. A list is shown part by
    part, each part in the words that the `parts` of texts/ have for a parameter of that name.
    """

    code: str
    params: Mapping[str, int | str | Parts] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Shown:
    """Something that was masked and that `eye` (None: everybody) learns by this ply.

    Either `move` = (seat, how many moves of that seat stood before it) or `draw` = (label, index of the pick).
    """

    eye: Eye = None
    move: tuple[Seat, int] | None = None
    draw: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class GameInfo:
    key: str  # folder, queue and URL name
    title: str
    seats: tuple[int, ...]  # table sizes allowed
    rules_version: int  # raised whenever an old log would fold differently
    options: Mapping[str, Json] = field(default_factory=dict)  # name -> JSON Schema fragment with a default
    enumerable: bool = True  # False: legal_moves() gives hints, play() alone decides
    open: bool = False  # True: nothing is hidden, so every eye has the gallery's view
    draws: bool = False  # True: two people may agree on a draw
    plans: bool = False  # True: moves are public, so that answers to them can be planned ahead
    lot: bool = False  # True: who sits where is drawn by lot at the start (the rules leave the start player to a lot)


@dataclass(frozen=True, slots=True)
class Choice:
    """A bot's answer. `wait_ms`: not to be submitted sooner than this after the question was put."""

    move: str
    nodes: int = 0
    value: int | None = None
    line: tuple[str, ...] = ()
    wait_ms: int = 0


class Bot(ABC):
    """A chooser of moves: a pure function of (view, seat, budget, seed). It never sees a state."""

    key: str
    level: int  # 1 = for a first evening, 2 = knows what it does, 3 = hard to beat
    version: str = "1.0.0"  # raised whenever the same question would get another answer
    budget: int = 1  # the budget it plays with at a table: nodes or simulations, never seconds

    @abstractmethod
    def choose(self, game: Game[Any, Any], view: Json, seat: Seat, budget: int, seed: bytes) -> Choice: ...

    def shares(
        self, game: Game[Any, Any], view: Json, seat: Seat, moves: Sequence[str], budget: int, seed: bytes
    ) -> list[int] | None:
        """What share of the match, in per mille, the seat may expect after each of these moves; None: no opinion."""
        return None


class Game(ABC, Generic[S, M]):
    """A game as a fold. State and move are frozen dataclasses without floats and dicts.

    Every call that makes a state returns a new one and leaves the old one alone.
    `at` is the recorded time of a ply in whole milliseconds since the match began.
    """

    info: GameInfo
    older: ClassVar[tuple[int, ...]] = ()  # earlier versions of the rules that this class still plays
    state_type: type[S]
    bots: ClassVar[Mapping[str, Bot]] = {}

    def __init__(self, rules_version: int | None = None) -> None:
        """An earlier version differs by data that the rules read from `self.info.rules_version`."""
        if rules_version is not None:
            self.info = replace(self.info, rules_version=rules_version)

    # -- setting up
    def check(self, seats: int, options: Options) -> None:
        """Refuse combinations of (complete, well-typed) options that the rules do not allow: BadOptions."""

    @abstractmethod
    def setup(self, seats: int, options: Options) -> S: ...

    # -- who is asked next: chance first, then seats, then nobody: the match is over
    def draw(self, state: S) -> Draw | None:
        return None

    @abstractmethod
    def to_act(self, state: S) -> frozenset[Seat]: ...

    def deadline(self, state: S) -> int | None:
        """When the game's own timer runs out, if one runs."""
        return None

    # -- the fold
    @abstractmethod
    def legal_moves(self, state: S, seat: Seat) -> Iterator[M]: ...

    @abstractmethod
    def play(self, state: S, seat: Seat, move: M, at: int) -> S:
        """Raises IllegalMove. It alone decides; legal_moves() must agree with it.

        Asked only for a seat in to_act() while no draw is open: replay.py refuses every other.
        """

    def deal(self, state: S, drawn: tuple[str, ...]) -> S:
        raise IllegalMove("nothing-to-deal")

    def time_up(self, state: S, at: int) -> S:
        return state

    # -- what people see
    @abstractmethod
    def scores(self, state: S) -> tuple[int, ...]: ...

    @abstractmethod
    def winners(self, state: S) -> frozenset[Seat] | None:
        """None while in play; ties share; empty if everybody lost."""

    @abstractmethod
    def reason(self, state: S) -> str | None: ...

    def places(self, state: S) -> tuple[int, ...]:
        """The place of each seat, 1, 1, 3 style: winners first, then by score. Games in which less is better say so."""
        winners = self.winners(state) or frozenset()
        return ranked([(seat not in winners, -score) for seat, score in enumerate(self.scores(state))])

    @abstractmethod
    def view(self, state: S, eye: Eye) -> Json:
        """All that eye may know, nothing more: JSON without floats, keys [a-z][a-z0-9_]* or seat numbers."""

    def aids(self, view: Json) -> Json:
        """What a board would else work out from a view by the rules; None: nothing. It stands in frames, in no digest.

        Made from the view alone, so that it holds nothing that the eye may not see; written like a view.
        """
        return None

    def revealed(self, state: S, eye: Eye) -> Json:
        """The view of a match that has ended before its rules end it (a resignation): nothing is hidden any more.

        It stands in frames, in no digest. A game that hides something fills it in.
        """
        return self.view(state, eye)

    def describe(self, view: Json) -> tuple[News, ...]:
        """A view in lines, for readers who have no board to look at: codes of the `position` texts."""
        return ()

    def news(self, before: S, ply: Ply, after: S, eye: Eye) -> tuple[News, ...]:
        return ()

    def shown(self, before: S, ply: Ply, after: S) -> tuple[Shown, ...]:
        """What was masked until now and is unmasked by this ply."""
        return ()

    def moments(self, before: S, ply: Ply, after: S) -> tuple[News, ...]:
        """What people come back for, the weightiest first: codes of the `moments` texts, nothing hidden among them.

        `after` is the state once the draws that followed `ply` are answered.
        """
        return ()

    def round_number(self, state: S) -> int | None:
        """The round that a state is in, 1 for the first; None: the rules know no rounds, or none has begun."""
        return None

    # -- one move, one line of text: what the log stores and the audit reads
    @abstractmethod
    def write(self, move: M, eye: Eye) -> str:
        """For the mover's eye (a seat) the whole move, for everybody (None) with each hidden part as one `?`."""

    def read(self, state: S, seat: Seat, text: str) -> M:
        for move in self.legal_moves(state, seat):
            if self.write(move, seat) == text:
                return move
        raise UnreadableMove("unreadable-move", text=text)

    def legal_texts(self, state: S, seat: Seat) -> list[str]:
        """The legal moves as frames list them: sorted by ASCII order, no doubles."""
        return sorted({self.write(move, seat) for move in self.legal_moves(state, seat)})

    def idle_move(self, listed: Sequence[str]) -> str | None:
        """What the rules put down for a seat whose thinking time ran out before one of these; None: it has lost."""
        return None

    def record_text(self, before: S, seat: Seat, move: M, after: S) -> str:
        """The move written out for a printed record."""
        return self.write(move, seat)

    # -- snapshots and digests
    def dump(self, state: S) -> Json:
        return codec.dump(state)

    def load(self, data: Json) -> S:
        return codec.load(self.state_type, data)

    # -- position texts, for games whose rules define one
    def read_position(self, text: str) -> S | None:
        """None: this game has no position text. Raises UnreadableMove for a damaged one."""
        return None

    def write_position(self, state: S) -> str | None:
        return None

    def position_key(self, text: str) -> str | None:
        """The one text that stands for a well-formed position text and its images; None: positions do not recur."""
        return None

    def keyed(self, text: str) -> Keyed | None:
        """The same, with what becomes of moves."""
        return None

    # -- search
    def imagine(self, view: Json, eye: Eye, chance: Stream) -> S:
        """A state that fits the view: `view(imagine(view(s, e)), e) == view(s, e)`; the hidden parts by chance."""
        raise LookupError(f"{self.info.key} cannot imagine")

    def playouts(self, state: S, n: int, seed: bytes) -> tuple[int, tuple[int, ...]] | None:
        """Plies played and wins per seat of n random matches from here, as fast as can be; None: no fast path.

        A win is to be among `winners` at the end, so a shared one counts for each who shares it.
        """
        return None


def view_fields(game: Game[Any, Any], view: Json) -> dict[str, Json]:
    """The fields of a frame that show a view: the view, and `aids` where the game has any."""
    aids = game.aids(view)
    return {"view": view} if aids is None else {"view": view, "aids": aids}


def ranked(keys: Sequence[Any]) -> tuple[int, ...]:
    """The place of each key, the least first; equal ones share the better place."""
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def lead_taken(before: Sequence[int], after: Sequence[int]) -> tuple[News, ...]:
    """A moment of many games: a seat has more than every other, and had not before."""
    leader = _leader(after)
    if leader is None or leader == _leader(before):
        return ()
    return (News("lead", {"seat": leader, "score": after[leader]}),)


def _leader(scores: Sequence[int]) -> Seat | None:
    best = max(scores)
    return scores.index(best) if len(scores) > 1 and sum(score == best for score in scores) == 1 else None


def complete_options(game: Game[Any, Any], seats: int, given: Options) -> dict[str, Json]:
    """The options of a table, checked and with defaults filled in. Raises BadOptions."""
    info = game.info
    if isinstance(seats, bool) or seats not in info.seats:
        raise BadOptions("bad-seats", seats=str(seats), allowed=", ".join(map(str, info.seats)))
    for name in given:
        if name not in info.options:
            raise BadOptions("unknown-option", option=str(name))
    options = {name: given.get(name, schema["default"]) for name, schema in info.options.items()}
    for name, value in options.items():
        if not _fits(info.options[name], value):
            raise BadOptions("bad-option", option=name, value=str(value))
    game.check(seats, options)
    return options


_TYPES: Mapping[str, type] = {"integer": int, "string": str, "boolean": bool, "array": list}


def _fits(schema: Json, value: Json) -> bool:
    wanted = schema.get("type")
    if wanted is not None and (
        not isinstance(value, _TYPES[wanted]) or (wanted == "integer" and isinstance(value, bool))
    ):
        return False
    if "enum" in schema and not any(value == listed and type(value) is type(listed) for listed in schema["enum"]):
        return False
    if wanted == "integer" and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        return False
    if wanted == "string" and len(value) > schema.get("maxLength", 200):
        return False
    if wanted == "array":
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", 100):
            return False
        if not all(_fits(schema.get("items", {}), item) for item in value):
            return False
        if schema.get("uniqueItems") and len({repr(item) for item in value}) != len(value):
            return False
    return True
