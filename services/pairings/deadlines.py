"""Orders about running matches: who left, who never came, whose round is over, what was ruled (section 4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from services.pairings.ledger import Ledger
from services.pairings.matches import RUNNING, MatchFact
from services.pairings.outcomes import ANNULLED
from services.pairings.rulings import OF_TABLE, RuleAnnul, RuleExtend
from services.pairings.state import PairedRound, TableGame, TournamentState
from services.pairings.steps import AbortByRuling, BotTakesSeat, EndByRuling, EndByTime, ForfeitSeat, Order, ResignSeat
from services.pairings.times import HOUR_MS, to_ms


def match_orders(ledger: Ledger, now: str, facts: Mapping[str, MatchFact], moved: Mapping[int, int]) -> Iterator[Order]:
    """At most one order for each running match: a ruling before a departure, that before a deadline."""
    for paired in ledger.state.rounds:
        for game in paired.games():
            fact = facts.get(game.match)
            if fact is None or fact.status != RUNNING or game.result is not None:
                continue
            order = next(_orders(ledger, paired, game, fact, to_ms(now) - moved.get(paired.round, 0)), None)
            if order is not None:
                yield order


def _orders(ledger: Ledger, paired: PairedRound, game: TableGame, fact: MatchFact, now: int) -> Iterator[Order]:
    if game.replaced:
        # The seq of the re-pair is that of the table's game that replaced this one.
        table = paired.tables[game.table - 1]
        yield AbortByRuling(game.match, next(later.seq for later in table.games if later.game > game.game))
        return
    yield from _ruled(ledger, game)
    yield from _left(ledger, game, fact)
    yield from _no_show(ledger, game, fact)
    yield from _past_deadline(ledger, paired, game, fact, now)


def _ruled(ledger: Ledger, game: TableGame) -> Iterator[Order]:
    if not ledger.outcome(game).ruled:
        return
    for ruled in reversed(ledger.state.in_force):
        ruling = ruled.made.ruling
        if isinstance(ruling, OF_TABLE) and (ruling.round, ruling.table) == (game.round, game.table):
            if ruling.game not in (None, game.game):
                continue
            if isinstance(ruling, RuleAnnul):
                yield AbortByRuling(game.match, ruled.seq)
            else:
                yield EndByRuling(game.match, ruled.seq, ledger.outcome(game).places)
            return


def _left(ledger: Ledger, game: TableGame, fact: MatchFact) -> Iterator[Order]:
    """Two seats: resigned if it ran when they left, forfeited if it was drawn afterwards. More: a bot goes on."""
    if ledger.outcome(game).kind == ANNULLED and len(game.entries) > 2:
        return
    for seat, entry in enumerate(game.entries):
        if not isinstance(entry, int) or not ledger.out(entry) or seat in fact.bots:
            continue
        if len(game.entries) > 2:
            yield BotTakesSeat(game.match, seat, "withdrawn")
        elif any(leave.until is None and leave.since < game.seq for leave in ledger.spans[entry]):
            yield ForfeitSeat(game.match, seat)
        else:
            yield ResignSeat(game.match, seat)


def _no_show(ledger: Ledger, game: TableGame, fact: MatchFact) -> Iterator[Order]:
    """The first question unanswered for `no_show_hours` by that seat's own clock, or past its first deadline."""
    hours = ledger.state.opened.rules.get("no_show_hours")
    for seat in sorted(fact.asked - fact.answered - fact.bots):
        if not isinstance(game.entries[seat], int):
            continue
        waited = hours is not None and fact.waited_ms.get(seat, 0) >= int(hours) * HOUR_MS
        if waited or seat in fact.overdue:
            two = len(game.entries) == 2
            yield ForfeitSeat(game.match, seat) if two else BotTakesSeat(game.match, seat, "no-show")


def _past_deadline(ledger: Ledger, paired: PairedRound, game: TableGame, fact: MatchFact, now: int) -> Iterator[Order]:
    """After the extension the charged time of all stints decides, unless the director does."""
    last = last_moment(ledger.state, paired, game.table)
    if last is None or now < last or ledger.state.opened.rules.get("deadline") == "director":
        return
    if len(game.entries) == 2:
        used = [fact.used_ms.get(seat, 0) for seat in (0, 1)]
        places = (1, 1) if used[0] == used[1] else (2, 1) if used[0] > used[1] else (1, 2)
        yield EndByTime(game.match, places)
        return
    slow = sorted(fact.asked - fact.bots, key=lambda seat: (-fact.used_ms.get(seat, 0), seat))
    people = [seat for seat in slow if isinstance(game.entries[seat], int)]
    if people:
        yield BotTakesSeat(game.match, people[0], "deadline")


def deadline_in_force(state: TournamentState, paired: PairedRound, table: int | None = None) -> str | None:
    """The round's deadline, or the latest a director has set for the round or the table; None: that of the round."""
    deadline = paired.deadline
    for ruled in state.in_force:
        ruling = ruled.made.ruling
        if isinstance(ruling, RuleExtend) and ruling.round == paired.round and ruling.table in (None, table):
            deadline = ruling.deadline
    return deadline


def last_moment(state: TournamentState, paired: PairedRound, table: int) -> int | None:
    """The deadline in force, extended once by `extend_hours`, in ms."""
    deadline = deadline_in_force(state, paired, table)
    if deadline is None:
        return None
    return to_ms(deadline) + int(state.opened.rules.get("extend_hours") or 0) * HOUR_MS
