"""The catalogue of a match's events: one type per kind, with its `pub`, its sealed parts, and who may write it.

Everything that writes or reads events goes by these types; what is stored is never made anew from them.
`docs/events.md` is made from this module.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from engine.core.game import Json
from services.log.read import Recorded
from services.matches.event_form import (
    ACCOUNT,
    BOT,
    DIRECTOR,
    SEAT,
    SERVER,
    MatchEvent,
    Record,
    UnknownEvent,
    column,
    key,
    named,
    opt,
)

__all__ = ["ACCOUNT", "BOT", "DIRECTOR", "SEAT", "SERVER", "MatchEvent", "Record", "UnknownEvent"]

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
    clock: Mapping[str, Json] | None = opt("thinking time (async.md 1)")
    delay: Mapping[str, int] | None = opt("what spectators see is so much older")
    rated: bool | None = opt("left out: no")
    source: Mapping[str, Json] | None = named("from", "of a fork: where it begins")
    tournament: str | None = opt("of a match of a tournament, with the next three")
    round: int | None = opt()
    table: int | None = opt()
    game_no: int | None = opt()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTaken(MatchEvent):
    """Before the start: an account or a bot sits down."""

    TYPE: ClassVar = "seat.taken"
    BY: ClassVar = (ACCOUNT, DIRECTOR, SERVER)
    seat: int
    account: str | None = opt("either this")
    bot: str | None = opt("or this")
    entropy: str = key("0 to 64 bytes as hex, made by the account's client; a bot's is empty")
    utc_offset: int | None = opt("of an account: minutes, for its rests")

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


ASKED: Final = "the seats with an open decision after this event; not in logs begun before there were clocks"


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
    asked: Sequence[int] | None = opt(ASKED)


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveMade(MatchEvent):
    """A seat's answer to a question, before anybody has judged it."""

    TYPE: ClassVar = "move.made"
    BY: ClassVar = (SEAT, BOT, SERVER)
    SEALED: ClassVar = 'to the mover alone: `{"move": text}`'
    seat: int = column()
    decision: int
    bot: str | None = opt("of bots")
    bot_version: str | None = opt("of bots")
    budget: int | None = opt("of bots")
    plan: int | None = opt("seq of the plan that answers")
    idle: bool | None = opt("true: the server answers for an idle seat, as the rules say")

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
    asked: Sequence[int] | None = opt(ASKED)

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
    asked: Sequence[int] | None = opt(ASKED)


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveUndone(MatchEvent):
    """The state is again that after event `to`; digests are those of that event."""

    TYPE: ClassVar = "move.undone"
    DIGESTS: ClassVar = True
    to: int
    offer: int
    asked: Sequence[int] | None = opt(ASKED)


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
    reason: str | None = opt()


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockPaused(MatchEvent):
    """The clocks of these seats stand: `vacation`, `agreement` or `director`."""

    TYPE: ClassVar = "clock.paused"
    BY: ClassVar = (DIRECTOR, SERVER, SEAT)
    seats: Sequence[int]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockResumed(MatchEvent):
    """The clocks of these seats run again."""

    TYPE: ClassVar = "clock.resumed"
    BY: ClassVar = (DIRECTOR, SERVER, SEAT)
    seats: Sequence[int]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatResigned(MatchEvent):
    """A person gives the match up."""

    TYPE: ClassVar = "seat.resigned"
    BY: ClassVar = (SEAT,)
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferMade(MatchEvent):
    """A person offers `draw`, `undo`, `pause` or `abort`."""

    TYPE: ClassVar = "offer.made"
    BY: ClassVar = (SEAT,)
    seat: int
    offer: int = key("1, 2, 3, … in a match")
    kind: str
    to: int | None = opt("of an undo: the event whose state is wanted")


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferAnswered(MatchEvent):
    """Another person accepts or declines."""

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
    utc_offset: int | None = opt("of an account")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatReturned(MatchEvent):
    """The person whose seat a bot had taken over is back."""

    TYPE: ClassVar = "seat.returned"
    BY: ClassVar = (SEAT,)
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanMade(MatchEvent):
    """Answers left for later; replaces an earlier plan of the seat."""

    TYPE: ClassVar = "plan.made"
    BY: ClassVar = (SEAT,)
    SEALED: ClassVar = 'to the seat: `{"lines": [[[seat, text], …], …]}`'
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanDropped(MatchEvent):
    TYPE: ClassVar = "plan.dropped"
    BY: ClassVar = (SEAT,)
    seat: int
    plan: int = key("seq of the plan")


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectorRuled(MatchEvent):
    """A ruling by a tournament's director or an operator."""

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
    places: Sequence[int] | None = opt("by seat, 1, 1, 3 style; three and four seats in a tournament")


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchAborted(MatchEvent):
    """No result."""

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
    ClockCredited, ClockPaused, ClockResumed, SeatResigned, OfferMade, OfferAnswered, SeatSubstituted, SeatReturned,
    PlanMade, PlanDropped, DirectorRuled, MatchEnded, MatchAborted, SeedRevealed,
)  # fmt: skip
CATALOGUE: Final[Mapping[str, type[MatchEvent]]] = {kind.TYPE: kind for kind in _KINDS}


def event_of(recorded: Recorded) -> MatchEvent:
    """The typed form of a recorded event. Raises UnknownEvent."""
    kind = CATALOGUE.get(recorded.type)
    if kind is None:
        raise UnknownEvent(recorded.type)
    pub = dict(recorded.pub)
    if kind is MoveMade:
        pub["seat"] = recorded.seat
    elif kind is TableOpened and "from" in pub:
        pub["source"] = pub.pop("from")
    try:
        return kind(**pub)
    except TypeError:
        raise UnknownEvent(f"{recorded.type} with the keys {', '.join(sorted(recorded.pub))}") from None


def seat_actor(seat: int) -> str:
    return f"{SEAT}:{seat}"


def bot_actor(seat: int) -> str:
    return f"{BOT}:{seat}"


def account_actor(account: object) -> str:
    return f"{ACCOUNT}:{account}"
