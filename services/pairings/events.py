"""The events of a tournament's log (tournaments.md section 1): one frozen dataclass for each type, with its `pub`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from services.pairings.json_forms import Json, JsonForm, Parts
from services.pairings.rulings import Ruling, read_ruling

Seated = int | str  # an entry number, or "bot:NAME"


@dataclass(frozen=True, slots=True)
class ChanceOutcome(JsonForm):
    label: str
    n: int
    out: str


@dataclass(frozen=True, slots=True)
class ChanceQuestion(JsonForm):
    label: str
    n: int
    bag: tuple[tuple[str, int], ...]
    count: int
    eye: str


@dataclass(frozen=True, slots=True)
class TableDrawn(JsonForm):
    """A table of a round as it was paired; seat 0 first."""

    table: int
    match: str
    entries: tuple[Seated, ...]


@dataclass(frozen=True, slots=True)
class ByeGiven(JsonForm):
    entry: int
    kind: str  # pairing, half, zero


@dataclass(frozen=True, slots=True)
class TournamentEvent(JsonForm):
    type: ClassVar[str]

    def pub(self) -> dict[str, Json]:
        return self.as_json()


@dataclass(frozen=True, slots=True)
class TournamentOpened(TournamentEvent):
    type: ClassVar[str] = "tournament.opened"
    optional: ClassVar[frozenset[str]] = frozenset({"previous"})

    game: str
    rules_version: int
    options: dict[str, Json]
    seats: int
    format: str
    rounds: int | None
    clock: dict[str, Json] | None
    points: dict[str, Json]
    tiebreaks: tuple[str, ...]
    rules: dict[str, Json]
    entry: dict[str, Json]
    directors: tuple[str, ...]
    seed_commit: str
    previous: dict[str, str] | None = None


@dataclass(frozen=True, slots=True)
class EntryMade(TournamentEvent):
    type: ClassVar[str] = "entry.made"

    entry: int
    account: str
    entropy: str


@dataclass(frozen=True, slots=True)
class EntryWithdrawn(TournamentEvent):
    type: ClassVar[str] = "entry.withdrawn"

    entry: int


@dataclass(frozen=True, slots=True)
class EntryRefused(TournamentEvent):
    type: ClassVar[str] = "entry.refused"

    account: str
    reason: str


@dataclass(frozen=True, slots=True)
class ByeRequested(TournamentEvent):
    type: ClassVar[str] = "bye.requested"

    entry: int
    round: int


@dataclass(frozen=True, slots=True)
class TournamentStarted(TournamentEvent):
    type: ClassVar[str] = "tournament.started"
    optional: ClassVar[frozenset[str]] = frozenset({"schedule"})
    parts: ClassVar[Parts] = {"chance": ChanceOutcome, "draws": ChanceQuestion}

    ratings: tuple[tuple[int, int | None], ...]
    order: tuple[int, ...]
    chance: tuple[ChanceOutcome, ...]
    draws: tuple[ChanceQuestion, ...]
    schedule: tuple[tuple[int, ...], ...] | None = None


@dataclass(frozen=True, slots=True)
class RoundPaired(TournamentEvent):
    type: ClassVar[str] = "round.paired"
    optional: ClassVar[frozenset[str]] = frozenset({"fallback", "cost"})
    parts: ClassVar[Parts] = {"tables": TableDrawn, "byes": ByeGiven}

    round: int
    engine: str
    version: str
    tables: tuple[TableDrawn, ...]
    byes: tuple[ByeGiven, ...]
    deadline: str | None
    fallback: str | None = None
    cost: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class GameAdded(TournamentEvent):
    type: ClassVar[str] = "game.added"

    round: int
    table: int
    game: int
    match: str
    entries: tuple[Seated, ...]


@dataclass(frozen=True, slots=True)
class ResultNoted(TournamentEvent):
    type: ClassVar[str] = "result.noted"
    optional: ClassVar[frozenset[str]] = frozenset({"bots"})

    round: int
    table: int
    game: int
    match: str
    head: str
    places: tuple[int | None, ...] | None
    scores: tuple[int, ...] | None
    points: tuple[int, ...]
    why: str  # played, time, resign, no-show, ruling, aborted
    bots: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class RulingMade(TournamentEvent):
    type: ClassVar[str] = "ruling.made"

    ruling: Ruling
    reason: str
    seen: int

    def as_json(self) -> dict[str, Json]:
        return {"reason": self.reason, "seen": self.seen, "ruling": self.ruling.name, **self.ruling.as_json()}

    @classmethod
    def from_json(cls, data: dict[str, Json]) -> RulingMade:
        fields = {key: value for key, value in data.items() if key not in ("reason", "seen", "ruling")}
        return cls(read_ruling(data["ruling"], fields), data["reason"], data["seen"])


@dataclass(frozen=True, slots=True)
class ArenaReady(TournamentEvent):
    type: ClassVar[str] = "arena.ready"

    entry: int


@dataclass(frozen=True, slots=True)
class ArenaLeft(TournamentEvent):
    type: ClassVar[str] = "arena.left"

    entry: int


@dataclass(frozen=True, slots=True)
class RoundClosed(TournamentEvent):
    type: ClassVar[str] = "round.closed"

    round: int
    standings: str


@dataclass(frozen=True, slots=True)
class TournamentClosed(TournamentEvent):
    type: ClassVar[str] = "tournament.closed"
    parts: ClassVar[Parts] = {"chance": ChanceOutcome, "draws": ChanceQuestion}

    standings: str
    places: tuple[tuple[int, int], ...]
    chance: tuple[ChanceOutcome, ...]
    draws: tuple[ChanceQuestion, ...]
    reason: str  # done, no-pairing, cancelled


@dataclass(frozen=True, slots=True)
class TournamentSeedRevealed(TournamentEvent):
    type: ClassVar[str] = "seed.revealed"

    seed: str


EVENT_TYPES: dict[str, type[TournamentEvent]] = {
    kind.type: kind
    for kind in (
        TournamentOpened, EntryMade, EntryWithdrawn, EntryRefused, ByeRequested, TournamentStarted, RoundPaired,
        GameAdded, ResultNoted, RulingMade, ArenaReady, ArenaLeft, RoundClosed, TournamentClosed,
        TournamentSeedRevealed,
    )
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class RecordedEvent:
    """An event with what its envelope says: its number, its time (UTC text) and who wrote it."""

    seq: int
    at: str
    actor: str
    event: TournamentEvent


def read_event(kind: str, pub: dict[str, Json]) -> TournamentEvent:
    return EVENT_TYPES[kind].from_json(pub)


def read_envelope(envelope: dict[str, Any]) -> RecordedEvent:
    event = read_event(envelope["type"], envelope["pub"])
    return RecordedEvent(envelope["seq"], envelope["at"], envelope["actor"], event)
