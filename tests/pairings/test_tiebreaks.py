"""Every tie-break by hand, with the arithmetic beside it. Twelfths: a win 12, a draw 6."""

from __future__ import annotations

from services.pairings.rulings import RuleAnnul, RuleDoubleForfeit, RuleExpel, RuleSubstitute
from tests.pairings.logs import Log


def swiss_of_four() -> Log:
    """Three rounds: 1 beats 2, 3, draws 4; 4 beats 3, draws 1, loses to 2; 2 beats 4 and 3."""
    log = Log(rounds=3)
    log.round_of((1, 2, "1"), (3, 4, "0"))
    log.round_of((3, 1, "0"), (4, 2, "0"))
    log.round_of((1, 4, "="), (2, 3, "1"))
    return log


# Points: 1 has 12 + 12 + 6 = 30, 2 has 0 + 12 + 12 = 24, 4 has 12 + 0 + 6 = 18, 3 has 0.


def test_buchholz_is_the_sum_of_the_opponents_points():
    log = swiss_of_four()
    assert log.value(1, "buchholz") == 24 + 0 + 18
    assert log.value(3, "buchholz") == 18 + 30 + 24


def test_cut_1_leaves_the_lowest_opponent_out():
    log = swiss_of_four()
    assert log.value(1, "buchholz_cut1") == 24 + 18  # without 3, who has 0


def test_sonneborn_berger_multiplies_points_and_opponents_points():
    log = swiss_of_four()
    # 12 from 2 (24), 12 from 3 (0), 6 from 4 (18)
    assert log.value(1, "sonneborn") == 12 * 24 + 12 * 0 + 6 * 18
    # 12 from 3 (0), 0 from 2, 6 from 1 (30)
    assert log.value(4, "sonneborn") == 12 * 0 + 0 + 6 * 30


def test_wins_are_those_at_the_board():
    log = Log(rounds=2)
    log.round_of((1, 2, "+"), (3, 4, "1"))
    log.round_of((1, 3, "1"), (2, 4, "="))
    assert log.value(1, "wins") == 1  # the forfeit of 2 is no win at the board
    assert log.value(3, "wins") == 1


# -- unplayed rounds (C.07 article 16) ---------------------------------------------------------------------------------


def test_a_pairing_bye_is_a_game_against_a_dummy_with_the_own_score():
    log = Log(entrants=3, rounds=2)
    log.round_of((1, 2, "1"), byes={3: "pairing"})
    log.round_of((3, 1, "0"), byes={2: "pairing"})
    # 3 has 12: the dummy has min(12, 6 * 2) = 12, the opponent 1 has 24.
    assert log.value(3, "buchholz") == 12 + 24
    assert log.value(3, "sonneborn") == 12 * 12 + 0 * 24


def test_the_dummy_is_capped_at_a_draw_a_round():
    log = Log(entrants=5, rounds=3)
    log.round_of((1, 2, "1"), (3, 4, "1"), byes={5: "pairing"})
    log.round_of((5, 1, "1"), (2, 3, "1"), byes={4: "pairing"})
    log.round_of((5, 3, "1"), (1, 4, "1"), byes={2: "pairing"})
    # 5 has 36, but the dummy of its bye only 6 * 3 = 18; opponents 1 (12 + 0 + 12 = 24) and 3 (12).
    assert log.value(5, "buchholz") == 18 + 24 + 12


def test_a_forfeit_win_is_capped_at_the_scheduled_opponents_score():
    log = Log(rounds=2)
    log.round_of((1, 2, "+"), (3, 4, "="))
    log.round_of((1, 3, "1"), (2, 4, "="))
    # 1 has 24; 2, who did not come, has 6: min(24, 6) = 6. The opponent 3 has 6.
    assert log.value(1, "buchholz") == 6 + 6
    # 2 has 6; 1 has 24: min(6, 24) = 6. The opponent 4 has 12.
    assert log.value(2, "buchholz") == 6 + 12


def test_cut_1_takes_a_voluntary_round_before_a_lower_one():
    log = Log(rounds=2)
    log.round_of((1, 2, "-"), (3, 4, "1"))
    log.round_of((1, 4, "1"), (2, 3, "="))
    # 1 has 12; its forfeit loss counts min(12, 18) = 12, the opponent 4 has 0. The forfeit goes, not the 0.
    assert log.value(1, "buchholz") == 12 + 0
    assert log.value(1, "buchholz_cut1") == 0


def test_a_requested_bye_followed_by_a_match_counts_as_awarded_for_opponents():
    log = Log(entrants=5, rounds=3)
    log.ask_bye(1, 1)
    log.round_of((2, 3, "1"), (4, 5, "1"), byes={1: "half"})
    log.round_of((1, 2, "="), (3, 4, "="), byes={5: "pairing"})
    log.round_of((1, 4, "="), (2, 5, "="), byes={3: "pairing"})
    # 1 has 6 + 6 + 6 = 18 and counts 18 for 2: 3 (0 + 6 + 12 = 18), 1 (18), 5 (0 + 12 + 6 = 18).
    assert log.value(2, "buchholz") == 18 + 18 + 18


def test_rounds_after_a_withdrawal_count_as_draws_for_opponents():
    log = Log(entrants=4, rounds=3)
    log.round_of((1, 2, "1"), (3, 4, "1"))
    log.withdraw(2)
    log.round_of((1, 3, "="), byes={4: "pairing"})
    log.round_of((1, 4, "="), byes={3: "pairing"})
    # 2 has 0, but 0 + 6 + 6 = 12 as an opponent of 1; 3 has 12 + 6 + 12 = 30, 4 has 0 + 12 + 6 = 18.
    assert log.value(1, "buchholz") == 12 + 30 + 18
    assert log.points_of(2) == 0


def test_a_requested_bye_in_the_last_round_counts_as_a_draw_for_opponents():
    log = Log(entrants=3, rounds=2)
    log.round_of((1, 2, "="), byes={3: "zero"})
    log.pair((1, 3), byes={2: "zero"})
    log.result(1, 1, 2)
    # 2 has 6 + 0, and 6 + 6 = 12 as an opponent; 3 has 0, its zero bye was followed by a match: 0.
    assert log.value(1, "buchholz") == 12 + 0


def test_a_requested_bye_before_a_forfeit_loss_counts_as_a_draw_too():
    log = Log(entrants=4, rounds=3)
    log.round_of((1, 2, "="), (3, 4, "="))
    log.round_of((1, 3, "="), byes={2: "zero", 4: "half"})
    log.round_of((2, 3, "-"), (1, 4, "="))
    # Only voluntary rounds follow 2's bye: 6 + 6 (as a draw) + 0 (the forfeit as awarded) = 12.
    # 3: 6 + 6 + 12 = 24. 4: 6 + 6 + 6 = 18.
    assert log.value(1, "buchholz") == 12 + 24 + 18


def test_rounds_missed_by_a_late_entry_are_voluntary():
    log = Log(entrants=3, rounds=3, rules={"late": "zero"})
    log.round_of((1, 2, "1"), byes={3: "pairing"})
    late = log.enter_late()
    log.round_of((3, late, "0"), (1, 2, "="))
    # The late one has 12: the dummy min(12, 6 * 2) = 12 is cut, the opponent 3 has 12.
    assert log.value(late, "buchholz") == 12 + 12
    assert log.value(late, "buchholz_cut1") == 12


def test_an_annulled_match_is_not_voluntary():
    log = Log(rounds=2)
    log.round_of((1, 2, "1"), (3, 4, "="))
    log.rule(RuleAnnul(1, 1))
    log.round_of((1, 3, "1"), (2, 4, "0"))
    # 1 has 12 (round 1 is gone): dummy min(12, 12) = 12, opponent 3 has 6; the lower 6 is cut.
    assert log.value(1, "buchholz") == 12 + 6
    assert log.value(1, "buchholz_cut1") == 12
    assert log.value(1, "sonneborn") == 12 * 0 + 6 * 12


def test_before_the_end_rounds_are_rounds_so_far():
    log = Log(entrants=3, rounds=3)
    log.round_of((1, 2, "1"), byes={3: "pairing"})
    # One round so far: the dummy of 3 has min(12, 6 * 1) = 6.
    assert log.value(3, "buchholz") == 6


def test_points_taken_from_a_substitute_count_0_as_an_opponent_too():
    log = Log(rounds=2)
    log.round_of((1, 2, "1"), (3, 4, "1"))
    log.rule(RuleSubstitute(1, "s1", "zero"))
    log.round_of((1, 3, "1"), (2, 4, "1"))
    assert log.points_of(1) == 12
    # 3 met 4 (0) and 1 (12, not 24).
    assert log.value(3, "buchholz") == 0 + 12
    assert log.value(1, "wins") == 2  # wins stay


def test_carried_points_stay_with_the_entry():
    log = Log(rounds=2)
    log.round_of((1, 2, "1"), (3, 4, "1"))
    log.rule(RuleSubstitute(1, "s1", "carry"))
    assert log.points_of(1) == 12
    assert log.state.holder(1) == "s1"


def test_a_double_forfeit_brings_nobody_points():
    log = Log(rounds=1)
    log.pair((1, 2), (3, 4))
    log.rule(RuleDoubleForfeit(1, 1, 1))
    assert (log.points_of(1), log.points_of(2)) == (0, 0)


def test_an_expelled_entrant_has_no_place_but_results_stand():
    log = Log(rounds=2)
    log.round_of((1, 2, "1"), (3, 4, "1"))
    log.rule(RuleExpel(2))
    assert log.place(2) is None
    assert log.points_of(1) == 12
    assert log.ranking()[-1] == 2
