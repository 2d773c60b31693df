"""Tie-breaks among the tied and at larger tables, by hand, with the arithmetic beside it."""

from __future__ import annotations

from fractions import Fraction

from services.pairings.rulings import RuleForfeit, RuleResult
from tests.pairings.logs import Log

# -- direct encounter --------------------------------------------------------------------------------------------------


def test_the_direct_encounter_of_two():
    log = Log("round_robin", entrants=4)
    for pairs in (((1, 4, "1"), (2, 3, "=")), ((4, 3, "1"), (1, 2, "0")), ((2, 4, "0"), (3, 1, "0"))):
        log.round_of(*pairs)
    # 1: 12 + 0 + 12 = 24; 4: 0 + 12 + 12 = 24; 2: 6 + 12 + 0 = 18; 3: 6. 1 beat 4.
    assert (log.value(1, "direct"), log.value(4, "direct")) == (1, 2)
    assert log.ranking()[:2] == [1, 4]
    assert log.value(2, "direct") is None  # not needed


def test_three_who_beat_each_other_in_a_circle_stay_tied():
    log = Log("round_robin", entrants=3)
    log.round_of((2, 3, "1"), byes={1: "zero"})
    log.round_of((1, 2, "1"), byes={3: "zero"})
    log.round_of((3, 1, "1"), byes={2: "zero"})
    assert [log.value(entry, "direct") for entry in (1, 2, 3)] == [1, 1, 1]


def test_four_who_are_level_among_themselves_stay_tied():
    log = Log("round_robin", entrants=4, tiebreaks=("direct",))
    log.round_of((1, 4, "="), (2, 3, "1"))
    log.round_of((4, 3, "0"), (1, 2, "="))
    log.round_of((2, 4, "0"), (3, 1, "="))
    # 1: 6 + 6 + 6 = 18. 2: 12 + 6 + 0 = 18. 3: 0 + 12 + 6 = 18. 4: 6 + 0 + 12 = 18.
    assert {log.value(entry, "direct") for entry in (1, 2, 3, 4)} == {1}


def test_the_direct_encounter_is_asked_again_within_what_remains():
    log = Log(entrants=8, rounds=5, tiebreaks=("direct",))
    log.round_of((1, 2, "1"), (3, 4, "1"), (5, 6, "="), (7, 8, "="))
    log.round_of((1, 3, "="), (2, 4, "="), (5, 7, "="), (6, 8, "="))
    log.round_of((1, 4, "1"), (2, 3, "1"), (5, 8, "="), (6, 7, "="))
    log.round_of((2, 5, "1"), (3, 6, "1"), (4, 7, "1"), byes={1: "zero", 8: "zero"})
    log.round_of((4, 5, "1"), byes=dict.fromkeys((1, 2, 3, 6, 7, 8), "zero"))
    # All four have 30. Among them: 1 has 12 + 6 + 12 = 30, 2 has 0 + 6 + 12 = 18, 3 has 12 + 6 + 0 = 18, 4 has 6.
    # 2 and 3 are level, and 2 beat 3.
    assert [log.points_of(entry) for entry in (1, 2, 3, 4)] == [30, 30, 30, 30]
    assert [log.value(entry, "direct") for entry in (1, 2, 3, 4)] == [1, 2, 3, 4]


def test_behind_who_is_alone_on_top_the_rest_is_asked_again():
    log = Log(entrants=8, rounds=5, tiebreaks=("direct",))
    log.round_of((1, 2, "1"), (3, 4, "0"), (5, 6, "="), (7, 8, "0"))
    log.round_of((1, 4, "1"), (2, 3, "1"), (5, 7, "1"), (6, 8, "1"))
    log.round_of((2, 4, "="), (3, 5, "1"), byes={1: "zero", 6: "zero", 7: "zero", 8: "zero"})
    log.round_of((3, 6, "1"), (2, 7, "="), (4, 8, "="), byes={1: "zero", 5: "zero"})
    # 24 each. Among them: 1 beat 2 and 4: 24, and has not met 3. 3 has 0, and 12 at most. 2 beat 3 and drew 4: 18;
    # 4 beat 3 and drew 2: 18. So 1 is alone on top. The rest have all met: 2 and 4 have 18, 3 has 0.
    assert [log.points_of(entry) for entry in (1, 2, 3, 4)] == [24, 24, 24, 24]
    assert [log.value(entry, "direct") for entry in (1, 2, 4, 3)] == [1, 2, 2, 4]


def test_a_part_of_the_tied_is_ranked_by_its_own_matches():
    log = Log("round_robin", entrants=5, tiebreaks=("direct",))
    log.round_of((2, 5, "1"), (3, 4, "0"), byes={1: "zero"})
    log.round_of((5, 3, "0"), (1, 2, "1"), byes={4: "zero"})
    log.round_of((3, 1, "="), (4, 5, "="), byes={2: "zero"})
    log.round_of((1, 4, "="), (2, 3, "="), byes={5: "zero"})
    log.round_of((4, 2, "="), (5, 1, "1"), byes={3: "zero"})
    # 1: 12 (2) + 6 (3) + 6 (4) + 0 (5) = 24. 2: 12 (5) + 0 (1) + 6 (3) + 6 (4) = 24. 3: 0 + 12 + 6 + 6 = 24.
    # Among 1, 2, 3: 1 has 12 + 6 = 18, 3 has 6 + 6 = 12, 2 has 0 + 6 = 6.
    assert [log.points_of(entry) for entry in (1, 2, 3)] == [24, 24, 24]
    assert [log.value(entry, "direct") for entry in (1, 3, 2)] == [1, 2, 3]


def test_who_is_alone_on_top_whatever_is_missing_is_first():
    log = Log(entrants=6, rounds=3, tiebreaks=("direct",))
    log.round_of((1, 2, "1"), (3, 4, "0"), (5, 6, "0"))
    log.round_of((1, 3, "1"), (2, 5, "1"), (4, 6, "0"))
    log.round_of((6, 1, "1"), (2, 4, "1"), (3, 5, "1"))
    # 24 points: 1 (beat 2 and 3, lost to 6) and 2 (lost to 1, beat 5 and 4). 6 has 36.
    assert (log.value(1, "direct"), log.value(2, "direct")) == (1, 2)


def test_without_meetings_the_direct_encounter_parts_nobody():
    log = Log(entrants=4, rounds=1, tiebreaks=("direct",))
    log.round_of((1, 2, "1"), (3, 4, "1"))
    assert (log.value(1, "direct"), log.value(3, "direct")) == (1, 1)


def test_alone_on_top_needs_more_than_the_others_can_reach():
    log = Log(entrants=6, rounds=2, tiebreaks=("direct",))
    log.round_of((1, 2, "1"), (3, 4, "1"), (5, 6, "="))
    log.round_of((1, 5, "0"), (2, 6, "1"), (3, 4, "0"))
    # 12 points: 1, 2, 3, 4. 1 has 12 among them, but 3 and 4 miss matches and could reach more.
    assert log.value(1, "direct") == log.value(2, "direct") == 1


def test_a_forfeit_is_no_meeting():
    log = Log("round_robin", entrants=3, tiebreaks=("direct",))
    log.round_of((2, 3, "+"), byes={1: "zero"})
    log.round_of((1, 2, "1"), byes={3: "zero"})
    log.round_of((3, 1, "1"), byes={2: "zero"})
    # All have 12. 2 and 3 have not met; 1 has 12 among them, 3 has 12 and could win the missing one: nobody is alone.
    assert {log.value(entry, "direct") for entry in (1, 2, 3)} == {1}


def test_two_games_add_up_in_the_direct_encounter():
    log = Log("round_robin", entrants=2, rules={"twice": True}, tiebreaks=("direct",))
    log.round_of((1, 2, "1"))
    log.round_of((2, 1, "1"))
    assert (log.value(1, "direct"), log.value(2, "direct")) == (1, 1)


# -- three and four seats ----------------------------------------------------------------------------------------------


def pod_of_four(*results: tuple[tuple[int, ...], tuple[int, ...]]) -> Log:
    """Tables of four people in the seats 1, 2, 3, 4: (places, scores) round after round."""
    log = Log("swiss_pods", entrants=4, seats=4, rounds=len(results))
    for places, scores in results:
        log.pair((1, 2, 3, 4))
        log.result(1, *places, scores=scores)
        log.close()
    return log


def test_points_by_place_at_four():
    log = pod_of_four(((1, 2, 3, 4), (40, 30, 20, 10)))
    assert [log.points_of(entry) for entry in (1, 2, 3, 4)] == [120, 72, 36, 12]


def test_shared_places_share_the_sum():
    log = pod_of_four(((1, 1, 3, 3), (40, 40, 20, 20)))
    # (120 + 72) / 2 = 96 and (36 + 12) / 2 = 24
    assert [log.points_of(entry) for entry in (1, 2, 3, 4)] == [96, 96, 24, 24]


def test_a_shared_first_place_is_no_win_and_a_shared_second_no_second():
    log = pod_of_four(((1, 1, 3, 4), (4, 4, 2, 1)), ((1, 2, 2, 4), (4, 3, 3, 1)), ((1, 2, 3, 4), (4, 3, 2, 1)))
    assert (log.value(1, "wins"), log.value(2, "wins")) == (2, 0)
    assert (log.value(2, "seconds"), log.value(3, "seconds")) == (1, 0)


def test_share_is_the_mean_part_of_the_winners_score():
    log = pod_of_four(((1, 2, 3, 4), (40, 30, 20, 10)), ((2, 1, 3, 4), (10, 20, 5, 0)))
    # 2: 30/40 and 20/20: (3/4 + 1) / 2 = 7/8. 3: 20/40 and 5/20: (1/2 + 1/4) / 2 = 3/8.
    assert (log.value(2, "share"), log.value(3, "share")) == (Fraction(7, 8), Fraction(3, 8))


def test_a_negative_score_has_a_share_of_0():
    log = pod_of_four(((1, 2, 3, 4), (10, 5, 0, -3)))
    assert log.value(4, "share") == 0


def test_if_the_winner_has_nothing_winners_have_1_and_others_0():
    log = pod_of_four(((1, 1, 3, 4), (0, 0, -2, -5)))
    assert [log.value(entry, "share") for entry in (1, 2, 3, 4)] == [1, 1, 0, 0]


def test_opponents_points_are_their_mean_once_for_each_meeting():
    log = pod_of_four(((1, 2, 3, 4), (4, 3, 2, 1)), ((1, 2, 3, 4), (4, 3, 2, 1)))
    # 1 met 2 (144), 3 (72) and 4 (24) twice each: 480 / 6 = 80.
    assert log.value(1, "opponents") == 80


def test_meetings_among_the_tied():
    log = Log("swiss_pods", entrants=4, seats=4, rounds=2, tiebreaks=("meetings",))
    log.pair((1, 2, 3, 4))
    log.result(1, 1, 2, 3, 4)
    log.close()
    log.pair((1, 2, 3, 4))
    log.result(1, 2, 1, 4, 3)
    # 1 and 2 have 192, 3 and 4 have 48; each was better once: 1 meeting point each.
    assert [log.value(entry, "meetings") for entry in (1, 2, 3, 4)] == [1, 1, 1, 1]


def test_a_better_place_in_more_meetings_comes_first():
    log = Log("swiss_pods", entrants=4, seats=4, rounds=2, tiebreaks=("meetings",))
    log.pair((1, 2, 3, 4))
    log.result(1, 1, 1, 3, 4)
    log.close()
    log.pair((1, 2, 3, 4))
    log.result(1, 2, 2, 1, 4)
    # 1 and 2: 96 + 54 = 150 each, the same place twice: 1/2 + 1/2. 3 has 36 + 120 = 156, 4 has 24.
    assert (log.value(1, "meetings"), log.value(2, "meetings")) == (1, 1)
    assert log.value(3, "meetings") is None


def test_one_half_for_the_same_place_and_one_for_the_better():
    log = Log("swiss_pods", entrants=5, seats=3, rounds=2, tiebreaks=("meetings",))
    log.pair((1, 2, 3), (4, 5))
    log.result(1, 1, 2, 3)
    log.result(2, 1, 2)
    log.close()
    log.pair((1, 2, 4), (3, 5))
    log.result(1, 3, 1, 1)
    log.result(2, 1, 2)
    # 1: 120 + 12 = 132. 2: 60 + 90 = 150. 3: 12 + 120 = 132. 4: 120 + 90 = 210. 5: 24 + 24 = 48.
    # 1 and 3 are tied at 132 and met once: 1 was first, 3 third.
    assert (log.value(1, "meetings"), log.value(3, "meetings")) == (1, 0)
    assert log.ranking() == [4, 2, 1, 3, 5]


def test_a_bot_that_finishes_a_seat_brings_it_no_points_and_the_last_place():
    log = Log("swiss_pods", entrants=4, seats=4, rounds=1)
    log.pair((1, 2, 3, 4))
    log.result(1, 2, 4, 1, 3, bots=(2,))
    assert [log.points_of(entry) for entry in (1, 2, 3, 4)] == [72, 0, 120, 36]


def test_a_bot_that_evens_out_a_table_is_nobody():
    log = Log("swiss_pods", entrants=3, seats=4, rounds=1, rules={"bots": "greedy"})
    log.pair((1, 2, 3, "bot:greedy"))
    log.result(1, 1, 2, 3, None)
    # Points as at a table of three.
    assert [log.points_of(entry) for entry in (1, 2, 3)] == [120, 60, 12]
    assert log.value(1, "opponents") == Fraction(60 + 12, 2)


def test_a_requested_bye_is_worth_the_mean_of_a_full_table():
    log = Log("swiss_pods", entrants=4, seats=3, rounds=2)
    log.ask_bye(4, 1)
    log.pair((1, 2, 3), byes={4: "half"})
    assert log.points_of(4) == (120 + 60 + 12) // 3


# -- rulings -----------------------------------------------------------------------------------------------------------


def test_a_ruled_result_replaces_the_noted_one():
    log = Log(rounds=1)
    log.round_of((1, 2, "1"), (3, 4, "="))
    log.rule(RuleResult(1, 1, 1, (1, 1)))
    assert (log.points_of(1), log.points_of(2)) == (6, 6)
    assert log.value(2, "buchholz") == 6  # a ruled result is a meeting


def test_a_ruled_forfeit_is_no_meeting():
    log = Log(rounds=1)
    log.round_of((1, 2, "1"), (3, 4, "="))
    log.rule(RuleForfeit(1, 1, 1, 1))
    assert (log.points_of(1), log.points_of(2)) == (0, 12)
    assert log.value(2, "wins") == 0


def test_an_unplayed_table_of_three_with_a_ruled_forfeit_is_shared_by_the_others():
    log = Log("swiss_pods", entrants=3, seats=3, rounds=1)
    log.pair((1, 2, 3))
    log.rule(RuleForfeit(1, 1, 1, 1))
    # (120 + 60) / 2 = 90 each
    assert [log.points_of(entry) for entry in (1, 2, 3)] == [0, 90, 90]


def test_at_three_seats_a_ruled_forfeit_puts_the_entry_last():
    log = Log("swiss_pods", entrants=3, seats=3, rounds=1)
    log.pair((1, 2, 3))
    log.result(1, 1, 2, 3, scores=(9, 8, 7))
    log.rule(RuleForfeit(1, 1, 1, 1))
    assert [log.points_of(entry) for entry in (1, 2, 3)] == [0, 120, 60]
