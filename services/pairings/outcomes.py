"""What counts of each game: the noted result, or the latest ruling on it that is in force."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from services.pairings.points import PointsTable, places_without
from services.pairings.rulings import OF_TABLE, OfTable, RuleAnnul, RuleDoubleForfeit, RuleForfeit, RuleResult
from services.pairings.state import TableGame, TournamentState

OPEN, PLAYED, FORFEIT, ANNULLED, ABORTED, REPLACED = "open", "played", "forfeit", "annulled", "aborted", "replaced"
COUNTING = (PLAYED, FORFEIT)
GameKey = tuple[int, int, int]  # round, table, game


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a game counts as. `seq` is when its result was noted or, without one, when it was ruled."""

    kind: str
    places: tuple[int | None, ...] | None = None
    points: tuple[int, ...] = ()
    scores: tuple[int, ...] | None = None
    why: str | None = None
    seq: int | None = None
    ruled: bool = False
    forfeited: frozenset[int] = frozenset()  # entries
    bots: frozenset[int] = frozenset()  # entries finished by a bot

    @property
    def counts(self) -> bool:
        return self.kind in COUNTING


def outcomes(state: TournamentState, table: PointsTable) -> dict[GameKey, Outcome]:
    """The outcome of every game of the log, before entrants who left are annulled."""
    rulings = _rulings_by_game(state)
    return {
        (game.round, game.table, game.game): outcome_of(game, rulings.get((game.round, game.table, game.game)), table)
        for paired in state.rounds
        for game in paired.games()
    }


def _rulings_by_game(state: TournamentState) -> Mapping[GameKey, tuple[int, OfTable]]:
    """The last ruling in force on each game; annulling a table annuls all its games."""
    latest: dict[GameKey, tuple[int, OfTable]] = {}
    for ruled in state.in_force:
        ruling = ruled.made.ruling
        if not isinstance(ruling, OF_TABLE):
            continue
        games = state.round(ruling.round).tables[ruling.table - 1].games
        numbers = [game.game for game in games] if ruling.game is None else [ruling.game]
        for number in numbers:
            latest[ruling.round, ruling.table, number] = (ruled.seq, ruling)
    return latest


def outcome_of(game: TableGame, ruled: tuple[int, OfTable] | None, table: PointsTable) -> Outcome:
    if game.replaced:
        return Outcome(REPLACED)
    if ruled is not None:
        return _ruled_outcome(game, ruled[0], ruled[1], table)
    return _noted_outcome(game)


def _noted_outcome(game: TableGame) -> Outcome:
    noted = game.result
    if noted is None:
        return Outcome(OPEN)
    # A match ended by a ruling that is no longer in force has no result of its own: it is played again.
    if noted.places is None or noted.why == "ruling":
        return Outcome(ABORTED, why=noted.why, seq=game.result_seq, points=(0,) * len(game.entries))
    kind, forfeited = PLAYED, frozenset[int]()
    if noted.why == "no-show":
        kind = FORFEIT
        forfeited = frozenset(
            entry for entry, place in zip(game.entries, noted.places, strict=True) if place != 1
            if isinstance(entry, int)
        )  # fmt: skip
    return Outcome(
        kind, noted.places, noted.points, noted.scores, noted.why, game.result_seq, False, forfeited,
        frozenset(noted.bots or ()),
    )  # fmt: skip


def _ruled_outcome(game: TableGame, seq: int, ruling: OfTable, table: PointsTable) -> Outcome:
    when = game.result_seq if game.result_seq is not None else seq
    scores = game.result.scores if game.result is not None else None
    nothing = (0,) * len(game.entries)
    match ruling:
        case RuleAnnul():
            return Outcome(ANNULLED, None, nothing, None, "ruling", when, True)
        case RuleDoubleForfeit():
            return Outcome(FORFEIT, None, nothing, None, "ruling", when, True, frozenset(game.people))
        case RuleForfeit():
            return _ruled_forfeit(game, when, ruling.entry, table)
        case RuleResult():
            points = table.of_places(ruling.places)
            return Outcome(PLAYED, ruling.places, points, scores, "ruling", when, True)


def _ruled_forfeit(game: TableGame, seq: int, entry: int, table: PointsTable) -> Outcome:
    """The entry is placed last with 0 points; at three and four seats the others keep their order or, unplayed, tie."""
    loser = game.entries.index(entry)
    noted = game.result.places if game.result is not None else None
    before = noted or tuple(1 if isinstance(seated, int) else None for seated in game.entries)
    places = places_without(before, [loser])
    points = tuple(0 if seat == loser else own for seat, own in enumerate(table.of_places(places)))
    if len(game.people) == 2:
        return Outcome(FORFEIT, places, points, None, "ruling", seq, True, frozenset({entry}))
    scores = game.result.scores if game.result is not None else None
    return Outcome(PLAYED, places, points, scores, "ruling", seq, True, frozenset({entry}))
