"""Phase 2: opening, attempts, sand, limits, and what stays sealed (E25-E28, E95-E99)."""

from __future__ import annotations

import pytest

from engine.core.game import Shown
from engine.core.replay import replay
from engine.games import game_of
from engine.games.enigma import GAME
from engine.games.enigma.data import KINDS
from engine.games.enigma.state import Attempt, GiveUp, Open
from tests.engine.enigma.table import WRONG, Hand, right_answer


def live(seats=2, at=5000, **options):
    hand = Hand(seats=seats, mode="live", **options)
    return hand.choose(*KINDS[:seats], at=at)


def asynchronous(seats=2, at=5000, **options):
    return Hand(seats=seats, mode="async", **options).choose(*KINDS[:seats], at=at)


# -- opening ----------------------------------------------------------------------------------------------------------


def test_e25_live_puzzles_are_turned_up_together_in_seat_order_each_for_its_seat():
    hand = live(seats=3)
    drawn = [(draw.label, draw.eye) for draw in hand.asked if draw.label.startswith("puzzle/")]
    assert drawn == [("puzzle/weights", 0), ("puzzle/tangram", 1), ("puzzle/pipes", 2)]
    assert hand.asked[-4].label == "top/pipes"
    assert GAME.to_act(hand.state) == {0, 1, 2}
    assert hand.moves(0) == ["G"]
    assert hand.refusal(0, "O") == "opened-by-all"


def test_e4_the_puzzle_behind_a_tile_is_drawn_from_all_of_its_kind():
    hand = asynchronous(tops=("w05",)).play(0, "O", 7000)
    assert hand.view(None)["desks"][0]["tile"] == "w05"
    assert dict(hand.asked[-1].bag) == {f"w{n:02d}": 1 for n in range(1, 28)}


def test_e96_an_asynchronous_puzzle_is_drawn_when_its_seat_opens_it_and_once():
    hand = asynchronous()
    assert hand.moves(1) == ["G", "O"]
    assert not [draw for draw in hand.asked if draw.label.startswith("puzzle/")]
    assert hand.refusal(1, WRONG["tangram"]) == "not-open"
    hand.play(1, "O", 7000)
    assert (hand.asked[-1].label, hand.asked[-1].eye) == ("puzzle/tangram", 1)
    assert hand.moves(1) == ["G"]
    assert hand.refusal(1, "O") == "already-open"


def test_section_12_a_used_puzzle_does_not_come_again():
    hand = live().play(0, "G").play(1, "G")
    hand.choose("tangram", "weights", at=9000)
    (draw,) = [question for question in hand.asked if question.label == "puzzle/weights"][1:]
    assert "w01" not in dict(draw.bag)
    assert len(draw.bag) == 26


# -- attempts ---------------------------------------------------------------------------------------------------------


def test_e25_a_wrong_attempt_costs_nothing_and_says_why():
    hand = live().play(0, WRONG["weights"], 6000).play(0, WRONG["weights"], 6500)
    mine = hand.view(0)["mine"]
    assert (mine["tries"], mine["fault"], mine["elapsed"]) == (2, "pans", None)
    assert hand.moves(0) == ["G"]
    assert hand.news(0) == [("wrong", {"why": "pans"})]
    assert hand.news(1) == []
    assert hand.news(None) == []


def test_e25_the_first_correct_attempt_ends_that_seats_solving():
    hand = live().solve(0, 20000)
    assert GAME.to_act(hand.state) == {1}
    assert hand.refusal(0, "G") == "not-your-turn"
    assert hand.view(0)["mine"]["elapsed"] == 15000


def test_e25_giving_up_ends_that_seats_solving_without_a_time():
    hand = live().play(0, "G", 9000)
    assert GAME.to_act(hand.state) == {1}
    hand.solve(1, 9500)
    assert [result.elapsed for result in hand.state.past] == [None, 4500]


def test_e26_if_all_are_null_nobody_succeeds_and_the_round_is_over():
    hand = live().play(0, "G").play(1, "G")
    assert hand.state.round == 2
    assert [result.success for result in hand.state.past] == [False, False]


def test_e27_ties_both_succeed():
    hand = live().solve(0, 20000).solve(1, 20000)
    assert [result.success for result in hand.state.past] == [True, True]


def test_e28_the_tile_of_a_seat_that_fails_leaves_the_game():
    hand = live().play(0, "G").solve(1, 9000)
    assert hand.view(None)["desks"][0]["tile"] is None
    assert "w01" not in hand.view(None)["piles"]["weights"]["unseen"]
    assert hand.view(None)["piles"]["weights"]["left"] == 26


# -- clocks -----------------------------------------------------------------------------------------------------------


def test_e7_the_cap_runs_from_the_reveal_and_its_last_moment_counts():
    hand = live()
    assert GAME.deadline(hand.state) == 305000
    hand.solve(0, 305000)
    assert hand.state.desks[0].elapsed == 300000
    assert live().refusal(0, WRONG["weights"], 305001) == "sand-out"


def test_e95_the_first_correct_attempt_turns_the_sand():
    hand = live().solve(0, 25000)
    assert GAME.deadline(hand.state) == 85000
    assert hand.view(1)["limit"] == 80000
    assert ("sand-turned", {"time": "1:20.0"}) in hand.news(1)


def test_e95_the_sand_never_runs_past_the_cap():
    assert GAME.deadline(live().solve(0, 290000).state) == 305000


def test_e98_the_allowance_is_added_to_the_sand_and_not_to_the_cap():
    hand = live(grace_ms=2000).solve(0, 25000)
    assert GAME.deadline(hand.state) == 87000
    hand.solve(1, 87000)
    assert [result.success for result in hand.state.past] == [True, True]
    assert GAME.deadline(live(grace_ms=2000).solve(0, 304000).state) == 305000


def test_e99_an_attempt_at_the_limit_counts_if_it_comes_before_time_up():
    hand = live().solve(0, 25000).solve(1, 85000)
    assert [result.success for result in hand.state.past] == [True, True]


def test_e99_an_attempt_after_the_limit_is_refused_even_without_time_up():
    hand = live().solve(0, 25000)
    assert hand.refusal(1, right_answer(hand.state.desks[1].puzzle), 85001) == "sand-out"


def test_time_up_closes_what_is_due_and_nothing_before():
    hand = live().solve(0, 25000)
    assert GAME.time_up(hand.state, 84999) is hand.state
    hand.time(85000)
    assert hand.state.phase == "lay"
    assert [result.success for result in hand.state.past] == [True, False]
    assert ("time-out", {"seat": 1}) in hand.news(0)


def test_without_a_solver_the_cap_closes_the_round():
    hand = live().time(305000)
    assert (hand.state.phase, hand.state.round) == ("choose", 2)


def test_e96_elapsed_counts_from_the_own_opening():
    hand = asynchronous().play(0, "O", 10000).play(1, "O", 90000).solve(0, 40000 + 60000).solve(1, 95000 + 10000)
    assert [result.elapsed for result in hand.state.past] == [90000, 15000]


def test_e96_the_deadline_is_the_earliest_of_the_opened_limits():
    hand = asynchronous()
    assert GAME.deadline(hand.state) is None
    hand.play(0, "O", 10000)
    assert GAME.deadline(hand.state) == 310000
    hand.play(1, "O", 20000).solve(1, 30000)
    assert GAME.deadline(hand.state) == 10000 + 10000 + 60000


def test_e96_a_faster_solver_can_move_a_limit_into_the_past():
    hand = asynchronous(seats=3).play(0, "O", 10000).play(1, "O", 100000).solve(1, 105000)
    assert GAME.deadline(hand.state) == 10000 + 5000 + 60000
    assert 0 in GAME.to_act(hand.state)
    assert hand.refusal(0, right_answer(hand.state.desks[0].puzzle), 106000) == "sand-out"
    hand.time(106000)
    assert GAME.to_act(hand.state) == {2}


def test_e96_a_solver_in_time_may_fail_when_somebody_else_was_faster():
    hand = asynchronous().play(0, "O", 0 + 5000).solve(0, 105000).play(1, "O", 110000).solve(1, 115000)
    assert [result.success for result in hand.state.past] == [False, True]
    assert ("too-slow", {"seat": 0, "kind": "weights", "time": "1:40.0"}) in hand.news(None)


def test_e96_time_up_leaves_seats_that_have_not_opened_alone():
    hand = asynchronous().play(0, "O", 10000).time(310000)
    assert GAME.to_act(hand.state) == {1}
    assert GAME.deadline(hand.state) is None


def test_e96_a_seat_may_give_up_without_opening_and_no_puzzle_is_drawn():
    hand = asynchronous().play(0, "G").play(1, "G")
    assert not [draw for draw in hand.asked if draw.label.startswith("puzzle/")]
    assert [result.puzzle for result in hand.state.past] == [None, None]


def test_e99_refolding_gives_the_same_successes():
    hand = asynchronous(seats=3).play(0, "O", 6000).play(2, "O", 6500).play(0, WRONG["weights"], 7000).solve(2, 9000)
    hand.time(6000 + 2500 + 60000).play(1, "G", 80000)
    again = replay(GAME, GAME.setup(3, hand.options), hand.plies)
    assert again == hand.state


# -- what is hidden ---------------------------------------------------------------------------------------------------


def test_e25_e97_a_seat_sees_only_its_own_puzzle_and_the_gallery_none():
    hand = live(puzzles=["w05", "t09"])
    assert hand.view(0)["mine"]["puzzle"]["id"] == "w05"
    assert hand.view(1)["mine"]["puzzle"]["id"] == "t09"
    assert hand.view(None)["mine"] is None
    assert "t09" not in str(hand.view(0) | {"piles": None, "shapes": None})
    assert hand.view(0)["piles"]["tangram"]["used"] == []


@pytest.mark.parametrize("eye", [0, None])
def test_e97_two_different_hidden_puzzles_look_the_same_to_the_others(eye):
    hand, other = live(puzzles=["t09"]), live(puzzles=["t20"])
    assert hand.view(eye) == other.view(eye)
    hand.solve(1, 40000)
    other.solve(1, 40000)
    assert hand.view(eye) == other.view(eye)


def test_e97_a_wrong_attempt_of_another_seat_changes_nothing_in_ones_view():
    hand = live()
    before = hand.view(0), hand.view(None)
    hand.play(1, WRONG["tangram"], 9000)
    assert (hand.view(0), hand.view(None)) == before


def test_e97_while_solving_one_sees_the_limit_and_who_has_finished_and_nothing_else():
    hand = asynchronous(seats=3).play(0, "O", 5000).play(1, "O", 5000).solve(1, 25000)
    view = hand.view(0)
    assert view["limit"] == 20000 + 60000
    assert view["desks"][1] == {"kind": "tangram", "tile": "t01", "opened": 5000, "done": True}
    assert view["past"] == []
    assert hand.news(0) == [("finished", {"seat": 1}), ("sand-turned", {"time": "1:20.0"})]
    assert hand.news(1)[0] == ("solved", {"time": "0:20.0"})


def test_e97_giving_up_and_a_slower_solution_look_the_same():
    def third(text):
        hand = asynchronous(seats=3).play(0, "O", 5000).play(1, "O", 5000).solve(1, 25000)
        return hand.solve(0, 60000) if text is None else hand.play(0, text, 60000)

    assert third(None).view(2) == third("G").view(2)
    assert third(None).news(2) == third("G").news(2)


def test_e97_attempts_and_giving_up_are_masked_and_opening_is_not():
    assert GAME.write(Attempt("{}"), None) == "?"
    assert GAME.write(GiveUp(), None) == "?"
    assert GAME.write(Open(), None) == "O"
    assert GAME.write(Attempt("{}"), 1) == "A:{}"


def test_e97_when_the_phase_closes_answers_and_puzzles_are_shown():
    hand = live().play(0, WRONG["weights"], 9000).solve(0, 10000)
    assert hand.shown == []
    hand.play(1, "G", 11000)
    # Seat 0's moves: its choice, a wrong attempt, a right one; seat 1's: its choice, giving up.
    assert [part.move for part in hand.shown if part.move] == [(0, 1), (0, 2), (1, 1)]
    assert [part.draw for part in hand.shown if part.draw] == [("puzzle/weights", 0), ("puzzle/tangram", 0)]
    assert all(isinstance(part, Shown) and part.eye is None for part in hand.shown)
    assert hand.view(None)["past"][0]["puzzle"]["id"] == "w01"
    assert hand.view(None)["past"][0]["answer"] == right_answer("w01")[2:]


def test_e97_time_up_shows_them_as_well():
    hand = live().solve(0, 10000).time(70000)
    assert [part.move for part in hand.shown if part.move] == [(0, 1)]


def test_e97_a_later_round_counts_its_moves_and_draws_on():
    hand = live().play(0, "G", 9000).play(1, "G", 9000)
    seen = len(hand.shown)
    hand.choose("tangram", "weights", at=9500).play(0, "G").play(1, "G")
    assert [part.move for part in hand.shown[seen:] if part.move] == [(0, 3), (1, 3)]
    assert [part.draw for part in hand.shown[seen:] if part.draw] == [("puzzle/weights", 1), ("puzzle/tangram", 1)]


# -- versions of the rules --------------------------------------------------------------------------------------------


def test_by_version_1_a_late_attempt_has_the_code_of_the_house():
    hand = Hand(mode="live", game=game_of("enigma", 1)).choose("weights", "pipes", at=5000)
    assert hand.refusal(0, WRONG["weights"], 305001) == "too-late"


def test_section_12_a_puzzle_is_tried_at_most_200_times():
    hand = Hand(mode="live").choose("weights", "pipes")
    for _ in range(200):
        hand.play(0, WRONG["weights"])
    assert hand.refusal(0, WRONG["weights"]) == "too-many"
    assert hand.refusal(0, right_answer(hand.state.desks[0].puzzle)) == "too-many"
    assert hand.moves(0) == ["G"]
    assert hand.refusal(1, WRONG["pipes"]) is None


def test_section_12_attempts_are_counted_anew_for_the_next_puzzle():
    hand = Hand(mode="live").choose("weights", "pipes")
    for _ in range(200):
        hand.play(0, WRONG["weights"])
    hand.play(0, "G").play(1, "G").choose("weights", "pipes")
    seat = next(seat for seat, desk in enumerate(hand.state.desks) if desk.kind == "weights")
    assert hand.refusal(seat, WRONG["weights"]) is None


def test_by_version_1_attempts_are_not_counted():
    hand = Hand(mode="live", game=game_of("enigma", 1)).choose("weights", "pipes")
    for _ in range(201):
        hand.play(0, WRONG["weights"])
    assert hand.state.desks[0].tries == 201
