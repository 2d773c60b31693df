"""From a match that is over to `result.noted`: places, points and why (tournaments.md section 1)."""

from __future__ import annotations

from services.pairings.events import ResultNoted
from services.pairings.ledger import Ledger, arena_points
from services.pairings.matches import ABORTED, MatchFact, fact_places
from services.pairings.outcomes import PLAYED
from services.pairings.points import places_without
from services.pairings.state import TableGame

HOUSE_REASONS = {"time": "time", "resign": "resign", "forfeit": "no-show", "ruling": "ruling"}


def result_event(ledger: Ledger, game: TableGame, fact: MatchFact) -> ResultNoted:
    nothing = (0,) * len(game.entries)
    if fact.status == ABORTED:
        why = "ruling" if ledger.outcome(game).ruled else "aborted"
        return _event(game, fact, None, None, nothing, why, ())
    # The engine's own word, and an agreement, are a match that was played.
    why = HOUSE_REASONS.get(fact.reason, PLAYED)
    if why == "ruling":
        outcome = ledger.outcome(game)
        return _event(game, fact, outcome.places, None, outcome.points or nothing, why, ())
    bots = tuple(entry for seat, entry in enumerate(game.entries) if seat in fact.bots and isinstance(entry, int))
    places = noted_places(game, fact)
    points = _points(ledger, game, places, bots)
    scores = None if why == "no-show" else fact.scores
    return _event(game, fact, places, scores, points, why, bots)


def noted_places(game: TableGame, fact: MatchFact) -> tuple[int | None, ...]:
    """Bots that even out a table have no place; seats finished by a bot come last."""
    evening = {seat for seat, entry in enumerate(game.entries) if not isinstance(entry, int)}
    places = [None if seat in evening else place for seat, place in enumerate(fact_places(fact, len(game.entries)))]
    return places_without(places, fact.bots - evening)


def _points(ledger: Ledger, game: TableGame, places: tuple[int | None, ...], bots: tuple[int, ...]) -> tuple[int, ...]:
    if ledger.state.opened.format == "arena":
        return arena_points(game.people, places, winning_streaks(ledger), ledger.table)
    points = ledger.table.of_places(places)
    return tuple(0 if entry in bots else own for entry, own in zip(game.entries, points, strict=True))


def winning_streaks(ledger: Ledger) -> dict[int, int]:
    """Wins in a row of each entrant up to now, whether played or by forfeit."""
    streaks: dict[int, int] = {}
    for entry, record in ledger.records.items():
        streak = 0
        for sitting in record.sittings:
            if sitting.place is not None:
                streak = streak + 1 if sitting.place == 1 and sitting.alone else 0
        streaks[entry] = streak
    return streaks


def _event(
    game: TableGame,
    fact: MatchFact,
    places: tuple[int | None, ...] | None,
    scores: tuple[int, ...] | None,
    points: tuple[int, ...],
    why: str,
    bots: tuple[int, ...],
) -> ResultNoted:
    return ResultNoted(
        game.round, game.table, game.game, game.match, fact.head, places, scores, points, why, bots or None
    )
