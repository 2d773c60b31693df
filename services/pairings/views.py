"""A tournament as pages and the API show it: rows with reasons, rounds, statuses, the desk."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from services.pairings.deadlines import deadline_in_force, last_moment
from services.pairings.leaving import expelled_now, leaves, out_now
from services.pairings.ledger import Ledger, make_ledger
from services.pairings.outcomes import ABORTED, ANNULLED, OPEN, REPLACED
from services.pairings.series import table_status
from services.pairings.standings import Standings, standings
from services.pairings.state import PairedRound, TableGame, TournamentState
from services.pairings.tiebreaks import value_json
from services.pairings.times import to_ms
from services.pairings.why import Reason, reasons

Sentence = Callable[[Reason], str]
VOID = (ABORTED, ANNULLED, REPLACED)


def standings_json(
    state: TournamentState, sentence: Sentence, names: Mapping[int, str], table: Standings | None = None
) -> list[dict[str, Any]]:
    """Rows as `GET T/standings` has them; `table`: the standings, where they are reckoned already."""
    table = table or standings(state)
    why = reasons(table, state.opened.tiebreaks)
    return [
        {
            **row.as_json(),
            "account": state.holder(row.entry),
            "name": names.get(row.entry, f"entrant {row.entry}"),
            "why": sentence(reason) if reason is not None else None,
        }
        for row, reason in zip(table.rows, why, strict=True)
    ]


def entry_status(state: TournamentState, ledger: Ledger, entry: int) -> str:
    """in, withdrawn, refused, expelled."""
    if state.entrants[entry].account in state.refused:
        return "refused"
    if state.start is None or entry not in state.numbers:
        return "in" if entry in state.entered() else "withdrawn"
    if ledger.expelled(entry):
        return "expelled"
    return "withdrawn" if ledger.out(entry) else "in"


def entry_statuses(state: TournamentState) -> dict[int, str]:
    """The status of every entry; what `entry_status` says of one, without a ledger."""
    spans = leaves(state)
    entered = set(state.entered())

    def status(entry: int) -> str:
        if state.entrants[entry].account in state.refused:
            return "refused"
        if state.start is None or entry not in state.numbers:
            return "in" if entry in entered else "withdrawn"
        own = spans.get(entry, ())
        return "expelled" if expelled_now(own) else "withdrawn" if out_now(own) else "in"

    return {entry: status(entry) for entry in sorted(state.entrants)}


def round_json(ledger: Ledger, number: int) -> dict[str, Any]:
    """A round as `GET T/rounds/{n}` has it; places and points as they count now."""
    paired = ledger.state.round(number)
    return {
        "round": number,
        "status": "running" if paired.closed_seq is None else "closed",
        "deadline": deadline_in_force(ledger.state, paired),
        "engine": paired.engine,
        "version": paired.version,
        "byes": [bye.as_json() for bye in paired.byes],
        "tables": [
            {"table": table.table, "games": [game_json(ledger, game) for game in table.games]}
            for table in paired.tables
        ],
    }


def game_json(ledger: Ledger, game: TableGame) -> dict[str, Any]:
    outcome = ledger.outcome(game)
    counts = outcome.counts
    return {
        "game": game.game,
        "match": game.match,
        "entries": list(game.entries),
        "status": "running" if outcome.kind == OPEN else "void" if outcome.kind in VOID else "over",
        "places": list(outcome.places) if counts and outcome.places is not None else None,
        "points": list(outcome.points) if counts else None,
        "why": outcome.why,
        "head": game.result.head if game.result is not None else None,
    }


# -- the director's desk -----------------------------------------------------------------------------------------------


def desk(state: TournamentState, now: str) -> list[dict[str, Any]]:
    """What waits for a decision: a hold, tables past their deadline, tables that cannot settle by themselves."""
    due: list[dict[str, Any]] = []
    if state.start is None:
        starts_at = state.opened.entry.get("starts_at")
        if starts_at is not None and to_ms(starts_at) <= to_ms(now):
            due.append({"kind": "start", "since": starts_at})
        return due
    if state.held:
        held = [ruled for ruled in state.in_force if ruled.made.ruling.name == "hold"]
        due.append({"kind": "hold", "since": held[-1].at})
    ledger = make_ledger(state)
    for paired in state.rounds:
        due += _late_tables(ledger, paired, now)
    return due


def _late_tables(ledger: Ledger, paired: PairedRound, now: str) -> list[dict[str, Any]]:
    if paired.closed_seq is not None or ledger.state.opened.rules.get("deadline") != "director":
        return []
    late = []
    for table in paired.tables:
        last = last_moment(ledger.state, paired, table.table)
        if last is not None and last <= to_ms(now) and not table_status(ledger, paired.round, table).settled:
            since = deadline_in_force(ledger.state, paired, table.table)
            late.append({"kind": "deadline", "round": paired.round, "table": table.table, "since": since})
    return late


# -- a table of rows ---------------------------------------------------------------------------------------------------


def csv_rows(state: TournamentState, names: Mapping[int, str]) -> list[list[str]]:
    """A head line and one line for each row of the standings; points in twelfths as the log has them."""
    table: Standings = standings(state)
    grouped = any(row.group is not None for row in table.rows)
    ties = [*state.opened.tiebreaks, *(["lot"] if any("lot" in row.tiebreaks for row in table.rows) else [])]
    head = ["place", *(["group"] if grouped else []), "entry", "account", "name", "points", *ties]
    rows = [head]
    for row in table.rows:
        cells = [row.place, *([row.group] if grouped else []), row.entry, state.holder(row.entry)]
        values = [value_json(row.tiebreaks[name]) if name in row.tiebreaks else "" for name in ties]
        line = [*cells, names.get(row.entry, f"entrant {row.entry}"), row.points, *values]
        rows.append(["" if cell is None else str(cell) for cell in line])
    return rows
