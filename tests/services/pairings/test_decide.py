"""What follows from a state, a moment and facts about matches: notes, orders, games, rounds, the end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from services.pairings.decide import after_pairing, decide, watched_matches
from services.pairings.drafts import NoPairing
from services.pairings.events import GameAdded, ResultNoted, RoundClosed
from services.pairings.ids import tournament_match_id
from services.pairings.matches import ABORTED, ENDED, RUNNING, MatchFact, fact_places
from services.pairings.rulings import (
    RuleAnnul,
    RuleDoubleForfeit,
    RuleExpel,
    RuleExtend,
    RuleForfeit,
    RuleHold,
    RuleRelease,
    RuleRePair,
    RuleResult,
    RuleRevoke,
    TableRedrawn,
)
from services.pairings.steps import (
    AbortByRuling,
    BotTakesSeat,
    CloseTournament,
    EndByRuling,
    EndByTime,
    ForfeitSeat,
    OpenMatch,
    PairRound,
    ResignSeat,
    RevealSeed,
    StartTournament,
    Write,
)
from services.pairings.times import HOUR_MS, to_ms, to_text
from tests.services.pairings.house import House
from tests.services.pairings.logs import Log

NOW = "2026-11-01T10:00:00.000Z"
HEAD = "cd" * 32


def due(log: Log, *facts: MatchFact, now: str = NOW):
    return decide(log.state, now=now, facts={fact.match: fact for fact in facts})


def match(log: Log, table: int = 1, game: int = 1) -> str:
    return tournament_match_id(log.tournament, len(log.state.rounds), table, game)


def running(log: Log, table: int = 1, seats: int = 2, game: int = 1, **known) -> MatchFact:
    return MatchFact(match(log, table, game), RUNNING, asked=frozenset(range(seats)), **known)


def paired(entrants: int = 2, **rules) -> Log:
    log = Log(entrants=entrants, rounds=3, rules=rules)
    log.pair(*((first, first + 1) for first in range(1, entrants + 1, 2)))
    return log


def written(steps):
    return [step.event for step in steps if isinstance(step, Write)]


# -- before the start and after the end --------------------------------------------------------------------------------


def test_the_start_is_due_at_its_time():
    log = Log(entrants=2, start=False, entry={"open": True, "starts_at": NOW})
    assert due(log, now="2026-11-01T09:59:59.999Z") == ()
    assert due(log) == (StartTournament(),)


def test_too_few_do_not_start():
    log = Log(entrants=1, start=False, entry={"open": True, "starts_at": NOW})
    assert due(log) == ()


def test_a_start_by_hand_is_not_due_by_itself():
    assert due(Log(entrants=2, start=False)) == ()


def test_after_the_close_the_seed_is_revealed_and_nothing_else():
    log = Log(entrants=2, rounds=1)
    log.round_of((1, 2, "1"))
    log.finish()
    assert due(log) == (RevealSeed(),)
    House(log).settle()
    assert due(log) == ()


# -- rounds ------------------------------------------------------------------------------------------------------------


def test_the_first_round_is_paired_after_the_start():
    assert due(Log(entrants=2, rounds=1)) == (PairRound(1),)


def test_matches_of_a_paired_round_are_opened():
    log = paired(4)
    assert due(log) == (
        OpenMatch(1, 1, 1, match(log, 1), (1, 2)),
        OpenMatch(1, 2, 1, match(log, 2), (3, 4)),
    )


def test_a_round_is_closed_when_all_results_are_noted():
    log = paired(4)
    log.result(1, 1, 2)
    assert written(due(log, running(log, 2))) == []
    log.result(2, 1, 1)
    (event,) = written(due(log))
    assert isinstance(event, RoundClosed)
    assert event.standings == log.standings().digest


def test_the_next_round_is_paired_when_the_last_is_closed():
    log = paired()
    log.result(1, 1, 2)
    log.close()
    assert due(log) == (PairRound(2),)


def test_all_rounds_at_once_are_paired_before_any_result():
    log = Log("round_robin", 4, rules={"at_once": True})
    log.pair_next()
    assert due(log, running(log, 1), running(log, 2)) == (PairRound(2),)


def test_round_after_round_waits():
    log = Log("round_robin", 4)
    log.pair_next()
    assert due(log, running(log, 1), running(log, 2)) == ()


def test_the_last_round_closed_ends_the_tournament():
    log = Log(entrants=2, rounds=1)
    log.round_of((1, 2, "1"))
    assert due(log) == (CloseTournament("done"),)


def test_no_legal_pairing_ends_it_early():
    assert after_pairing(NoPairing("swiss-exhausted")) == CloseTournament("no-pairing")


def test_a_hold_keeps_a_round_open_until_the_release():
    log = paired()
    log.result(1, 1, 2)
    log.rule(RuleHold())
    assert due(log) == ()
    log.rule(RuleHold())
    log.rule(RuleRelease())
    assert len(written(due(log))) == 1


def test_a_hold_keeps_the_tournament_from_closing():
    log = Log(entrants=2, rounds=1)
    log.round_of((1, 2, "1"))
    held = log.rule(RuleHold())
    assert due(log) == ()
    log.rule(RuleRevoke(held))
    assert due(log) == (CloseTournament("done"),)


# -- results -----------------------------------------------------------------------------------------------------------


def noted(log: Log, fact: MatchFact) -> ResultNoted:
    (event,) = written(due(log, fact))
    assert isinstance(event, ResultNoted)
    return event


def ended(log: Log, winners=(0,), reason="connected", seats=2, **known) -> MatchFact:
    return MatchFact(match(log), ENDED, HEAD, winners, reason=reason, asked=frozenset(range(seats)), **known)


@pytest.mark.parametrize(
    ("reason", "why"),
    [
        ("connected", "played"), ("agreement", "played"), ("time", "time"), ("resign", "resign"),
        ("forfeit", "no-show"),
    ],
)  # fmt: skip
def test_why_follows_from_the_reason_of_the_match(reason, why):
    log = paired()
    event = noted(log, ended(log, reason=reason, scores=(3, 1)))
    assert (event.why, event.places, event.points, event.head) == (why, (1, 2), (12, 0), HEAD)


def test_a_forfeit_has_no_scores():
    log = paired()
    assert noted(log, ended(log, reason="forfeit", scores=(0, 0))).scores is None


def test_a_draw_has_two_winners_or_none():
    log = paired()
    assert noted(log, ended(log, winners=(0, 1))).places == (1, 1)
    assert noted(log, ended(log, winners=())).points == (6, 6)


def test_an_aborted_match_brings_nothing_and_is_played_again_with_seats_turned():
    log = paired()
    event = noted(log, MatchFact(match(log), ABORTED, HEAD))
    assert (event.why, event.places, event.points) == ("aborted", None, (0, 0))
    log.write(event)
    assert written(due(log)) == [GameAdded(1, 1, 2, match(log, 1, 2), (2, 1))]


def test_an_aborted_table_of_three_keeps_its_seats():
    log = Log("swiss_pods", 3, 3, rounds=1)
    log.pair((2, 3, 1))
    log.result(1, why="aborted")
    (event,) = written(due(log))
    assert event.entries == (2, 3, 1)


def test_an_aborted_match_that_was_ruled_is_not_played_again():
    log = paired()
    log.result(1, why="aborted")
    log.rule(RuleResult(1, 1, 1, (1, 1)))
    assert [type(event) for event in written(due(log))] == [RoundClosed]


def test_places_of_a_larger_table_are_the_engines_own():
    log = Log("swiss_pods", 3, 3, rounds=1)
    log.pair((1, 2, 3))
    event = noted(log, ended(log, (1,), seats=3, places=(2, 1, 3), scores=(5, 9, 1)))
    assert (event.places, event.points, event.scores, event.bots) == ((2, 1, 3), (60, 120, 12), (5, 9, 1), None)


def test_a_seat_finished_by_a_bot_is_last_with_nothing():
    log = Log("swiss_pods", 3, 3, rounds=1)
    log.pair((1, 2, 3))
    event = noted(log, ended(log, (0,), seats=3, places=(1, 2, 3), scores=(9, 5, 1), bots=frozenset({0})))
    assert (event.places, event.points, event.bots) == ((3, 1, 2), (0, 120, 60), (1,))


def test_two_seats_finished_by_bots_share_the_last_place():
    log = Log("swiss_pods", 4, 4, rounds=1)
    log.pair((1, 2, 3, 4))
    event = noted(log, ended(log, (0,), seats=4, places=(1, 2, 3, 4), scores=(9, 5, 1, 0), bots=frozenset({0, 2})))
    assert (event.places, event.points, event.bots) == ((3, 1, 3, 2), (0, 120, 0, 72), (1, 3))


def test_a_bot_that_evens_out_has_no_place():
    log = Log("swiss_pods", 3, 4, rounds=1, rules={"bots": True})
    log.pair((1, 2, 3, "bot:greedy"))
    event = noted(log, ended(log, (3,), seats=4, places=(2, 3, 4, 1), scores=(5, 4, 3, 9)))
    assert (event.places, event.points) == ((1, 2, 3, None), (120, 60, 12, 0))


def test_places_follow_from_winners_at_two():
    assert fact_places(MatchFact("m", winners=(1,)), 2) == (2, 1)


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


PLAYING = {"answered": frozenset({0, 1})}


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


# -- series ------------------------------------------------------------------------------------------------------------


def test_a_series_goes_on_with_seats_turned_until_one_has_more_than_half():
    log = Log("knockout", 2, rules={"best_of": 3})
    log.pair((1, 2))
    log.result(1, 1, 2)
    (event,) = written(due(log))
    assert event.entries == (2, 1)
    log.write(event)
    log.result(1, 2, 1, game=2)
    assert [type(event) for event in written(due(log))] == [RoundClosed]


def test_who_leaves_a_series_loses_it():
    log = Log("knockout", 2, rules={"best_of": 5})
    log.pair((1, 2))
    log.result(1, 1, 2)
    log.withdraw(1)
    assert [type(event) for event in written(due(log))] == [RoundClosed]
    log.close()
    assert log.place(2) == 1


# -- arena -------------------------------------------------------------------------------------------------------------


def arena() -> Log:
    clock = {"kind": "fischer", "start_ms": 60_000, "increment_ms": 0}
    log = Log("arena", 4, rules={"minutes": 5}, clock=clock)
    log.ready(1, 2)
    return log


def after_start(log: Log, ms: int) -> str:
    return to_text(to_ms(log.state.started_at) + ms)


def test_a_tick_pairs_those_who_are_ready():
    log = arena()
    assert due(log, now=after_start(log, 1)) == (PairRound(1),)


def test_the_next_tick_comes_after_five_seconds():
    log = arena()
    log.pair_next()
    log.ready(3, 4)
    fact = running(log)
    last = to_ms(log.state.rounds[-1].at)
    assert due(log, fact, now=to_text(last + 4999)) == ()
    assert due(log, fact, now=to_text(last + 5000)) == (PairRound(2),)


def test_at_the_end_running_matches_have_the_clocks_start_time():
    log = arena()
    log.pair_next()
    fact = running(log, **PLAYING)
    end = 5 * 60_000
    assert due(log, fact, now=after_start(log, end)) == ()
    assert due(log, fact, now=after_start(log, end + 59_999)) == ()
    assert due(log, fact, now=after_start(log, end + 60_000)) == (CloseTournament("done"),)


def test_an_arena_without_running_matches_ends_at_once():
    log = arena()
    assert due(log, now=after_start(log, 5 * 60_000)) == (CloseTournament("done"),)
