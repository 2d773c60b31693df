"""The catalogue of a match's events: one type per kind, with its `pub`, its sealed parts, and who may write it.

Everything that writes or reads events goes by these types; what is stored is never made anew from them.
`docs/events.md` is made from this module.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import Field, dataclass, field, fields
from datetime import datetime
from typing import Any, ClassVar, Final

from engine.core.game import Json
from services.log.append import Draft
from services.log.read import Recorded

ACCOUNT, DIRECTOR, SERVER, SEAT, BOT = "acct", "director", "server", "seat", "bot"  # the kinds of actors
Record = Mapping[str, Json]  # an outcome of chance, or what is shown of it


class UnknownEvent(Exception):
    """A recorded event that is not in this catalogue, or has other keys."""


def opt(text: str = "") -> Any:
    """A key of `pub` that is left out when it has no value."""
    return field(default=None, metadata={"opt": True, "text": text})


def key(text: str) -> Any:
    """A key of `pub`, with a word on what it holds."""
    return field(metadata={"text": text})


def column() -> Any:
    """Not in `pub`: it stands in the actor."""
    return field(metadata={"column": True})


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchEvent:
    """Base of the catalogue. The fields of a type are the keys of its `pub`, unless marked otherwise."""

    TYPE: ClassVar[str] = ""
    BY: ClassVar[tuple[str, ...]] = (SERVER,)
    SEALED: ClassVar[str] = ""  # what its sealed parts hold, for the documents
    DIGESTS: ClassVar[bool] = False  # whether it carries `dp` and `df`

    def pub(self) -> dict[str, Json]:
        pairs = ((name, getattr(self, name), optional) for name, optional in _keys(type(self)))
        return {name: value for name, value, optional in pairs if value is not None or not optional}

    def columns(self) -> dict[str, int | None]:
        """The columns by which the database keeps repeats out."""
        return {}

    def draft(
        self,
        actor: str,
        *,
        cmd: str | None = None,
        at: datetime | None = None,
        parts: Mapping[str, Json] | None = None,
        dp: str | None = None,
        df: str | None = None,
        once: str | None = None,
    ) -> Draft:
        """The event as it is appended. Raises ValueError for an actor that may not write it."""
        if actor.partition(":")[0] not in self.BY:
            raise ValueError(f"{self.TYPE} is not written by {actor}")
        return Draft(
            self.TYPE, actor, self.pub(), cmd=cmd, at=at, parts=parts or {}, dp=dp, df=df, once=once, **self.columns()
        )


_known_keys: dict[type[MatchEvent], tuple[tuple[str, bool], ...]] = {}


def _keys(kind: type[MatchEvent]) -> tuple[tuple[str, bool], ...]:
    """The keys of `pub`, and whether each may be left out."""
    if kind not in _known_keys:
        _known_keys[kind] = tuple((item.name, bool(item.metadata.get("opt"))) for item in pub_fields(kind))
    return _known_keys[kind]


def pub_fields(kind: type[MatchEvent]) -> list[Field[Any]]:
    return [item for item in fields(kind) if not item.metadata.get("column")]


# -- the table --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOpened(MatchEvent):
    """Event 0: the table, and the commitment to the seed."""

    TYPE: ClassVar = "table.opened"
    BY: ClassVar = (ACCOUNT, DIRECTOR, SERVER)
    game: str
    rules_version: int
    options: Mapping[str, Json]
    seats: int = key("how many")
    seed_commit: str
    beacon_round: str | None = opt("a public round still to come")
    deal: str | None = opt("the id of a duplicate deal")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTaken(MatchEvent):
    """Before the start: an account or a bot sits down."""

    TYPE: ClassVar = "seat.taken"
    BY: ClassVar = (ACCOUNT, DIRECTOR, SERVER)
    seat: int
    account: str | None = opt("either this")
    bot: str | None = opt("or this")
    entropy: str = key("0 to 64 bytes as hex, made by the account's client; a bot's is empty")

    def columns(self) -> dict[str, int | None]:
        return {"seat": self.seat}


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLeft(MatchEvent):
    """Before the start: a seat is given up."""

    TYPE: ClassVar = "seat.left"
    BY: ClassVar = (ACCOUNT, DIRECTOR, SERVER)
    seat: int

    def columns(self) -> dict[str, int | None]:
        return {"seat": self.seat}


# -- play -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchStarted(MatchEvent):
    """Who sits where, and the opening draws."""

    TYPE: ClassVar = "match.started"
    SEALED: ClassVar = "outcomes for a seat; for `end` the questions to chance and what nobody sees yet"
    DIGESTS: ClassVar = True
    seats: Sequence[Mapping[str, str]] = key('`{"account": id}` or `{"bot": name}`, seat 0 first')
    beacon: str
    chance: Sequence[Record]


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveMade(MatchEvent):
    """A seat's answer to a question, before anybody has judged it."""

    TYPE: ClassVar = "move.made"
    BY: ClassVar = (SEAT, BOT)
    SEALED: ClassVar = 'to the mover alone: `{"move": text}`'
    seat: int = column()
    decision: int
    bot: str | None = opt("of bots")
    bot_version: str | None = opt("of bots")
    budget: int | None = opt("of bots")

    def columns(self) -> dict[str, int | None]:
        return {"seat": self.seat, "decision": self.decision}


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveJudged(MatchEvent):
    """What the referee makes of a recorded move."""

    TYPE: ClassVar = "move.judged"
    SEALED: ClassVar = MatchStarted.SEALED
    DIGESTS: ClassVar = True
    of: int = key("seq of the move")
    seat: int
    verdict: str = key("`stands` or `refused`")
    code: str | None = key("of a refusal, else null")
    move: str = key("what everybody may read of the move, hidden parts as `?`")
    chance: Sequence[Record]
    shown: Sequence[Record] | None = opt("what was hidden and is shown now")

    @property
    def stands(self) -> bool:
        return self.verdict == STANDS

    def columns(self) -> dict[str, int | None]:
        return {"of": self.of}


STANDS: Final = "stands"
REFUSED: Final = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeUp(MatchEvent):
    """A timer of the rules has run out."""

    TYPE: ClassVar = "time.up"
    SEALED: ClassVar = MatchStarted.SEALED
    DIGESTS: ClassVar = True
    chance: Sequence[Record]
    shown: Sequence[Record] | None = opt("what was hidden and is shown now")


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveUndone(MatchEvent):
    """The state is again that after event `to`; digests are those of that event."""

    TYPE: ClassVar = "move.undone"
    DIGESTS: ClassVar = True
    to: int
    offer: int


# -- clocks, offers, people -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockExpired(MatchEvent):
    """The thinking time of a seat has run out."""

    TYPE: ClassVar = "clock.expired"
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockCredited(MatchEvent):
    """A seat gets time, for an outage or by a director."""

    TYPE: ClassVar = "clock.credited"
    BY: ClassVar = (DIRECTOR, SERVER)
    seat: int
    ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatResigned(MatchEvent):
    TYPE: ClassVar = "seat.resigned"
    BY: ClassVar = (SEAT,)
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferMade(MatchEvent):
    TYPE: ClassVar = "offer.made"
    BY: ClassVar = (SEAT,)
    seat: int
    offer: int = key("1, 2, 3, … in a match")
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferAnswered(MatchEvent):
    TYPE: ClassVar = "offer.answered"
    BY: ClassVar = (SEAT,)
    seat: int
    offer: int
    accepted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatSubstituted(MatchEvent):
    """Somebody else holds the seat from now on, and gets its parts; adds no entropy."""

    TYPE: ClassVar = "seat.substituted"
    BY: ClassVar = (DIRECTOR, SERVER)
    seat: int
    account: str | None = opt("either this")
    bot: str | None = opt("or this")


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectorRuled(MatchEvent):
    TYPE: ClassVar = "director.ruled"
    BY: ClassVar = (DIRECTOR,)
    ruling: str = key("a code")
    seat: int | None = opt()


# -- the end ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchEnded(MatchEvent):
    """By the rules, or by the house: `resign`, `time`, `agreement`, `forfeit`, `ruling`."""

    TYPE: ClassVar = "match.ended"
    DIGESTS: ClassVar = True
    scores: Sequence[int]
    winners: Sequence[int]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchAborted(MatchEvent):
    TYPE: ClassVar = "match.aborted"
    BY: ClassVar = (DIRECTOR, SERVER)
    reason: str = key("a code")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedRevealed(MatchEvent):
    """The last event."""

    TYPE: ClassVar = "seed.revealed"
    seed: str


_KINDS: Final[tuple[type[MatchEvent], ...]] = (
    TableOpened, SeatTaken, SeatLeft, MatchStarted, MoveMade, MoveJudged, TimeUp, MoveUndone, ClockExpired,
    ClockCredited, SeatResigned, OfferMade, OfferAnswered, SeatSubstituted, DirectorRuled, MatchEnded, MatchAborted,
    SeedRevealed,
)  # fmt: skip
CATALOGUE: Final[Mapping[str, type[MatchEvent]]] = {kind.TYPE: kind for kind in _KINDS}


def event_of(recorded: Recorded) -> MatchEvent:
    """The typed form of a recorded event. Raises UnknownEvent."""
    kind = CATALOGUE.get(recorded.type)
    if kind is None:
        raise UnknownEvent(recorded.type)
    more = {"seat": recorded.seat} if kind is MoveMade else {}
    try:
        return kind(**recorded.pub, **more)
    except TypeError:
        raise UnknownEvent(f"{recorded.type} with the keys {', '.join(sorted(recorded.pub))}") from None


def seat_actor(seat: int) -> str:
    return f"{SEAT}:{seat}"


def bot_actor(seat: int) -> str:
    return f"{BOT}:{seat}"


def account_actor(account: object) -> str:
    return f"{ACCOUNT}:{account}"
