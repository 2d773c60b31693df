"""Orders about running matches: rulings, departures, no-shows, deadlines."""

from __future__ import annotations

from dataclasses import replace

import pytest

from services.pairings.decide import watched_matches
from services.pairings.events import GameAdded, RoundClosed
from services.pairings.matches import ABORTED, RUNNING, MatchFact
from services.pairings.rulings import (
    RuleAnnul,
    RuleDoubleForfeit,
    RuleExpel,
    RuleExtend,
    RuleForfeit,
    RuleRePair,
    RuleResult,
    RuleRevoke,
    TableRedrawn,
)
from services.pairings.steps import (
    AbortByRuling,
    BotTakesSeat,
    EndByRuling,
    EndByTime,
    ForfeitSeat,
    OpenMatch,
    ResignSeat,
)
from services.pairings.times import HOUR_MS, to_ms, to_text
from tests.pairings.facts import HEAD, PLAYING, due, ended, match, noted, paired, running, written
from tests.pairings.logs import Log

# -- rulings on matches that run ---------------------------------------------------------------------------------------


def test_a_ruled_result_ends_the_running_match():
    log = paired()
    seq = log.rule(RuleResult(1, 1, 1, (2, 1)))
    assert due(log, running(log)) == (EndByRuling(match(log), seq, (2, 1)),)


def test_the_round_waits_until_the_ruled_match_is_noted():
    log = paired()
    log.rule(RuleForfeit(1, 1, 1, 1))
    event = noted(log, ended(log, (), "ruling"))
    assert (event.why, event.places, event.points) == ("ruling", (2, 1), (0, 12))


def test_an_annulled_match_is_aborted():
    log = paired()
    seq = log.rule(RuleAnnul(1, 1))
    assert due(log, running(log)) == (AbortByRuling(match(log), seq),)
    event = noted(log, MatchFact(match(log), ABORTED, HEAD))
    assert (event.why, event.places) == ("ruling", None)
    log.write(event)
    assert [type(event) for event in written(due(log))] == [RoundClosed]


def test_a_double_forfeit_of_a_match_never_opened_lets_the_round_close():
    log = paired()
    log.rule(RuleDoubleForfeit(1, 1, 1))
    assert [type(event) for event in written(due(log))] == [RoundClosed]


def test_a_ruling_taken_back_after_the_match_was_ended_for_it_means_another_game():
    log = paired()
    seq = log.rule(RuleForfeit(1, 1, 1, 1))
    log.write(noted(log, ended(log, (), "ruling")))
    log.rule(RuleRevoke(seq))
    assert [type(event) for event in written(due(log))] == [GameAdded]


def test_a_replaced_match_that_runs_is_aborted_and_the_new_one_opened():
    log = Log(entrants=3, rounds=2)
    log.pair((1, 2), byes={3: "pairing"})
    log.withdraw(2)
    old = match(log)
    new = match(log, 1, 2)
    seq = log.rule(RuleRePair(1, (TableRedrawn(1, (1, 3), new),), ()))
    steps = due(log, MatchFact(old, RUNNING))
    assert OpenMatch(1, 1, 2, new, (1, 3)) in steps
    assert AbortByRuling(old, seq) in steps
    assert set(watched_matches(log.state)) == {old, new}


# -- leaving -----------------------------------------------------------------------------------------------------------


def test_who_withdraws_resigns_the_running_match():
    log = paired()
    log.withdraw(2)
    assert due(log, running(log, answered=frozenset({0, 1}))) == (ResignSeat(match(log), 1),)


def test_who_is_expelled_resigns_too():
    log = paired()
    log.rule(RuleExpel(1))
    assert due(log, running(log)) == (ResignSeat(match(log), 0),)


def test_a_match_drawn_after_the_departure_is_forfeited():
    log = Log("round_robin", 4)
    log.pair_next()
    log.result(1, 1, 2)
    log.result(2, 1, 2)
    log.close()
    log.pair_next()
    log.result(1, 1, 2)
    log.result(2, 1, 2)
    log.close()
    log.withdraw(4)  # two of three results: the rest is forfeited
    log.pair_next()
    table = next(t for t in log.state.rounds[-1].tables if 4 in t.latest.entries)
    fact = MatchFact(table.latest.match, RUNNING, asked=frozenset({0, 1}))
    assert ForfeitSeat(fact.match, table.latest.entries.index(4)) in due(log, fact)


def test_matches_of_an_annulled_entrant_are_not_opened_and_do_not_hold_up_the_round():
    log = Log("round_robin", 4)
    log.withdraw(4)
    log.pair_next()
    steps = due(log)
    assert [step.entries for step in steps] == [(2, 3)]
    log.result(2, 1, 2)
    assert [type(event) for event in written(due(log))] == [RoundClosed]


def test_at_three_seats_a_bot_finishes_for_who_left():
    log = Log("swiss_pods", 3, 3, rounds=1)
    log.pair((1, 2, 3))
    log.withdraw(2)
    assert due(log, running(log, seats=3)) == (BotTakesSeat(match(log), 1, "withdrawn"),)
    assert due(log, running(log, seats=3, bots=frozenset({1}))) == ()


# -- no-shows ----------------------------------------------------------------------------------------------------------


def test_a_first_question_unanswered_for_the_hours_of_the_rules_is_a_no_show():
    log = paired(no_show_hours=48)
    waiting = running(log, answered=frozenset({0}), waited_ms={1: 48 * HOUR_MS - 1})
    assert due(log, waiting) == ()
    assert due(log, replace(waiting, waited_ms={1: 48 * HOUR_MS})) == (ForfeitSeat(match(log), 1),)


def test_past_the_first_deadline_is_a_no_show_too():
    log = paired(no_show_hours=48)
    assert due(log, running(log, overdue=frozenset({0}))) == (ForfeitSeat(match(log), 0),)


def test_who_has_answered_once_is_there():
    log = paired(no_show_hours=1)
    present = running(log, answered=frozenset({0, 1}), waited_ms={0: 99 * HOUR_MS}, overdue=frozenset({0}))
    assert due(log, present) == ()


def test_at_four_seats_a_bot_takes_the_place_of_a_no_show():
    log = Log("swiss_pods", 4, 4, rounds=1, rules={"no_show_hours": 1})
    log.pair((1, 2, 3, 4))
    waiting = running(log, seats=4, waited_ms={2: HOUR_MS})
    assert due(log, waiting) == (BotTakesSeat(match(log), 2, "no-show"),)


# -- deadlines ---------------------------------------------------------------------------------------------------------

LATE = "2026-11-02T00:00:00.000Z"


def at(hours: int) -> str:
    return to_text(to_ms(LATE) + hours * HOUR_MS)


def with_deadline(**rules) -> Log:
    log = Log(entrants=2, rounds=1, rules=rules)
    log.pair((1, 2), deadline=LATE)
    return log


def test_a_deadline_is_extended_once():
    log = with_deadline(extend_hours=24)
    assert due(log, running(log, **PLAYING), now=at(23)) == ()
    assert len(due(log, running(log, **PLAYING), now=at(24))) == 1


@pytest.mark.parametrize(("used", "places"), [((5, 4), (2, 1)), ((4, 5), (1, 2)), ((5, 5), (1, 1))])
def test_then_who_used_more_time_loses(used, places):
    log = with_deadline()
    fact = running(log, used_ms={0: used[0], 1: used[1]}, **PLAYING)
    assert due(log, fact, now=at(1)) == (EndByTime(match(log), places),)


def test_a_director_may_keep_the_decision():
    log = with_deadline(deadline="director")
    assert due(log, running(log, **PLAYING), now=at(100)) == ()


def test_a_ruled_extension_moves_the_deadline():
    log = with_deadline(extend_hours=0)
    log.rule(RuleExtend(1, at(10)))
    assert due(log, running(log, **PLAYING), now=at(9)) == ()
    assert len(due(log, running(log, **PLAYING), now=at(10))) == 1


def test_an_extension_of_one_table_leaves_the_others_alone():
    log = Log(entrants=4, rounds=1)
    log.pair((1, 2), (3, 4), deadline=LATE)
    log.rule(RuleExtend(1, at(10), 2))
    steps = due(log, running(log, 1, **PLAYING), running(log, 2, **PLAYING), now=at(1))
    assert [step.match for step in steps] == [match(log, 1)]


def test_with_more_seats_the_slowest_asked_seat_goes_to_a_bot():
    log = Log("swiss_pods", 3, 3, rounds=1)
    log.pair((1, 2, 3), deadline=LATE)
    fact = MatchFact(
        match(log), RUNNING, asked=frozenset({0, 2}), answered=frozenset({0, 1, 2}), used_ms={0: 5, 1: 99, 2: 7}
    )
    assert due(log, fact, now=at(1)) == (BotTakesSeat(match(log), 2, "deadline"),)
