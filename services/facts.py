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


_KINDS: Final[tuple[type[Fact], ...]] = (MatchBegun, MatchOver, StreamRevealed, LeafAdded, OutageNoted)
FACTS: Final[Mapping[str, type[Fact]]] = {kind.NAME: kind for kind in _KINDS}


class UnknownFact(Exception):
    """A fact that this code does not know, or not in that version."""


def fact_of(name: str, version: int, body: Mapping[str, Any]) -> Fact:
    """A stored fact. Raises UnknownFact."""
    kind = FACTS.get(name)
    if kind is None or version != kind.VERSION:
        raise UnknownFact(f"{name} version {version}")
    return kind(**body)
