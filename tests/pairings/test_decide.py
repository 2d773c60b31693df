"""What follows from a state, a moment and facts about matches: notes, games, rounds, the end."""

from __future__ import annotations

import pytest

from services.pairings.decide import after_pairing
from services.pairings.drafts import NoPairing
from services.pairings.events import GameAdded, RoundClosed
from services.pairings.matches import ABORTED, MatchFact, fact_places
from services.pairings.rulings import (
    RuleHold,
    RuleRelease,
    RuleResult,
    RuleRevoke,
)
from services.pairings.steps import (
    CloseTournament,
    OpenMatch,
    PairRound,
    ResignSeat,
    RevealSeed,
    StartTournament,
)
from services.pairings.times import to_ms, to_text
from tests.pairings.facts import HEAD, NOW, PLAYING, due, ended, match, noted, paired, running, written
from tests.pairings.house import House
from tests.pairings.logs import Log

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


def test_an_order_about_one_match_does_not_keep_the_others_waiting():
    log = arena()
    log.pair_next()
    log.ready(3, 4)
    log.withdraw(1)
    now = to_text(to_ms(log.state.rounds[-1].at) + 5000)
    assert due(log, running(log), now=now) == (ResignSeat(match(log), 0), PairRound(2))


def test_an_arena_without_running_matches_ends_at_once():
    log = arena()
    assert due(log, now=after_start(log, 5 * 60_000)) == (CloseTournament("done"),)
