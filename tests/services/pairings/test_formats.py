"""Formats one by one: Berger tables, brackets, designs, groups, pods, leagues, arenas, and their rounds."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.pairings.arena import pair_arena
from services.pairings.berger import all_play_all, berger_round, berger_rounds, round_robin_round
from services.pairings.brackets import bracket_rounds, first_duels, seed_positions
from services.pairings.designs import BASES, group_tables, imbalance, schedule_bases
from services.pairings.drafts import NoPairing
from services.pairings.events import ResultNoted, RoundPaired
from services.pairings.groups import make_schedule, pair_members
from services.pairings.knockout import without_rematches
from services.pairings.league import moved, season_result
from services.pairings.ledger import make_ledger
from services.pairings.pairing import draft_round, pair_next
from services.pairings.pods import bot_name, pair_pods, table_sizes
from services.pairings.pools import pools, snake_groups
from services.pairings.rounds import natural_rounds, planned_rounds, rounds_fit, swiss_default, swiss_most
from services.pairings.rulings import RuleDoubleForfeit, RuleResult
from services.pairings.standings import standings
from tests.services.pairings.house import House
from tests.services.pairings.logs import Log

# -- round robin -------------------------------------------------------------------------------------------------------


@given(st.integers(2, 30))
def test_everybody_meets_everybody_once(entrants):
    pairs = Counter(frozenset(pair) for pair in all_play_all(range(1, entrants + 1)))
    assert set(pairs.values()) == {1}
    assert len(pairs) == entrants * (entrants - 1) // 2


@given(st.integers(2, 30))
def test_seats_are_within_one_in_a_round_robin(entrants):
    zero = Counter(first for first, _ in all_play_all(range(1, entrants + 1)))
    one = Counter(second for _, second in all_play_all(range(1, entrants + 1)))
    assert all(abs(zero[entry] - one[entry]) <= 1 for entry in range(1, entrants + 1))


@given(st.integers(1, 14).map(lambda half: 2 * half + 1))
def test_with_an_odd_number_each_is_free_once(entrants):
    free = [berger_round(number, entrants)[1] for number in range(1, berger_rounds(entrants) + 1)]
    assert sorted(free) == list(range(1, entrants + 1))


def test_the_berger_table_of_six_is_the_published_one():
    # Rounds of six as printed in handbooks: 1-6 2-5 3-4 / 6-4 5-3 1-2 / 2-6 3-1 4-5 / 6-5 1-4 2-3 / 3-6 4-2 5-1
    wanted = [
        {(1, 6), (2, 5), (3, 4)}, {(6, 4), (5, 3), (1, 2)}, {(2, 6), (3, 1), (4, 5)}, {(6, 5), (1, 4), (2, 3)},
        {(3, 6), (4, 2), (5, 1)},
    ]  # fmt: skip
    assert [set(berger_round(number, 6)[0]) for number in range(1, 6)] == wanted


@given(st.integers(2, 12))
def test_the_second_cycle_has_the_seats_turned(entrants):
    order = list(range(1, entrants + 1))
    cycle = berger_rounds(entrants)
    for number in range(1, cycle + 1):
        first, free = round_robin_round(order, number, True)
        second, free_again = round_robin_round(order, number + cycle, True)
        assert second == tuple((b, a) for a, b in first)
        assert free == free_again


# -- brackets ----------------------------------------------------------------------------------------------------------


def test_positions_are_by_doubling():
    assert seed_positions(8) == (1, 8, 4, 5, 2, 7, 3, 6)
    assert seed_positions(1) == (1,)


@given(st.integers(2, 70))
def test_missing_seeds_are_byes_of_the_best(entrants):
    duels = first_duels(range(1, entrants + 1))
    free = sorted(first or second or 0 for first, second in duels if first is None or second is None)
    assert free == list(range(1, 2 ** bracket_rounds(entrants) - entrants + 1))


@given(st.integers(2, 64))
def test_the_best_two_meet_in_the_final_only(entrants):
    duels = first_duels(range(1, entrants + 1))
    half = [slot for duel in duels[: max(1, len(duels) // 2)] for slot in duel]
    assert (1 in half) != (2 in half) or entrants == 2


def won(log: Log, *winners: int) -> None:
    """Tables of the last round in order: who wins each."""
    for table, winner in zip(log.state.rounds[-1].tables, winners, strict=True):
        seat = table.latest.entries.index(winner)
        log.result(table.table, *((1, 2) if seat == 0 else (2, 1)))
    log.close()


def knockout_of(entrants: int, **rules) -> Log:
    return Log("knockout", entrants, rules=rules)


def test_winners_go_on_and_losers_share_a_place():
    log = knockout_of(4)
    log.pair_next()
    won(log, 1, 2)
    log.pair_next()
    won(log, 2)
    assert [log.place(entry) for entry in (2, 1, 3, 4)] == [1, 2, 3, 3]


def test_the_third_place_is_the_last_table_of_the_last_round():
    log = knockout_of(4, third=True)
    log.pair_next()
    won(log, 1, 2)
    event = log.pair_next()
    assert set(event.tables[-1].entries) == {3, 4}


def test_who_left_is_not_paired_and_the_opponent_has_a_bye():
    log = knockout_of(4)
    log.pair_next()
    won(log, 1, 2)
    log.withdraw(2)
    event = log.pair_next()
    assert (event.tables, [bye.entry for bye in event.byes]) == ((), [1])
    log.close()
    log.finish()
    assert [log.place(entry) for entry in (1, 2)] == [1, 2]


def test_a_drawn_single_game_goes_into_two_extra_games_and_then_the_better_seed():
    log = knockout_of(2)
    log.pair_next()
    house = House(log)
    house.settle()
    for _ in range(3):
        fact = house.running()[0]
        house._end(fact, (0, 1), "connected")
        house.settle()
    assert len(log.state.rounds[0].tables[0].games) == 3
    assert log.state.closed is not None
    assert log.place(1) == 1


def test_an_aborted_game_of_a_series_does_not_count():
    log = knockout_of(2, best_of=3)
    log.pair((1, 2))
    log.result(1, why="aborted")
    log.add_game(1, 2, 1)
    log.result(1, 1, 2, game=2)
    log.add_game(1, 1, 2)
    log.result(1, 2, 1, game=3)
    # 2 has won twice of the two that count.
    log.close()
    assert log.place(2) == 1


def test_seats_in_a_bracket_go_to_who_sat_there_less_often():
    log = knockout_of(6)
    first = log.pair_next()
    assert [drawn.entries for drawn in first.tables] == [(4, 5), (6, 3)]
    won(log, 4, 3)
    # 1 and 2 had a bye; 4 sat on seat 0 once, 3 never: both have sat there as often as 2, and table 2 is even.
    assert [drawn.entries for drawn in log.pair_next().tables] == [(1, 4), (3, 2)]


def test_a_double_forfeit_takes_both_out():
    log = knockout_of(4)
    log.pair_next()
    log.rule(RuleDoubleForfeit(1, 1, 1))
    log.result(2, 1, 2)
    log.close()
    event = log.pair_next()
    assert (event.tables, len(event.byes)) == ((), 1)


def test_a_ruling_changes_the_next_pairing_but_none_already_made():
    log = knockout_of(4)
    log.pair_next()
    won(log, 1, 2)
    log.rule(RuleResult(1, 1, 1, (2, 1)))
    assert set(log.pair_next().tables[0].entries) == {4, 2}


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 17), st.integers(0, 10**6))
def test_a_double_knockout_ends_when_all_but_one_have_lost_twice(entrants, seed):
    log = Log("double_knockout", entrants)
    House(log, seed).play()
    losses: Counter[int] = Counter()
    for result in (r.event for r in log.events if isinstance(r.event, ResultNoted)):
        game = log.state.round(result.round).tables[result.table - 1].games[result.game - 1]
        if sorted(result.places) == [1, 2]:
            losses[game.entries[result.places.index(2)]] += 1
    rows = standings(log.state).rows
    assert rows[0].place == 1
    assert rows[1].place == 2
    depth = bracket_rounds(entrants)
    assert len(log.state.rounds) in (2 * depth, 2 * depth + 1)
    for round_number, paired in enumerate(log.state.rounds, 1):
        seated = [entry for table in paired.tables for entry in table.latest.people]
        assert len(seated) == len(set(seated)), round_number


def test_losers_enter_the_lower_bracket_in_reversed_order_of_tables():
    log = Log("double_knockout", 8)
    log.pair_next()  # 1-8, 4-5, 2-7, 3-6
    won(log, 1, 4, 2, 3)
    event = log.pair_next()
    # Losers by table: 8, 5, 7, 6; reversed: 6, 7 and 5, 8.
    assert [set(drawn.entries) for drawn in event.tables] == [{1, 4}, {2, 3}, {6, 7}, {5, 8}]


def test_rematches_in_the_lower_bracket_are_avoided_by_an_exchange():
    log = Log("double_knockout", 8)
    log.pair_next()
    won(log, 1, 4, 2, 3)
    ledger = make_ledger(log.state)
    assert without_rematches(ledger, [(1, 8), (4, 7)]) == [(1, 7), (4, 8)]
    assert without_rematches(ledger, [(1, 8), (None, 7)]) == [(1, 8), (None, 7)]


# -- groups ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "size"), BASES)
def test_a_design_seats_everybody_equally_and_lets_all_pairs_meet_equally_often(seats, size):
    tables = group_tables(seats, range(size))
    sat = Counter((entry, seat) for table in tables for seat, entry in enumerate(table))
    assert len(sat) == size * seats
    assert len(set(sat.values())) == 1
    met = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
    assert len(met) == size * (size - 1) // 2
    assert len(set(met.values())) == 1


@given(st.sampled_from((3, 4)), st.integers(4, 24))
def test_a_schedule_for_another_size_is_even_in_seats_and_lets_every_pair_meet(seats, size):
    tables = group_tables(seats, range(size))
    sat = Counter((entry, seat) for table in tables for seat, entry in enumerate(table))
    assert max(sat.values()) - min(sat[entry, seat] for entry in range(size) for seat in range(seats)) <= 1
    assert imbalance(tables).fewest_meetings >= 1
    assert all(len(set(table)) == seats for table in tables)


def test_a_schedule_of_six_at_three_is_as_even_as_it_can_be():
    # 6 tables of 3 are 18 meetings for 15 pairs: three pairs meet twice.
    shown = imbalance(group_tables(3, range(6)))
    assert (shown.fewest_meetings, shown.most_meetings, shown.matches) == (1, 2, 3)
    assert len(schedule_bases(3, 6)) == 1


def test_a_schedule_is_announced_only_if_a_design_is_missing():
    assert make_schedule(3, ((1, 2, 3, 4),)) is None
    assert make_schedule(2, ((1, 2, 3, 4, 5, 6),)) is None
    assert make_schedule(3, ((1, 2, 3, 4, 5, 6),)) is not None


def test_the_schedule_of_the_start_is_played_as_it_stands():
    log = Log("groups", 6, 3, rules={"group": 6})
    event = log.pair_next()
    assert event.engine == "schedule"
    assert tuple(drawn.entries for drawn in event.tables) == log.state.started.schedule


def test_groups_are_cut_by_snake_and_the_rest_joins_from_the_last_upwards():
    assert snake_groups((1, 2, 3, 4, 5, 6, 7, 8), 4) == ((1, 4, 5, 8), (2, 3, 6, 7))
    # 11 in groups of 4: two groups of 4 by snake, then 9 to the last, 10 to the first, 11 to the last.
    assert snake_groups(tuple(range(1, 12)), 4) == ((1, 4, 5, 8, 10), (2, 3, 6, 7, 9, 11))
    assert snake_groups((1, 2, 3), 4) == ((1, 2, 3),)


@given(st.integers(2, 60), st.integers(2, 9))
def test_groups_hold_everybody_once(entrants, size):
    groups = snake_groups(tuple(range(1, entrants + 1)), size)
    assert sorted(entry for group in groups for entry in group) == list(range(1, entrants + 1))
    assert len(groups) == max(1, entrants // size)


def test_two_seat_groups_play_their_berger_tables_group_after_group():
    draft = pair_members(2, ((1, 2, 3), (4, 5)), None)
    assert draft.tables == ((2, 3), (1, 2), (3, 1), (4, 5))


def test_a_finalist_who_left_is_passed_over():
    log = Log("groups", 4, 3, rules={"group": 4, "final": {"kind": "table", "k": 3}})
    log.pair_next()
    for table in range(1, 5):
        log.result(table, 1, 2, 3, scores=(3, 2, 1))
    log.close()
    leader = log.ranking()[0]
    log.withdraw(leader)
    assert leader not in log.pair_next().tables[0].entries


def test_the_final_decides_only_its_own_places():
    log = Log("groups", 5, 4, rules={"group": 5, "final": {"kind": "table", "k": 4}})
    log.pair_next()
    for table in range(1, 6):
        log.result(table, 1, 2, 3, 4, scores=(4, 3, 2, 1))
    log.close()
    before = {row.entry: row.points for row in log.standings().rows}
    last = log.ranking()[-1]
    log.pair_next()
    log.result(1, 4, 3, 2, 1, scores=(1, 2, 3, 4))
    log.close()
    rows = log.standings().rows
    assert rows[-1].entry == last
    assert {row.entry: row.points for row in rows} == before
    assert rows[0].entry == log.state.round(2).tables[0].latest.entries[3]


def test_a_tie_in_the_final_table_is_drawn_at_the_end():
    log = Log("groups", 4, 3, rules={"group": 4, "final": {"kind": "table", "k": 3}})
    log.pair_next()
    for table in range(1, 5):
        log.result(table, 1, 2, 3, scores=(3, 2, 1))
    log.close()
    log.pair_next()
    log.result(1, 1, 1, 3, scores=(2, 2, 1))
    log.close()
    tied = log.standings().tied[0]
    log.finish()
    assert len(tied) == 2
    assert {log.place(entry) for entry in tied} == {1, 2}


# -- dropping out of an all-play-all -----------------------------------------------------------------------------------


def robin_of_five() -> Log:
    log = Log("round_robin", 5)
    log.round_of((2, 5, "1"), (3, 4, "1"), byes={1: "zero"})
    log.round_of((5, 3, "0"), (1, 2, "0"), byes={4: "zero"})
    return log


def test_who_leaves_before_half_of_the_own_matches_is_annulled_for_all():
    log = robin_of_five()
    log.withdraw(5)  # two of four results: exactly half, results stand
    assert log.points_of(2) == 24
    log.withdraw(1)  # one of four
    assert log.points_of(2) == 12
    assert log.place(1) is None


def test_who_leaves_at_half_keeps_the_results():
    log = robin_of_five()
    log.withdraw(2)
    assert log.points_of(2) == 24
    assert log.place(2) is not None


def test_results_noted_after_the_departure_do_not_count_for_the_half():
    log = robin_of_five()
    log.pair_next()  # 3-1, 4-5, 2 is free
    log.withdraw(1)
    log.result(1, 1, 2)
    log.result(2, 1, 2)
    assert log.place(1) is None


# -- pods --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("people", "seats", "allowed", "sizes"),
    [
        (8, 4, (2, 3, 4), (4, 4)),
        (7, 4, (2, 3, 4), (4, 3)),
        (6, 4, (2, 3, 4), (3, 3)),
        (5, 4, (2, 3, 4), (3, 2)),
        (5, 4, (3, 4), None),
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
        sum(other in sat.others for sat in records[one].played)
        for table in tables
        for one, other in combinations(table, 2)
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
    log = season(9)
    assert pools(make_ledger(log.state)) == ((1, 2, 3, 4), (5, 6, 7, 8, 9))


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
