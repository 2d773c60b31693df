"""Groups: designs and schedules, snake, finals, and dropping out of an all-play-all."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.pairings.designs import BASES, group_tables, imbalance, schedule_bases
from services.pairings.groups import make_schedule, pair_members
from services.pairings.pools import snake_groups
from tests.pairings.logs import Log

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
