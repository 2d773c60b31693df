"""Tournament logs for tests: the vectors, and a hand that writes events one after another."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from services.pairings.drafts import NoPairing
from services.pairings.events import (
    ArenaReady,
    ByeGiven,
    ByeRequested,
    EntryMade,
    EntryWithdrawn,
    GameAdded,
    RecordedEvent,
    ResultNoted,
    RoundPaired,
    RulingMade,
    TableDrawn,
    TournamentEvent,
    TournamentOpened,
    read_envelope,
)
from services.pairings.fold import apply
from services.pairings.formats import FORMATS, default_points, sensible_tiebreaks
from services.pairings.ids import tournament_match_id
from services.pairings.ledger import make_ledger
from services.pairings.lifecycle import close_event, close_round_event, start_event
from services.pairings.pairing import pair_next
from services.pairings.points import PointsTable
from services.pairings.rulings import Ruling
from services.pairings.standings import Standings, standings
from services.pairings.state import TournamentState
from services.pairings.times import to_text

FOLDER = Path(__file__).parent
SEED = bytes(range(32))
TOURNAMENT = "6b1f2c3d-0000-4000-8000-000000000001"


@cache
def vectors() -> tuple[dict[str, Any], ...]:
    return tuple(json.loads((FOLDER / "tournament_vectors.json").read_text(encoding="utf-8"))["good"])


def vector(name: str) -> dict[str, Any]:
    return next(good for good in vectors() if good["name"] == name)


def recorded(good: dict[str, Any]) -> list[RecordedEvent]:
    return [read_envelope(envelope) for envelope in good["events"]]


def tournament_of(good: dict[str, Any]) -> str:
    return str(good["events"][0]["match"])


@dataclass
class Log:
    """A tournament written by hand. Entrant n is account `a<n>` with rating 2000 - n."""

    format: str = "swiss"
    entrants: int = 4
    seats: int = 2
    rounds: int | None = None
    rules: dict[str, Any] = field(default_factory=dict)
    points: dict[str, Any] | None = None
    tiebreaks: tuple[str, ...] | None = None
    entry: dict[str, Any] = field(default_factory=lambda: {"open": True})
    clock: dict[str, Any] | None = None
    start: bool = True
    tournament: str = TOURNAMENT

    def __post_init__(self) -> None:
        self.events: list[RecordedEvent] = []
        self.state = TournamentState(self.tournament)
        facts = FORMATS[self.format]
        rounds = self.rounds if self.rounds is not None else facts.default_rounds
        points = self.points or dict(default_points(self.format, self.seats))
        ties = self.tiebreaks if self.tiebreaks is not None else sensible_tiebreaks(self.format, self.seats)
        self.write(
            TournamentOpened(
                "zertz", 1, {}, self.seats, self.format, rounds, self.clock, points, ties, self.rules, self.entry,
                ("d1",), "",
            )
        )  # fmt: skip
        for number in range(1, self.entrants + 1):
            self.write(EntryMade(number, f"a{number}", f"{number:02x}"))
        if self.start:
            self.begin()

    def now(self) -> str:
        return to_text(1_790_000_000_000 + 1000 * (self.state.seq + 1))

    def write(self, event: TournamentEvent, actor: str = "server") -> int:
        envelope = RecordedEvent(self.state.seq + 1, self.now(), actor, event)
        self.events.append(envelope)
        self.state = apply(self.state, envelope)
        return envelope.seq

    def begin(self, ratings: dict[int, int | None] | None = None) -> None:
        known = ratings or {entry: 2000 - entry for entry in self.state.entered()}
        self.write(start_event(self.state, known, SEED))

    def pair(
        self, *tables: tuple[int | str, ...], byes: dict[int, str] | None = None, deadline: str | None = None
    ) -> int:
        """A round as the test wants it."""
        number = len(self.state.rounds) + 1
        drawn = tuple(
            TableDrawn(at, tournament_match_id(self.tournament, number, at, 1), entries)
            for at, entries in enumerate(tables, 1)
        )
        given = tuple(ByeGiven(entry, kind) for entry, kind in (byes or {}).items())
        self.write(RoundPaired(number, "hand", "1", drawn, given, deadline))
        return number

    def pair_next(self, previous: Any = None) -> RoundPaired:
        """A round as the engine pairs it."""
        event = pair_next(self.state, now=self.now(), previous=previous)
        assert not isinstance(event, NoPairing), event
        self.write(event)
        return event

    def result(
        self,
        table: int,
        *places: int | None,
        round: int | None = None,
        game: int = 1,
        why: str = "played",
        scores: tuple[int, ...] | None = None,
        bots: tuple[int, ...] | None = None,
        points: tuple[int, ...] | None = None,
    ) -> int:
        number = round or len(self.state.rounds)
        played = next(g for g in self.state.round(number).tables[table - 1].games if g.game == game)
        if why == "aborted":
            zero = (0,) * len(played.entries)
            return self.write(ResultNoted(number, table, game, played.match, "ab" * 32, None, None, zero, why))
        own = PointsTable.read(self.state.opened.points, self.seats).of_places(places)
        own = tuple(0 if entry in (bots or ()) else p for entry, p in zip(played.entries, own, strict=True))
        return self.write(
            ResultNoted(number, table, game, played.match, "ab" * 32, places, scores, points or own, why, bots)
        )

    def round_of(self, *tables: tuple[int, int, str], byes: dict[int, str] | None = None) -> None:
        """A two-seat round with results: (seat 0, seat 1, result), the result being 1, =, 0, + (forfeit win) or -."""
        self.pair(*((first, second) for first, second, _ in tables), byes=byes)
        for at, (_, _, result) in enumerate(tables, 1):
            places = {"1": (1, 2), "+": (1, 2), "=": (1, 1), "0": (2, 1), "-": (2, 1)}[result]
            self.result(at, *places, why="no-show" if result in "+-" else "played")
        self.close()

    def add_game(self, table: int, *entries: int) -> None:
        number = len(self.state.rounds)
        game = len(self.state.round(number).tables[table - 1].games) + 1
        match = tournament_match_id(self.tournament, number, table, game)
        self.write(GameAdded(number, table, game, match, entries))

    def rule(self, ruling: Ruling, reason: str = "other") -> int:
        return self.write(RulingMade(ruling, reason, self.state.seq), "director:d1")

    def withdraw(self, entry: int) -> int:
        return self.write(EntryWithdrawn(entry), f"acct:a{entry}")

    def enter_late(self) -> int:
        number = max(self.state.entrants) + 1
        self.write(EntryMade(number, f"a{number}", ""))
        return number

    def ask_bye(self, entry: int, round: int) -> None:
        self.write(ByeRequested(entry, round))

    def ready(self, *entries: int) -> None:
        for entry in entries:
            self.write(ArenaReady(entry))

    def close(self, number: int | None = None) -> None:
        self.write(close_round_event(self.state, number or len(self.state.rounds)))

    def finish(self, reason: str = "done") -> None:
        self.write(close_event(self.state, SEED, reason))

    # -- what came of it ----------------------------------------------------------------------------------------------

    def standings(self) -> Standings:
        return standings(self.state)

    def ranking(self) -> list[int]:
        return [row.entry for row in self.standings().rows]

    def points_of(self, entry: int) -> int:
        return make_ledger(self.state).records[entry].points

    def value(self, entry: int, name: str) -> Any:
        return next(row.tiebreaks.get(name) for row in self.standings().rows if row.entry == entry)

    def place(self, entry: int) -> int | None:
        return next(row.place for row in self.standings().rows if row.entry == entry)
