"""The published language of the services: small, versioned, ids only.

Whoever writes to a log writes, in the same transaction, the facts that others follow. An ordinary ply is no fact.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Final


@dataclass(frozen=True, slots=True)
class Fact:
    """Base of the facts. A change of fields raises VERSION; a follower is given only versions it knows."""

    NAME: ClassVar[str] = ""
    VERSION: ClassVar[int] = 1

    def body(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class MatchBegun(Fact):
    """A match has started."""

    NAME: ClassVar = "match.begun"
    match: str


@dataclass(frozen=True, slots=True)
class MatchOver(Fact):
    """A match has ended or was aborted; its seed may still be hidden."""

    NAME: ClassVar = "match.over"
    match: str


@dataclass(frozen=True, slots=True)
class PairedMatchOver(Fact):
    """The same of a match of a tournament."""

    NAME: ClassVar = "paired_match.over"
    match: str
    tournament: str


@dataclass(frozen=True, slots=True)
class StreamRevealed(Fact):
    """The seed of a stream is in its log: the stream is finished."""

    NAME: ClassVar = "stream.revealed"
    stream: str


@dataclass(frozen=True, slots=True)
class LeafAdded(Fact):
    """A finished stream has its number in the checkpoint log: gapless, given under a lock."""

    NAME: ClassVar = "leaf.added"
    stream: str
    number: int


@dataclass(frozen=True, slots=True)
class OutageNoted(Fact):
    """The house was silent from one moment to another (RFC 3339): no clock ran meanwhile."""

    NAME: ClassVar = "outage.noted"
    outage: int
    began: str
    ended: str


@dataclass(frozen=True, slots=True)
class MatchUnserved(Fact):
    """The house was silent while clocks of a match ran: said for each such match, so that each is credited alone."""

    NAME: ClassVar = "match.unserved"
    match: str
    outage: int
    began: str
    ended: str


@dataclass(frozen=True, slots=True)
class OfferOpened(Fact):
    """Somebody offers something to the others at a match."""

    NAME: ClassVar = "offer.opened"
    match: str
    offer: int


@dataclass(frozen=True, slots=True)
class SeatTakenOver(Fact):
    """Somebody else holds a seat of a running match."""

    NAME: ClassVar = "seat.taken_over"
    match: str
    seat: int


@dataclass(frozen=True, slots=True)
class TableInvited(Fact):
    """An account is invited to a table."""

    NAME: ClassVar = "table.invited"
    match: str
    account: str
    invitation: str


@dataclass(frozen=True, slots=True)
class RoundPairedFact(Fact):
    """A round of a tournament is paired; its matches are being opened."""

    NAME: ClassVar = "round.paired"
    tournament: str
    round: int


@dataclass(frozen=True, slots=True)
class DeadlineNear(Fact):
    """The deadline of a round comes near, and matches of it are not over."""

    NAME: ClassVar = "deadline.near"
    tournament: str
    round: int


@dataclass(frozen=True, slots=True)
class ResultNotedFact(Fact):
    """A tournament has noted the result of a table."""

    NAME: ClassVar = "result.noted"
    tournament: str
    round: int
    table: int


@dataclass(frozen=True, slots=True)
class ResultRuled(Fact):
    """A ruling, or the end of one, changes what a match of a tournament counts as; said for each such match."""

    NAME: ClassVar = "result.ruled"
    tournament: str
    match: str


@dataclass(frozen=True, slots=True)
class MailEntered(Fact):
    """An account has entered a mail address that is not confirmed yet."""

    NAME: ClassVar = "mail.entered"
    account: str


@dataclass(frozen=True, slots=True)
class MailMoved(Fact):
    """Links to sign in do not go to the address of before any more, which is to hear of it."""

    NAME: ClassVar = "mail.moved"
    account: str


@dataclass(frozen=True, slots=True)
class RecoveryAsked(Fact):
    """Somebody asked for a link to sign in. The id may be nobody's: an unknown address leaves the same trace."""

    NAME: ClassVar = "recovery.asked"
    account: str


@dataclass(frozen=True, slots=True)
class AccountRuled(Fact):
    """An operator has closed, reopened or renamed an account; `entry`: the line of the trail."""

    NAME: ClassVar = "account.ruled"
    account: str
    entry: str


@dataclass(frozen=True, slots=True)
class VacationChanged(Fact):
    """An account went on vacation or came back."""

    NAME: ClassVar = "vacation.changed"
    account: str


_KINDS: Final[tuple[type[Fact], ...]] = (
    MatchBegun, MatchOver, PairedMatchOver, StreamRevealed, LeafAdded, OutageNoted, MatchUnserved, OfferOpened,
    SeatTakenOver, TableInvited, RoundPairedFact, DeadlineNear, ResultNotedFact, ResultRuled, MailEntered, MailMoved,
    RecoveryAsked, AccountRuled, VacationChanged,
)  # fmt: skip
FACTS: Final[Mapping[str, type[Fact]]] = {kind.NAME: kind for kind in _KINDS}


class UnknownFact(Exception):
    """A fact that this code does not know, or not in that version."""


def fact_of(name: str, version: int, body: Mapping[str, Any]) -> Fact:
    """A stored fact. Raises UnknownFact."""
    kind = FACTS.get(name)
    if kind is None or version != kind.VERSION:
        raise UnknownFact(f"{name} version {version}")
    return kind(**body)
