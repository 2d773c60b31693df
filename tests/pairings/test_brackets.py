"""Round robins and brackets: Berger tables, seeds, series, double knockout."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from services.pairings.berger import all_play_all, berger_round, berger_rounds, round_robin_round
from services.pairings.brackets import bracket_rounds, first_duels, seed_positions
from services.pairings.events import ResultNoted
from services.pairings.knockout import without_rematches
from services.pairings.ledger import make_ledger
from services.pairings.rulings import RuleDoubleForfeit, RuleResult
from services.pairings.standings import standings
from tests.pairings.house import House
from tests.pairings.logs import Log

# -- round robin -------------------------------------------------------------------------------------------------------


@given(st.integers(2, 30))
def test_everybody_meets_everybody_once(entrants):
    pairs = Counter(frozenset(pair) for pair in all_play_all(range(1, entrants + 1)))
    assert set(pairs.values()) == {1}
    assert len(pairs) == entrants * (entrants - 1) // 2


@given(st.integers(2, 30))
def test_seats_are_within_one_in_a_round_robin(entrants):
    first_seats = Counter(first for first, _ in all_play_all(range(1, entrants + 1)))
    second_seats = Counter(second for _, second in all_play_all(range(1, entrants + 1)))
    assert all(abs(first_seats[entry] - second_seats[entry]) <= 1 for entry in range(1, entrants + 1))


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


def test_in_mid_round_who_has_lost_stands_behind_who_still_plays():
    log = knockout_of(4)
    log.pair_next()
    log.result(1, 1, 2)
    assert [(row.entry, row.place) for row in log.standings().rows] == [(1, 1), (2, 1), (3, 1), (4, 4)]


def test_a_double_knockout_keeps_a_loser_in_until_the_second_loss():
    log = Log("double_knockout", 4)
    log.pair_next()
    won(log, 1, 2)
    assert {row.place for row in log.standings().rows} == {1}
    log.pair_next()  # 1-2 above, 4-3 below
    log.result(2, 1, 2)
    loser = log.state.round(2).tables[1].latest.entries[1]
    assert log.place(loser) == 4


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
