"""The ten worked examples of the rules file, section 8."""

from __future__ import annotations

from engine.games.glux import GAME
from engine.games.glux.rules import result, room_points
from tests.engine.glux.positions import at, cells_of, play


def test_example_1_two_counted_destinations_and_the_own_start():
    state = at("A9=05 M1=13", hands=("16", "25"))
    assert GAME.legal_texts(state, 0) == ["A4=1", "A4=6", "A9=1", "A9=6", "F9=1", "F9=6"]
    assert cells_of(state, 1) == "J1 M1 M4"


def test_example_2_a_token_between_bars_the_way():
    assert cells_of(at("A9=05 M1=13 D9=14"), 0) == "A4 A9"


def test_example_3_one_token_on_the_destination_is_covered_two_are_not():
    single = at("A9=05 M1=13 F9=14")
    assert cells_of(single, 0) == "A4 A9 F9"
    assert "14.01" in GAME.write_position(play(single, "F9=1"))
    assert cells_of(at("A9=05 M1=13 F9=12.14"), 0) == "A4 A9"


def test_example_4_only_the_top_token_counts():
    state = at("A9=05 M1=13 F9=02.14")
    assert cells_of(state, 0) == "A4 A9"
    assert cells_of(state, 1) == "B9 F5 J1 J9 M1 M4"


def test_example_5_the_start_cell_of_another_is_never_a_destination():
    assert cells_of(at("A9=05 M1=13 M5=04 G1=06"), 0) == "A1 A4 A9 F9 G7 I5 M9"


def test_example_6_a_covered_start_counts_by_its_top_and_takes_no_more():
    assert cells_of(at("A9=05.01 M1=13"), 0) == "A8 B9"


def test_example_7_a_stuck_seat_must_use_its_start_and_is_out_the_next_time():
    state = at("A9=01 M1=13 A8=11.12 B9=11.12", hands=("34", "25"))
    assert GAME.legal_texts(state, 0) == ["A9=3", "A9=4"]
    after = play(state, "A9=3", "J1=2")
    assert after.out == (True, False)
    assert GAME.to_act(after) == {1}


def test_g5_example_8_counting_runs_through_rooms():
    state = at("A9=05 M1=13 D5=06")
    assert cells_of(state, 0) == "A4 A9 F9 J5"


def test_example_9_three_seats_on_the_other_side():
    state = at("A1=04 O1=16 H11=23", seats=3)
    assert [cells_of(state, seat) for seat in range(3)] == ["A1 A5 E1", "I1 O1 O7", "E11 H11 H8 K11"]


def test_example_10_places_points_and_the_final_tie():
    rooms = [room_points(pips) for pips in ((6, 6, 5), (0, 3, 0), (7, 4, 4))]
    assert rooms == [(4, 4, 0), (0, 4, 0), (4, 2, 2)]
    assert tuple(map(sum, zip(*rooms, strict=True))) == (8, 10, 2)
    assert room_points((10, 9, 4, 0)) == (4, 2, 0, 0)
    assert room_points((10, 10, 6, 0)) == (4, 4, 0, 0)
    assert room_points((9, 4, 4, 0)) == (4, 2, 2, 0)
    assert room_points((9, 4)) == (4, 0)
    assert result((20, 20), (0, 9)) == (frozenset({1}), "middle-room")
