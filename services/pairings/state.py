"""What a tournament's log says, as frozen data: entrants, rounds, tables, games, results, rulings, withdrawals.

Only what was recorded stands here; what counts (rulings in force, points, places) is worked out by `ledger`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from services.pairings.events import (
    ByeGiven,
    ResultNoted,
    RulingMade,
    Seated,
    TournamentClosed,
    TournamentOpened,
    TournamentStarted,
)
from services.pairings.rulings import RuleHold, RuleRelease, RuleRevoke, RuleSubstitute


@dataclass(frozen=True, slots=True)
class Entrant:
    entry: int
    account: str  # who made the entry; a substitute is named by its ruling
    entropy: str
    seq: int
    late: bool  # entered after the start


@dataclass(frozen=True, slots=True)
class TableGame:
    """One match of a table; `replaced` by a re-pair it counts for nothing."""

    round: int
    table: int
    game: int
    match: str
    entries: tuple[Seated, ...]
    seq: int
    result: ResultNoted | None = None
    result_seq: int | None = None
    replaced: bool = False

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(entry for entry in self.entries if isinstance(entry, int))


@dataclass(frozen=True, slots=True)
class PairedTable:
    table: int
    games: tuple[TableGame, ...]

    @property
    def latest(self) -> TableGame:
        return self.games[-1]


@dataclass(frozen=True, slots=True)
class PairedRound:
    round: int
    seq: int
    at: str
    engine: str
    version: str
    fallback: str | None
    cost: tuple[int, ...] | None
    deadline: str | None
    tables: tuple[PairedTable, ...]
    byes: tuple[ByeGiven, ...]
    closed_seq: int | None = None
    digest: str | None = None

    def games(self) -> Iterator[TableGame]:
        for table in self.tables:
            yield from table.games


@dataclass(frozen=True, slots=True)
class RulingRecorded:
    seq: int
    at: str
    actor: str
    made: RulingMade


@dataclass(frozen=True, slots=True)
class Withdrawal:
    seq: int
    entry: int


@dataclass(frozen=True, slots=True)
class ByeRequest:
    seq: int
    entry: int
    round: int


@dataclass(frozen=True)
class TournamentState:
    tournament: str
    seq: int = -1
    at: str = ""
    opening: TournamentOpened | None = None
    opened_at: str = ""
    entrants: Mapping[int, Entrant] = field(default_factory=dict)
    refused: tuple[str, ...] = ()  # accounts
    withdrawals: tuple[Withdrawal, ...] = ()
    bye_requests: tuple[ByeRequest, ...] = ()
    start: TournamentStarted | None = None
    started_seq: int | None = None
    started_at: str = ""
    rounds: tuple[PairedRound, ...] = ()
    rulings: tuple[RulingRecorded, ...] = ()
    ready: Mapping[int, int] = field(default_factory=dict)  # arena: entry -> seq since when
    closed: TournamentClosed | None = None
    closed_at: str = ""
    revealed: bool = False

    @property
    def opened(self) -> TournamentOpened:
        if self.opening is None:
            raise ValueError("the log has no tournament.opened")
        return self.opening

    @property
    def started(self) -> TournamentStarted:
        if self.start is None:
            raise ValueError("the tournament has not started")
        return self.start

    @cached_property
    def order(self) -> tuple[int, ...]:
        """Entries by starting number; late ones get the next numbers."""
        if self.start is None:
            return ()
        late = sorted(entrant.entry for entrant in self.entrants.values() if entrant.late)
        return (*self.start.order, *late)

    @cached_property
    def numbers(self) -> Mapping[int, int]:
        """Starting number of each entry, from 1."""
        return {entry: index + 1 for index, entry in enumerate(self.order)}

    @cached_property
    def revoked(self) -> Mapping[int, int]:
        """Seq of what was taken back -> seq of the ruling that took it back."""
        return {ruled.made.ruling.of: ruled.seq for ruled in self.rulings if isinstance(ruled.made.ruling, RuleRevoke)}

    @cached_property
    def in_force(self) -> tuple[RulingRecorded, ...]:
        return tuple(ruled for ruled in self.rulings if ruled.seq not in self.revoked)

    @cached_property
    def held(self) -> bool:
        """Whether a hold stands: one release ends all before it."""
        held = False
        for ruled in self.in_force:
            held = isinstance(ruled.made.ruling, RuleHold) or (held and not isinstance(ruled.made.ruling, RuleRelease))
        return held

    @property
    def status(self) -> str:
        if self.closed is not None:
            return "finished"
        return "open" if self.start is None else "running"

    def round(self, number: int) -> PairedRound:
        return self.rounds[number - 1]

    def holder(self, entry: int) -> str:
        """The account that holds an entry now."""
        account = self.entrants[entry].account
        for ruled in self.in_force:
            ruling = ruled.made.ruling
            if isinstance(ruling, RuleSubstitute) and ruling.entry == entry:
                account = ruling.account
        return account

    def entered(self) -> tuple[int, ...]:
        """Entries that stand before the start: neither withdrawn nor refused."""
        left = {withdrawal.entry for withdrawal in self.withdrawals if withdrawal.seq not in self.revoked}
        return tuple(
            entry
            for entry, entrant in sorted(self.entrants.items())
            if entry not in left and entrant.account not in self.refused
        )
