"""Steps of a decision: events to write, work to be done with the seed or in a long task, and orders about matches."""

from __future__ import annotations

from dataclasses import dataclass

from services.pairings.events import Seated, TournamentEvent


@dataclass(frozen=True, slots=True)
class Write:
    event: TournamentEvent


@dataclass(frozen=True, slots=True)
class StartTournament:
    """The time to start has come: `lifecycle.start_event` with ratings and seed."""


@dataclass(frozen=True, slots=True)
class PairRound:
    """`pairing.pair_next`, in a long task; `decide.after_pairing` says what follows."""

    round: int


@dataclass(frozen=True, slots=True)
class CloseTournament:
    """`lifecycle.close_event` with the seed."""

    reason: str


@dataclass(frozen=True, slots=True)
class RevealSeed:
    """Within 60 s of the close."""


@dataclass(frozen=True, slots=True)
class OpenMatch:
    round: int
    table: int
    game: int
    match: str
    entries: tuple[Seated, ...]


@dataclass(frozen=True, slots=True)
class ResignSeat:
    """The holder has withdrawn while the match runs."""

    match: str
    seat: int


@dataclass(frozen=True, slots=True)
class ForfeitSeat:
    """A no-show at two seats: the match ends by `forfeit` for this seat."""

    match: str
    seat: int


@dataclass(frozen=True, slots=True)
class BotTakesSeat:
    """At three and four seats a marked bot finishes for this seat; it is placed last with 0 points."""

    match: str
    seat: int
    why: str  # no-show, withdrawn, deadline


@dataclass(frozen=True, slots=True)
class EndByTime:
    """The round's deadline has passed at two seats: these places, reason `time`."""

    match: str
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EndByRuling:
    """A ruling was made on a match that runs: `director.ruled`, then `match.ended` with these places."""

    match: str
    ruling_seq: int
    places: tuple[int | None, ...] | None


@dataclass(frozen=True, slots=True)
class AbortByRuling:
    """An annulled match that runs: `director.ruled`, then `match.aborted`."""

    match: str
    ruling_seq: int


Order = ResignSeat | ForfeitSeat | BotTakesSeat | EndByTime | EndByRuling | AbortByRuling
Step = Write | StartTournament | PairRound | CloseTournament | RevealSeed | OpenMatch | Order
