"""What a director rules: checked against the state, completed with match ids, and shown with before and after."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from services.pairings.check import seating_faults, swiss_faults
from services.pairings.commands import standing_entries
from services.pairings.errors import TournamentRefused
from services.pairings.events import ByeGiven, RecordedEvent, RoundPaired, RulingMade, TableDrawn
from services.pairings.fold import apply, directors
from services.pairings.ids import tournament_match_id
from services.pairings.leaving import expelled_now, leaves
from services.pairings.ledger import make_ledger
from services.pairings.pods import DEFAULT_SIZES
from services.pairings.points import possible_places
from services.pairings.rulings import (
    FINAL,
    OF_TABLE,
    OfTable,
    RuleDirectors,
    RuleExpel,
    RuleExtend,
    RuleForfeit,
    RuleHold,
    RuleRelease,
    RuleRePair,
    RuleResult,
    RuleRevoke,
    RuleSubstitute,
    Ruling,
    TableRedrawn,
)
from services.pairings.standings import standings
from services.pairings.state import PairedTable, TournamentState
from services.pairings.times import to_ms

ROW = tuple[int, int | None, int]
BEFORE_START = (RuleDirectors,)


@dataclass(frozen=True, slots=True)
class RulingEffect:
    """Rows [entry, place, points] without and with the ruling."""

    before: tuple[ROW, ...]
    after: tuple[ROW, ...]


def check_ruling(
    state: TournamentState,
    ruling: Ruling,
    *,
    reason: str,
    seen: int,
    since: Iterable[RecordedEvent],
    touched: frozenset[str] = frozenset(),
    now: str = "",
) -> RulingMade:
    """The event to write. `since`: events after `seen`; `touched`: matches in which somebody has answered.

    `now`: a deadline has to lie behind it; left out, behind the last event.
    """
    if state.closed is not None:
        raise TournamentRefused("over")
    if state.start is None and not isinstance(ruling, BEFORE_START):
        raise TournamentRefused("not-started")
    named = overtaken_by(state, ruling, seen, since)
    if named:
        raise TournamentRefused("overtaken", since=named)
    check = _CHECKS.get(type(ruling))
    if isinstance(ruling, OF_TABLE):
        _check_table_ruling(state, ruling)
    elif isinstance(ruling, RuleRePair):
        ruling = _checked_re_pair(state, ruling, touched)
    elif isinstance(ruling, RuleExtend):
        _check_extend(state, ruling, now or state.at)
    elif check is not None:
        check(state, ruling)
    return RulingMade(ruling, reason, seen)


def is_director(state: TournamentState, account: str) -> bool:
    return account in directors(state)


# -- two directors, one table ------------------------------------------------------------------------------------------


def overtaken_by(state: TournamentState, ruling: Ruling, seen: int, since: Iterable[RecordedEvent]) -> tuple[int, ...]:
    """Seqs after `seen` of events that name the same table or entry."""
    entries, tables = _named(ruling.as_json())
    if isinstance(ruling, RuleRevoke):
        entries, tables = _named_by_revoked(state, ruling.of)
    return tuple(recorded.seq for recorded in since if recorded.seq > seen and _names(recorded, entries, tables))


def _names(recorded: RecordedEvent, entries: set[int], tables: set[tuple[int, int]]) -> bool:
    named_entries, named_tables = _named(recorded.event.pub())
    return bool(named_entries & entries or named_tables & tables)


def _named(pub: dict[str, Any]) -> tuple[set[int], set[tuple[int, int]]]:
    """Entries and tables (round, table) an event or a ruling names."""
    entries = {pub["entry"]} if isinstance(pub.get("entry"), int) else set()
    tables = {(pub["round"], pub["table"])} if isinstance(pub.get("table"), int) else set()
    for drawn in pub.get("tables") or ():
        tables.add((pub["round"], drawn["table"]))
        entries |= {entry for entry in drawn["entries"] if isinstance(entry, int)}
    entries |= {bye["entry"] for bye in pub.get("byes") or ()}
    return entries, tables


def _named_by_revoked(state: TournamentState, of: int) -> tuple[set[int], set[tuple[int, int]]]:
    for ruled in state.rulings:
        if ruled.seq == of:
            return _named(ruled.made.ruling.as_json())
    return {withdrawal.entry for withdrawal in state.withdrawals if withdrawal.seq == of}, set()


# -- what each ruling needs --------------------------------------------------------------------------------------------


def _table(state: TournamentState, round_number: int, table: int) -> PairedTable:
    if not 1 <= round_number <= len(state.rounds):
        raise TournamentRefused("bad-ruling", "no-such-round", ("round",), works=len(state.rounds))
    tables = state.round(round_number).tables
    if not 1 <= table <= len(tables):
        raise TournamentRefused("bad-ruling", "no-such-table", ("table",), works=len(tables))
    return tables[table - 1]


def _check_table_ruling(state: TournamentState, ruling: OfTable) -> None:
    table = _table(state, ruling.round, ruling.table)
    if ruling.game is None:
        return
    game = next((game for game in table.games if game.game == ruling.game and not game.replaced), None)
    if game is None:
        raise TournamentRefused("bad-ruling", "no-such-game", ("game",), works=table.latest.game)
    if isinstance(ruling, RuleForfeit) and ruling.entry not in game.people:
        raise TournamentRefused("bad-ruling", "not-at-table", ("entry",), works=", ".join(map(str, game.people)))
    if isinstance(ruling, RuleResult):
        bots = [seat for seat, entry in enumerate(game.entries) if not isinstance(entry, int)]
        wrong = [place for seat, place in enumerate(ruling.places) if (place is None) != (seat in bots)]
        if len(ruling.places) != len(game.entries) or wrong or not possible_places(ruling.places):
            raise TournamentRefused("bad-ruling", "impossible-places", ("places",), seats=len(game.entries))


def _check_entry(state: TournamentState, entry: int) -> None:
    if entry not in state.order:
        raise TournamentRefused("bad-ruling", "no-such-entry", ("entry",))


def _check_expel(state: TournamentState, ruling: RuleExpel) -> None:
    _check_entry(state, ruling.entry)
    if expelled_now(leaves(state).get(ruling.entry, ())):
        raise TournamentRefused("already-out", entry=ruling.entry)


def _check_substitute(state: TournamentState, ruling: RuleSubstitute) -> None:
    _check_entry(state, ruling.entry)
    if ruling.entry not in standing_entries(state):
        raise TournamentRefused("already-out", entry=ruling.entry)
    if ruling.score not in ("carry", "zero"):
        raise TournamentRefused("bad-ruling", "substitute-score", ("score",), works="carry, zero")
    if any(state.holder(entry) == ruling.account for entry in state.order):
        raise TournamentRefused("already-entered", account=ruling.account)


def _check_extend(state: TournamentState, ruling: RuleExtend, now: str) -> None:
    _table(state, ruling.round, ruling.table or 1)
    paired = state.round(ruling.round)
    if paired.closed_seq is not None:
        raise TournamentRefused("round-closed", round=ruling.round)
    if paired.deadline is not None and to_ms(ruling.deadline) <= to_ms(paired.deadline):
        raise TournamentRefused("bad-ruling", "deadline-earlier", ("deadline",), works=paired.deadline)
    if to_ms(ruling.deadline) <= to_ms(now):
        raise TournamentRefused("bad-ruling", "time-gone-by", ("deadline",), now=now)


def _check_directors(state: TournamentState, ruling: RuleDirectors) -> None:
    if not ruling.accounts or len(set(ruling.accounts)) != len(ruling.accounts):
        raise TournamentRefused("bad-ruling", "directors-list", ("accounts",))


def _check_release(state: TournamentState, ruling: RuleRelease) -> None:
    if not state.held:
        raise TournamentRefused("not-held")


def _check_revoke(state: TournamentState, ruling: RuleRevoke) -> None:
    rulings = {ruled.seq: ruled.made.ruling for ruled in state.in_force}
    withdrawals = {withdrawal.seq for withdrawal in state.withdrawals if withdrawal.seq not in state.revoked}
    ruled = rulings.get(ruling.of)
    before_start = state.started_seq is not None and ruling.of < state.started_seq
    if (ruled is None and ruling.of not in withdrawals) or isinstance(ruled, FINAL) or before_start:
        raise TournamentRefused("nothing-to-revoke", of=ruling.of)


def _checked_re_pair(state: TournamentState, ruling: RuleRePair, touched: frozenset[str]) -> RuleRePair:
    """Only tables nobody has touched, in formats that pair round by round; the server adds the match ids."""
    if state.opened.format not in ("swiss", "swiss_pods"):
        raise TournamentRefused("bad-ruling", "re-pair-format", ("ruling",), format=state.opened.format)
    if not ruling.tables:
        raise TournamentRefused("bad-ruling", "no-such-table", ("tables",), works=1)
    redrawn = []
    for drawn in ruling.tables:
        last = _table(state, ruling.round, drawn.table).latest
        if last.result is not None or last.match in touched:
            raise TournamentRefused("touched", table=drawn.table)
        if len(drawn.entries) not in _re_pair_sizes(state):
            raise TournamentRefused(
                "bad-ruling", "re-pair-size", ("tables",), works=", ".join(map(str, _re_pair_sizes(state)))
            )
        match = tournament_match_id(state.tournament, ruling.round, drawn.table, last.game + 1)
        redrawn.append(TableRedrawn(drawn.table, drawn.entries, match))
    if state.round(ruling.round).closed_seq is not None:
        raise TournamentRefused("round-closed", round=ruling.round)
    complete = replace(ruling, tables=tuple(redrawn))
    _check_re_paired_round(state, complete)
    return complete


def _re_pair_sizes(state: TournamentState) -> tuple[int, ...]:
    return (2,) if state.opened.seats == 2 else tuple(state.opened.rules.get("sizes") or DEFAULT_SIZES)


def _check_re_paired_round(state: TournamentState, ruling: RuleRePair) -> None:
    """Nobody twice, nobody forgotten, nobody who is out, no rematch."""
    redrawn = {drawn.table: drawn for drawn in ruling.tables}
    paired = state.round(ruling.round)
    tables = tuple(
        TableDrawn(table.table, "", redrawn[table.table].entries if table.table in redrawn else table.latest.entries)
        for table in paired.tables
    )
    byes = tuple(ByeGiven(bye.entry, bye.kind) for bye in ruling.byes)
    before = make_ledger(replace(state, rounds=state.rounds[: ruling.round - 1]))
    changed = {entry for drawn in ruling.tables for entry in drawn.entries if isinstance(entry, int)}
    changed |= {bye.entry for bye in ruling.byes}
    checked = RoundPaired(ruling.round, "", "", tables, byes, None)
    for fault in swiss_faults(before, checked) if state.opened.format == "swiss" else seating_faults(before, checked):
        if fault.code in ("TWICE", "MISSING", "REMATCH") or set(fault.entries) & changed:
            raise TournamentRefused(
                "bad-ruling", f"re-pair-{fault.code.lower()}", ("tables",), entries=list(fault.entries)
            )


_CHECKS: dict[type, Callable[[TournamentState, Any], None]] = {
    RuleExpel: _check_expel,
    RuleSubstitute: _check_substitute,
    RuleDirectors: _check_directors,
    RuleRelease: _check_release,
    RuleRevoke: _check_revoke,
    RuleHold: lambda state, ruling: None,
}


def ruling_effect(state: TournamentState, made: RulingMade, actor: str) -> RulingEffect:
    """The standings before and after, as they would be if it were written now."""
    after = apply(state, RecordedEvent(state.seq + 1, state.at, actor, made))
    return RulingEffect(_rows(state), _rows(after))


def _rows(state: TournamentState) -> tuple[ROW, ...]:
    return tuple((row.entry, row.place, row.points) for row in standings(state).rows)
