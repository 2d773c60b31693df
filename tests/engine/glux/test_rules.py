"""One test per rule of set-up, turn, placing, stuck seats and the end (G1-G40)."""

from __future__ import annotations

import pytest

from engine.core.errors import BadDraw, BadOptions, IllegalMove, UnreadableMove
from engine.core.game import Draw, Ply, complete_options
from engine.core.replay import answer, step
from engine.games.glux import GAME
from engine.games.glux.data import COLOURS
from engine.games.glux.state import Phase, left_of
from tests.engine.glux.positions import at, cells_of, opened, play, random_match


def refusal(state, seat, text):
    with pytest.raises(IllegalMove) as caught:
        answer(GAME, state, seat, text, 0)
    return caught.value.code


def test_g1_two_to_four_seats_in_the_order_yellow_green_red_purple():
    assert GAME.info.seats == (2, 3, 4)
    assert COLOURS == ("yellow", "green", "red", "purple")
    for seats in (1, 5):
        with pytest.raises(BadOptions):
            complete_options(GAME, seats, {})


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_g2_every_seat_owns_eight_tokens_of_each_type(seats):
    state = GAME.setup(seats, {})
    assert [left_of(state, seat) for seat in range(seats)] == [(8, 8, 8)] * seats
    assert GAME.scores(state) == (0,) * seats


@pytest.mark.parametrize(("seats", "side"), [(2, "two"), (3, "multi"), (4, "multi")])
def test_g3_the_side_of_the_board_follows_from_the_number_of_seats(seats, side):
    assert GAME.setup(seats, {}).board.side == side


def test_g4_cells_are_named_by_column_letter_and_row_number_from_the_top():
    board = GAME.setup(2, {}).board
    assert (board.names[0], board.names[12], board.names[-1]) == ("A1", "M1", "M9")
    multi = GAME.setup(4, {}).board
    assert (multi.names[14], multi.names[-1]) == ("O1", "O11")


@pytest.mark.parametrize(
    ("seats", "starts"), [(2, ["A9", "M1"]), (3, ["A1", "O1", "H11"]), (4, ["A1", "O1", "O11", "A11"])]
)
def test_g6_start_cells_are_bound_to_seat_numbers(seats, starts):
    assert GAME.view(GAME.setup(seats, {}), None)["starts"] == starts


def test_g7_a_start_token_scores_in_the_room_it_lies_in():
    assert GAME.scores(at("A9=05 M1=13")) == (4, 4)


def test_g10_the_first_player_is_drawn_from_the_seats():
    state = GAME.setup(3, {})
    assert GAME.draw(state) == Draw("first", (("0", 1), ("1", 1), ("2", 1)))
    assert GAME.to_act(state) == frozenset()
    assert opened(3, "2").first == 2


def test_g11_start_tokens_are_drawn_openly_and_laid_in_turn_order():
    state = GAME.setup(3, {})
    state = step(GAME, state, Ply(at=0, draw=GAME.draw(state), drawn=("1",)))
    assert GAME.draw(state) == Draw("hand/1", (("16", 8), ("25", 8), ("34", 8)), 1, None)
    state = step(GAME, state, Ply(at=0, draw=GAME.draw(state), drawn=("25",)))
    assert GAME.to_act(state) == {1}
    assert GAME.legal_texts(state, 1) == ["S=2", "S=5"]
    assert [GAME.view(state, eye)["start_token"] for eye in (None, 0, 1)] == ["25"] * 3
    state = play(state, "S=5", draws="16")
    assert state.cells[state.board.index["O1"]] == 15
    assert GAME.to_act(state) == {2}
    assert GAME.legal_texts(state, 2) == ["S=1", "S=6"]


def test_g12_hands_are_drawn_hidden_once_all_start_tokens_lie():
    state = play(opened(2, "1 34"), "S=3")
    state = step(GAME, state, Ply(at=0, seat=0, move=GAME.read(state, 0, "S=1")))
    assert GAME.draw(state) == Draw("hand/1", (("16", 8), ("25", 8), ("34", 7)), 1, 1)
    state = step(GAME, state, Ply(at=0, draw=GAME.draw(state), drawn=("34",)))
    assert GAME.draw(state) == Draw("hand/0", (("16", 7), ("25", 8), ("34", 8)), 1, 0)
    state = step(GAME, state, Ply(at=0, draw=GAME.draw(state), drawn=("25",)))
    assert state.hands == ("25", "34")
    assert GAME.to_act(state) == {1}


def test_g15_a_turn_is_placing_then_drawing_then_the_next_seat_clockwise():
    state = at("A1=04 O1=16 H11=23", seats=3, turn=1)
    placed = step(GAME, state, Ply(at=0, seat=1, move=GAME.read(state, 1, "O7=6")))
    assert placed.hands[1] == ""
    assert GAME.to_act(placed) == frozenset()
    assert GAME.draw(placed) == Draw("hand/1", (("16", 6), ("25", 8), ("34", 8)), 1, 1)
    drawn = step(GAME, placed, Ply(at=0, draw=GAME.draw(placed), drawn=("34",)))
    assert drawn.hands[1] == "34"
    assert GAME.to_act(drawn) == {2}


def test_g15_nothing_is_drawn_from_an_empty_bag():
    state = at("A9=05 M1=13", left=0)
    after = step(GAME, state, Ply(at=0, seat=0, move=GAME.read(state, 0, "F9=1")))
    assert GAME.draw(after) is None
    assert GAME.to_act(after) == {1}


def test_g16_a_finished_seat_is_skipped():
    state = at("A1=04 O1=16 H11=23", seats=3, turn=1, hands=("", "16", "16"), left=0)
    assert GAME.to_act(play(state, "O7=6")) == {2}
    assert GAME.to_act(play(state, "O7=6", "H8=1")) == frozenset()


def test_g17_there_is_no_passing():
    state = at("A9=05 M1=13")
    for text in ("pass", "-", ""):
        with pytest.raises(UnreadableMove):
            GAME.read(state, 0, text)


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_g20_the_face_shown_is_counted_exactly_in_four_straight_directions(face):
    state = at(f"A1=04 O1=16 O11=21 A11=31 H6=0{face}", seats=4)
    column, row = 7, 6
    lines = {(column + face, row), (column - face, row), (column, row - face), (column, row + face)}
    wanted = {f"{chr(65 + x)}{y}" for x, y in lines if 0 <= x <= 14 and 1 <= y <= 11}
    assert set(cells_of(state, 0).split()) == wanted | {"A1", "A5", "E1"}


@pytest.mark.parametrize("blocker", ["02", "12"])
def test_g21_any_token_on_the_way_bars_it(blocker):
    state = at(f"A9=05 M1=13 C9={blocker}")
    assert "F9" not in cells_of(state, 0).split()
    assert refusal(state, 0, "F9=1") == "way-blocked"


def test_g22_the_destination_must_be_on_the_board():
    state = at("A9=05 M1=13 B5=03")
    assert "E5" in cells_of(state, 0).split()
    assert not any(name.startswith("Z") for name in cells_of(state, 0).split())
    assert refusal(state, 0, "Z5=1") == "no-such-cell"
    assert refusal(state, 0, "A10=1") == "no-such-cell"


@pytest.mark.parametrize("under", ["02", "12"])
def test_g22_one_token_of_any_colour_is_covered(under):
    after = play(at(f"A9=05 M1=13 F9={under}"), "F9=6")
    assert f"{under}.06" in GAME.write_position(after)


def test_g23_a_cell_with_two_tokens_takes_no_more():
    assert refusal(at("A9=05 M1=13 F9=02.14"), 0, "F9=1") == "cell-full"


def test_g24_the_start_cell_of_another_seat_is_closed_even_to_exact_counting():
    assert refusal(at("A9=05 M1=13 M5=04"), 0, "M1=1") == "foreign-start"


def test_g25_the_own_start_is_free_without_counting_once():
    state = at("A9=05 M1=13", hands=("16", "25"))
    after = play(state, "A9=6", "M4=5")
    assert "A9" not in cells_of(after, 0).split()
    assert refusal(after, 0, "A9=1") == "start-used"


def test_g25_reaching_the_own_start_by_counting_is_the_same_move():
    state = at("A9=05 A4=05 M1=13")
    assert GAME.legal_texts(state, 0).count("A9=1") == 1


def test_g26_the_placed_token_shows_either_face_of_its_own():
    state = at("A9=05 M1=13", hands=("25", "16"))
    assert [text for text in GAME.legal_texts(state, 0) if text.startswith("F9")] == ["F9=2", "F9=5"]
    assert refusal(state, 0, "F9=3") == "wrong-face"


def test_g27_a_covered_token_neither_counts_nor_scores():
    state = at("A9=05 M1=13 G5=06.11")
    assert "A5" not in cells_of(state, 0).split()
    assert GAME.view(state, None)["rooms"][4]["pips"] == [0, 1]


def test_g28_two_sources_of_one_destination_are_one_move():
    state = at("A9=05 M1=13 F7=02")
    assert GAME.legal_texts(state, 0).count("F9=6") == 1


def test_g30_without_counted_destination_the_own_start_is_compulsory():
    state = at("A9=01 M1=13 A8=11.12 B9=11.12", hands=("25", "16"))
    assert GAME.legal_texts(state, 0) == ["A9=2", "A9=5"]
    assert refusal(state, 0, "C9=2") == "not-counted"


def walled_in():
    """Yellow is shut in on A9; green is about to move; yellow's hand is a 34."""
    return at("A9=01.01 M1=13 A8=11.12 B9=11.12", turn=1, hands=("34", "25"))


def test_g31_a_stuck_seat_is_out_when_its_turn_comes_and_not_before():
    state = walled_in()
    assert state.out == (False, False)
    placed = step(GAME, state, Ply(at=0, seat=1, move=GAME.read(state, 1, "J1=2")))
    assert placed.out == (False, False)
    assert play(state, "J1=2").out == (True, False)


def test_g31_out_is_for_good_and_nobody_can_be_asked_again():
    state = play(walled_in(), "J1=2", draws="25")
    while GAME.winners(state) is None:
        assert GAME.to_act(state) == {1}
        state = play(state, GAME.legal_texts(state, 1)[0])
    assert state.out[0]
    assert state.hands[0] == "34"


def test_g31_tokens_of_an_out_seat_stay_and_score():
    after = play(walled_in(), "J1=2")
    assert GAME.view(after, None)["rooms"][6]["pips"][0] == 1


def test_g31_hand_and_bag_of_an_out_seat_stay_hidden_to_the_end():
    state = play(walled_in(), "J1=2")
    while GAME.winners(state) is None:
        state = play(state, GAME.legal_texts(state, 1)[0])
    for eye in (None, 1):
        seen = GAME.view(state, eye)
        assert seen["hand"] is None
        assert "34" not in str({name: seen[name] for name in ("hand", "bags", "out", "left")})
    assert GAME.view(state, 0)["hand"] == "34"


def test_g40_the_match_ends_when_everybody_is_finished_or_out():
    state = at("A9=05 M1=13", left=0)
    assert GAME.winners(state) is None
    after = play(state, "F9=1", "M4=6")
    assert after.phase is Phase.OVER
    assert (after.turn, GAME.to_act(after), GAME.draw(after)) == (-1, frozenset(), None)
    assert refusal(after, 0, "A4=1") == "match-over"


def test_g40_a_seat_that_is_out_does_not_keep_the_match_going():
    state = at("A9=01.01 M1=13 A8=11.12 B9=11.12", turn=1, hands=("34", "25"), left=0)
    after = play(state, "J1=2")
    assert after.phase is Phase.OVER
    assert after.out == (True, False)
    assert GAME.winners(after) == {1}


def test_set_up_and_turn_refuse_each_other_s_notation():
    start = opened(2, "0 16")
    assert refusal(start, 0, "F9=1") == "start-token-first"
    assert refusal(start, 0, "S=3") == "wrong-face"
    assert refusal(start, 1, "S=1") == "not-your-turn"
    assert refusal(at("A9=05 M1=13"), 0, "S=1") == "start-already-lies"
    assert refusal(at("A9=05 M1=13"), 1, "M4=1") == "not-your-turn"


@pytest.mark.parametrize(
    "text", ["", "F9", "F9=7", "F9=0", "f9=1", "F09=1", "F9=1 ", "S=", "S=66", "F9=?", "٣9=1", "F100=1"]
)
def test_damaged_texts_are_unreadable(text):
    with pytest.raises(UnreadableMove) as caught:
        GAME.read(at("A9=05 M1=13"), 0, text)
    assert caught.value.code == "unreadable-move"


def test_a_draw_must_fit_its_bag():
    state = GAME.setup(2, {})
    with pytest.raises(BadDraw):
        step(GAME, state, Ply(at=0, draw=GAME.draw(state), drawn=("2",)))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_g52_types_at_zero_are_left_out_of_the_bag(seats):
    _, plies = random_match(seats, 1)
    for ply in plies:
        if ply.kind == "deal":
            assert all(count > 0 for _, count in ply.draw.bag)
