"""What each entrant has to show: every game sat down to, every round without one, and the points of each.

Worked out of the recorded state with the rulings in force; standings, tie-breaks and pairings read nothing else.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from services.pairings.leaving import Leave, annulled_entries, expelled_now, leaves, out_now
from services.pairings.outcomes import ANNULLED, FORFEIT, OPEN, PLAYED, GameKey, Outcome, outcomes
from services.pairings.points import PointsTable
from services.pairings.rulings import RuleSubstitute
from services.pairings.state import PairedRound, TableGame, TournamentState

FORFEIT_WIN, FORFEIT_LOSS = "forfeit-win", "forfeit-loss"
PAIRING, HALF, ZERO, FREE, OUT, LATE, ABSENT = "pairing", "half", "zero", "free", "out", "late", "absent"
ROUND_BY_ROUND = ("swiss", "swiss_pods")  # formats in which a round without a match is a thing of its own


@dataclass(frozen=True, slots=True)
class Sitting:
    """One game of one entrant that has an outcome: played, forfeit-win, forfeit-loss or annulled."""

    round: int
    table: int
    game: int
    match: str
    entry: int
    seat: int
    others: tuple[int, ...]  # the entrants opposite; bots that even out a table are none
    kind: str
    points: int
    place: int | None
    alone: bool  # nobody shares the place
    share: Fraction | None  # of the table winner's score
    small: bool  # fewer people than the tournament's seats

    @property
    def played(self) -> bool:
        return self.kind == PLAYED


@dataclass(frozen=True, slots=True)
class IdleRound:
    """A round without a match: a bye (pairing, half, zero, free), missed (late), out, or absent."""

    round: int
    kind: str
    points: int


@dataclass(frozen=True)
class EntrantRecord:
    entry: int
    sittings: tuple[Sitting, ...]
    idle: tuple[IdleRound, ...]

    @cached_property
    def points(self) -> int:
        return sum(sitting.points for sitting in self.sittings) + sum(idle.points for idle in self.idle)

    @cached_property
    def played(self) -> tuple[Sitting, ...]:
        return tuple(sitting for sitting in self.sittings if sitting.played)

    @cached_property
    def met(self) -> frozenset[int]:
        return frozenset(other for sitting in self.played for other in sitting.others)

    def points_before(self, round_number: int) -> int:
        sat = sum(sitting.points for sitting in self.sittings if sitting.round < round_number)
        return sat + sum(idle.points for idle in self.idle if idle.round < round_number)

    def within(self, first: int, last: int) -> EntrantRecord:
        """The same for a stretch of rounds alone."""
        return EntrantRecord(
            self.entry,
            tuple(sitting for sitting in self.sittings if first <= sitting.round <= last),
            tuple(idle for idle in self.idle if first <= idle.round <= last),
        )


@dataclass(frozen=True)
class Ledger:
    state: TournamentState
    table: PointsTable
    results: Mapping[GameKey, Outcome]
    spans: Mapping[int, tuple[Leave, ...]]
    annulled: frozenset[int]
    records: Mapping[int, EntrantRecord]

    def outcome(self, game: TableGame) -> Outcome:
        return self.results[game.round, game.table, game.game]

    def out(self, entry: int) -> bool:
        return out_now(self.spans.get(entry, ()))

    def expelled(self, entry: int) -> bool:
        return expelled_now(self.spans.get(entry, ()))

    def placeless(self, entry: int) -> bool:
        """Expelled or annulled: a row without a place."""
        return entry in self.annulled or self.expelled(entry)

    def present(self) -> tuple[int, ...]:
        """Who is in, by starting number."""
        return tuple(entry for entry in self.state.order if not self.out(entry))


def make_ledger(state: TournamentState) -> Ledger:
    table = PointsTable.read(state.opened.points, state.opened.seats)
    noted = outcomes(state, table)
    spans = leaves(state)
    annulled = annulled_entries(state, spans, noted)
    results = dict(_settled(state, noted, spans, annulled, table))
    records = _records(state, table, results, spans)
    return Ledger(state, table, results, spans, annulled, records)


def _settled(
    state: TournamentState,
    noted: Mapping[GameKey, Outcome],
    spans: Mapping[int, tuple[Leave, ...]],
    annulled: frozenset[int],
    table: PointsTable,
) -> Iterable[tuple[GameKey, Outcome]]:
    """Outcomes with what follows from leaving, and an arena's points for ruled wins."""
    streaks: dict[int, int] = defaultdict(int)
    for game in (game for paired in state.rounds for game in paired.games()):
        key = (game.round, game.table, game.game)
        outcome = noted[key]
        if not game.replaced and annulled.intersection(game.people):
            outcome = Outcome(ANNULLED, points=(0,) * len(game.entries), why=outcome.why, seq=outcome.seq)
        elif outcome.kind == OPEN and _nobody_comes(game, spans):
            nothing = (0,) * len(game.entries)
            outcome = Outcome(FORFEIT, None, nothing, why="no-show", seq=game.seq, forfeited=frozenset(game.people))
        if state.opened.format == "arena":
            outcome = _arena_outcome(game, outcome, streaks, table)
        yield key, outcome


def _nobody_comes(game: TableGame, spans: Mapping[int, tuple[Leave, ...]]) -> bool:
    """All people of the table had left before it was drawn."""
    return all(any(leave.until is None and leave.since < game.seq for leave in spans.get(e, ())) for e in game.people)


def _arena_outcome(game: TableGame, outcome: Outcome, streaks: dict[int, int], table: PointsTable) -> Outcome:
    """A win after two wins in a row counts double; noted results carry their points, ruled ones get them here."""
    if not outcome.counts or outcome.places is None:
        return outcome
    points = arena_points(game.people, outcome.places, streaks, table)
    for entry, place in zip(game.people, outcome.places, strict=True):
        streaks[entry] = streaks[entry] + 1 if place == 1 and outcome.places.count(1) == 1 else 0
    return replace(outcome, points=points) if outcome.ruled else outcome


def arena_points(
    people: Iterable[int], places: tuple[int | None, ...], streaks: Mapping[int, int], table: PointsTable
) -> tuple[int, ...]:
    base = table.of_places(places)
    won = places.count(1) == 1
    return tuple(
        2 * own if won and place == 1 and streaks.get(entry, 0) >= 2 else own
        for entry, own, place in zip(people, base, places, strict=True)
    )


def _records(
    state: TournamentState,
    table: PointsTable,
    results: Mapping[GameKey, Outcome],
    spans: Mapping[int, tuple[Leave, ...]],
) -> dict[int, EntrantRecord]:
    zeroed = _zeroed(state)
    sittings: dict[int, list[Sitting]] = {entry: [] for entry in state.order}
    idle: dict[int, list[IdleRound]] = {entry: [] for entry in state.order}
    for paired in state.rounds:
        seated: set[int] = set()
        for game in paired.games():
            if not game.replaced:
                seated.update(game.people)
            for sitting in _sittings(game, results[game.round, game.table, game.game], state.opened.seats, zeroed):
                sittings[sitting.entry].append(sitting)
        for rest in _idle_rounds(state, paired, seated, table, spans):
            points = 0 if paired.seq < zeroed.get(rest[0], -1) else rest[1].points
            idle[rest[0]].append(replace(rest[1], points=points))
    return {entry: EntrantRecord(entry, tuple(sittings[entry]), tuple(idle[entry])) for entry in state.order}


def _zeroed(state: TournamentState) -> dict[int, int]:
    """Entries whose substitute started from zero -> the seq before which their points count 0."""
    return {
        ruled.made.ruling.entry: ruled.seq
        for ruled in state.in_force
        if isinstance(ruled.made.ruling, RuleSubstitute) and ruled.made.ruling.score == "zero"
    }


def _sittings(game: TableGame, outcome: Outcome, seats: int, zeroed: Mapping[int, int]) -> Iterable[Sitting]:
    if not outcome.counts and outcome.kind != ANNULLED:
        return
    places = outcome.places or (None,) * len(game.entries)
    shares = _shares(outcome)
    for seat, entry in enumerate(game.entries):
        if not isinstance(entry, int):
            continue
        counted = outcome.seq is None or outcome.seq >= zeroed.get(entry, -1)
        yield Sitting(
            game.round, game.table, game.game, game.match, entry, seat,
            tuple(other for other in game.people if other != entry), _kind(entry, outcome),
            outcome.points[seat] if counted else 0, places[seat], places.count(places[seat]) == 1,
            shares[seat] if shares else None, len(game.people) < seats,
        )  # fmt: skip


def _kind(entry: int, outcome: Outcome) -> str:
    if outcome.kind != FORFEIT:
        return outcome.kind
    return FORFEIT_LOSS if entry in outcome.forfeited else FORFEIT_WIN


def _shares(outcome: Outcome) -> tuple[Fraction, ...] | None:
    """Own score as a part of the table winner's; 1 for winners and 0 for the others if that is not above 0."""
    if outcome.scores is None or outcome.places is None:
        return None
    best = max(score for score, place in zip(outcome.scores, outcome.places, strict=True) if place == 1)
    if best <= 0:
        return tuple(Fraction(place == 1) for place in outcome.places)
    return tuple(Fraction(max(0, score), best) for score in outcome.scores)


def _idle_rounds(
    state: TournamentState,
    paired: PairedRound,
    seated: set[int],
    table: PointsTable,
    spans: Mapping[int, tuple[Leave, ...]],
) -> Iterable[tuple[int, IdleRound]]:
    """The rounds without a match. Only where rounds are paired one after another does a bye bring points."""
    byes = {bye.entry: bye.kind for bye in paired.byes if bye.entry not in seated}
    for entry, kind in byes.items():
        if state.opened.format in ROUND_BY_ROUND:
            yield entry, IdleRound(paired.round, kind, table.of_bye(kind))
        else:
            yield entry, IdleRound(paired.round, FREE, 0)
    if state.opened.format not in ROUND_BY_ROUND:
        return
    end = paired.closed_seq if paired.closed_seq is not None else state.seq
    for entry in state.order:
        if entry in seated or entry in byes:
            continue
        if state.entrants[entry].late and state.entrants[entry].seq > paired.seq:
            half = state.opened.rules.get("late") == "half"
            yield entry, IdleRound(paired.round, LATE, table.half if half else 0)
        else:
            gone = any(
                leave.since <= end and (leave.until is None or leave.until > paired.seq)
                for leave in spans.get(entry, ())
            )
            yield entry, IdleRound(paired.round, OUT if gone else ABSENT, 0)
