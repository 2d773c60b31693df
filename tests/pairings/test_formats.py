"""Pods, leagues, arenas, and how many rounds each format has."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.pairings.arena import pair_arena
from services.pairings.drafts import NoPairing
from services.pairings.events import RoundPaired
from services.pairings.league import moved, season_result
from services.pairings.ledger import make_ledger
from services.pairings.pairing import draft_round, pair_next
from services.pairings.pods import PodHistory, bot_name, pair_pods, pods_vector, table_sizes
from services.pairings.pools import pools
from services.pairings.rounds import natural_rounds, planned_rounds, rounds_fit, swiss_default, swiss_most
from services.pairings.rulings import RuleResult
from tests.pairings.house import House
from tests.pairings.logs import Log

# -- pods --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("people", "seats", "allowed", "sizes"),
    [
        (8, 4, (2, 3, 4), (4, 4)),
        (7, 4, (2, 3, 4), (4, 3)),
        (6, 4, (2, 3, 4), (3, 3)),
        (5, 4, (2, 3, 4), (3, 2)),
        (5, 4, (3, 4), None),
        (5, 4, (2, 3), (3, 2)),
        (5, 4, (2, 4), None),
        (2, 4, (2, 4), (2,)),
        (2, 4, (3, 4), None),
        (7, 3, (3,), None),
        (9, 4, (3, 4), (3, 3, 3)),
        (13, 4, (3, 4), (4, 3, 3, 3)),
        (9, 3, (2, 3), (3, 3, 3)),
        (7, 3, (2, 3, 4), (4, 3)),
        (7, 3, (2, 3), (3, 2, 2)),
        (8, 3, (2, 3), (3, 3, 2)),
        (8, 3, (3,), None),
        (4, 3, (3, 4), (4,)),
        (1, 3, (2, 3, 4), None),
        (1, 4, (2, 3, 4), None),
    ],
)
def test_small_tables_stand_at_the_bottom(people, seats, allowed, sizes):
    assert table_sizes(people, seats, allowed) == sizes


@given(st.integers(2, 300), st.sampled_from((3, 4)))
def test_tables_seat_everybody(people, seats):
    sizes = table_sizes(people, seats, (2, 3, 4))
    assert sizes is not None
    assert sum(sizes) == people


def vector_of(ledger, tables, seats):
    """The vector by definition, over all tables, written apart from the engine."""
    records = ledger.records
    meetings = sum(
        sum(other in sat.others for sat in records[person].played)
        for table in tables
        for person, other in combinations(table, 2)
    )
    spreads = sum((max(records[e].points for e in t) - min(records[e].points for e in t)) ** 2 for t in tables)
    again = sum(any(sat.small for sat in records[e].played) for t in tables if len(t) < seats for e in t)
    seat_counts = 0
    for table in tables:
        for seat, entry in enumerate(table):
            counts = Counter(sat.seat for sat in records[entry].played)
            counts[seat] += 1
            seat_counts += sum(times**2 for times in counts.values())
    return meetings, spreads, again, seat_counts


@settings(max_examples=60, deadline=None)
@given(st.integers(4, 13), st.sampled_from((3, 4)), st.integers(0, 10**6))
def test_no_single_exchange_lowers_the_vector(people, seats, seed):
    log = Log("swiss_pods", people, seats, rounds=4)
    house = House(log, seed)
    house.settle()
    while len(log.state.rounds) < 3:
        house.play_match(house.running()[0])
        house.settle()
    ledger = make_ledger(replace(log.state, rounds=log.state.rounds[:2]))
    tables = [list(entries) for entries in pair_pods(ledger, 3).tables]
    best = vector_of(ledger, tables, seats)
    spots = [(t, s) for t, table in enumerate(tables) for s in range(len(table))]
    for (t, s), (u, v) in combinations(spots, 2):
        tables[t][s], tables[u][v] = tables[u][v], tables[t][s]
        assert vector_of(ledger, tables, seats) >= best
        tables[t][s], tables[u][v] = tables[u][v], tables[t][s]


def test_sitting_at_a_small_table_again_counts_only_at_small_tables():
    log = Log("swiss_pods", 7, 4, rounds=3)
    log.pair((1, 2, 3, 4), (5, 6, 7))
    log.result(1, 1, 2, 3, 4)
    log.result(2, 1, 2, 3)
    log.close()
    history = PodHistory.of(make_ledger(log.state), range(1, 8))
    # 5 and 6 were at the small table; only 6 is there again.
    assert pods_vector([[5, 1, 2, 3], [6, 4, 7]], history, 4)[2] == 2
    assert pods_vector([[5, 6, 7, 1], [2, 3, 4]], history, 4)[2] == 0
    # Seats: each place counts once, and a seat taken before three times as much: 2 * 1 + 1.
    assert pods_vector([[1, 5, 6, 7]], history, 4)[3] == 3 + 1 + 1 + 1


def test_a_bot_evens_out_a_table_only_if_the_rules_say_so():
    with_bot = Log("swiss_pods", 7, 4, rounds=2, rules={"bots": True}).pair_next()
    without = Log("swiss_pods", 7, 4, rounds=2).pair_next()
    assert with_bot.tables[-1].entries == (5, 6, 7, "bot:greedy")
    assert without.tables[-1].entries == (5, 6, 7)
    assert (bot_name("strong"), bot_name(False), bot_name(None)) == ("strong", None, None)


def test_pods_that_cannot_be_seated_have_no_pairing():
    log = Log("swiss_pods", 6, 4, rounds=3, rules={"sizes": [3, 4]})
    log.withdraw(1)
    assert isinstance(pair_next(log.state, now=log.now()), NoPairing)


# -- league ------------------------------------------------------------------------------------------------------------


def season(entrants: int, previous=None, accounts=None) -> Log:
    log = Log("league", entrants, rules={"group": 4}, start=False)
    log.begin()
    log.pair_next(previous)
    for table in log.state.rounds[0].tables:
        log.result(table.table, *((1, 2) if table.latest.entries[0] < table.latest.entries[1] else (2, 1)))
    log.close()
    log.finish()
    return log


def test_the_first_goes_up_and_the_last_two_go_down_to_the_two_children():
    names = tuple(tuple(f"{division}{place}" for place in range(1, 5)) for division in "ABC")
    assert moved(names) == (("A1", "A2", "B1", "C1"), ("A3", "B2", "B3", "B4"), ("A4", "C2", "C3", "C4"))


def test_to_a_single_division_below_only_the_last_goes():
    assert moved((("A1", "A2", "A3", "A4"), ("B1", "B2", "B3"))) == (("A1", "A2", "A3", "B1"), ("A4", "B2", "B3"))


def test_a_pyramid_of_seven_conserves_its_sizes():
    names = tuple(tuple(f"{division}{place}" for place in range(1, 5)) for division in "ABCDEFG")
    after = moved(names)
    assert [len(division) for division in after] == [4] * 7
    assert sorted(a for division in after for a in division) == sorted(a for division in names for a in division)


def test_a_first_season_is_cut_from_the_starting_order():
    log = season(12)
    assert pools(make_ledger(log.state)) == ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))


def test_a_last_division_too_small_to_play_joins_the_one_above():
    assert pools(make_ledger(season(9).state)) == ((1, 2, 3, 4), (5, 6, 7, 8, 9))
    assert pools(make_ledger(season(5).state)) == ((1, 2, 3, 4, 5),)
    assert pools(make_ledger(season(6).state)) == ((1, 2, 3, 4), (5, 6))


def test_a_season_of_one_division_is_remembered_in_order():
    assert season_result(season(4).state) == (("a1", "a2", "a3", "a4"),)


def test_free_places_are_filled_from_below_then_by_entry():
    first = season(12)
    before = season_result(first.state)
    gone = before[0][0]  # the champion does not come back
    log = Log("league", 12, rules={"group": 4}, start=False)
    log.state = replace(
        log.state,
        entrants={
            n: replace(e, account="new" if e.account == gone else e.account) for n, e in log.state.entrants.items()
        },
    )
    log.begin()
    draft = draft_round(make_ledger(log.state), 1, before)
    top = {entry for table in draft.tables[:6] for entry in table}
    new = next(entry for entry, entrant in log.state.entrants.items() if entrant.account == "new")
    assert len(top) == 4
    assert new not in top
    bottom = {entry for table in draft.tables[12:] for entry in table}
    assert new in bottom


# -- arena -------------------------------------------------------------------------------------------------------------


def arena_of(entrants: int = 4) -> Log:
    clock = {"kind": "fischer", "start_ms": 60_000, "increment_ms": 0}
    return Log("arena", entrants, rules={"minutes": 5}, clock=clock)


def test_those_ready_are_paired_by_points_then_waiting():
    log = arena_of()
    log.ready(3, 1, 2)
    assert pair_arena(make_ledger(log.state)).tables == ((1, 3),)


def test_the_last_opponent_is_not_met_again_at_once():
    log = arena_of(2)
    log.ready(1, 2)
    log.pair_next()
    log.result(1, 1, 2)
    log.ready(1, 2)
    assert isinstance(pair_arena(make_ledger(log.state)), NoPairing)


def test_a_win_after_two_wins_counts_double_until_the_row_ends():
    log = arena_of(4)
    for opponent, points in ((2, 24), (3, 24), (4, 48), (2, 48)):
        log.ready(1, opponent)
        log.pair((1, opponent))
        house = House(log)
        house.settle()
        before = log.points_of(1)
        house._end(house.facts[log.state.rounds[-1].tables[0].latest.match], (0,), "connected")
        house.settle()
        assert log.points_of(1) - before == points


def test_a_loss_ends_the_row_of_wins():
    log = arena_of(4)
    for opponent, seat in ((2, 0), (3, 0), (4, 1), (2, 0), (3, 0)):
        log.pair((1, opponent))
        house = House(log)
        house.settle()
        house._end(house.facts[log.state.rounds[-1].tables[0].latest.match], (seat,), "connected")
        house.settle()
    assert log.points_of(1) == 4 * 24
    log.rule(RuleResult(5, 1, 1, (1, 2)))
    assert log.points_of(1) == 4 * 24


def test_a_ruled_win_in_a_row_counts_double_too():
    log = arena_of(4)
    for opponent in (2, 3, 4):
        log.pair((1, opponent))
        log.result(1, 1, 2)
    log.rule(RuleResult(3, 1, 1, (1, 2)))
    assert log.points_of(1) == 24 + 24 + 48


def test_being_paired_ends_being_ready():
    log = arena_of(3)
    log.ready(1, 2, 3)
    log.pair_next()
    assert set(log.state.ready) == {3}


# -- how many rounds ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("entrants", "rounds"), [(2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (8, 3), (9, 4), (100, 7)])
def test_swiss_rounds_follow_from_the_number_entered(entrants, rounds):
    assert swiss_default(entrants) == rounds


@pytest.mark.parametrize(("entrants", "most"), [(2, 1), (3, 3), (4, 3), (5, 5), (8, 7)])
def test_a_host_may_choose_as_many_as_there_are_pairings(entrants, most):
    assert swiss_most(entrants) == most


@pytest.mark.parametrize(
    ("format_key", "entrants", "rounds"),
    [
        ("round_robin", 6, 5), ("round_robin", 5, 5), ("knockout", 6, 3), ("double_knockout", 4, 5), ("groups", 9, 1),
        ("league", 12, 1), ("arena", 5, 0), ("swiss_pods", 8, None),
    ],
)  # fmt: skip
def test_rounds_of_the_other_formats(format_key, entrants, rounds):
    assert natural_rounds(format_key, entrants) == rounds


def test_announced_rounds_have_to_fit_at_the_start():
    log = Log(entrants=4, rounds=4, start=False)
    assert not rounds_fit(log.state.opened, 4)
    assert rounds_fit(log.state.opened, 5)
    assert planned_rounds(log.state.opened, 5) == 4


def test_a_deadline_is_absolute_and_follows_from_the_rules():
    log = Log(entrants=4, rounds=2, rules={"round_hours": 48})
    event = pair_next(log.state, now="2026-11-01T10:00:00.000Z")
    assert isinstance(event, RoundPaired)
    assert event.deadline == "2026-11-03T10:00:00.000Z"
