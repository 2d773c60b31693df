"""Rooms, places, points and winners (G41-G46)."""

from __future__ import annotations

import pytest

from engine.games.glux import GAME
from engine.games.glux.rules import result, room_points
from tests.engine.glux.positions import at, play


def test_g41_pips_are_added_for_each_room_apart():
    rooms = GAME.view(at("A9=05 M1=13 F4=06 G5=02 H6=14 B1=03"), None)["rooms"]
    assert {room["id"]: room["pips"] for room in rooms if any(room["pips"])} == {
        "1": [3, 0],
        "3": [0, 3],
        "5": [8, 4],
        "7": [5, 0],
    }


def test_g41_a_token_on_a_path_scores_nothing():
    assert GAME.scores(at("A9=05 M1=13 C1=06")) == GAME.scores(at("A9=05 M1=13"))


@pytest.mark.parametrize(
    ("pips", "points"),
    [
        ((0, 0, 0), (0, 0, 0)),
        ((5, 3, 1), (4, 2, 0)),
        ((0, 2, 0), (0, 4, 0)),
        ((4, 4, 4), (4, 4, 4)),
        ((7, 7, 0, 2), (4, 4, 0, 0)),
        ((7, 2, 2, 2), (4, 2, 2, 2)),
        ((1, 7, 3, 0), (0, 4, 2, 0)),
    ],
)
def test_g42_g43_g45_places_of_a_room(pips, points):
    assert room_points(pips) == points


@pytest.mark.parametrize(("pips", "points"), [((9, 4), (4, 0)), ((4, 4), (4, 4)), ((0, 0), (0, 0)), ((0, 1), (0, 4))])
def test_g44_with_two_seats_only_first_place_scores(pips, points):
    assert room_points(pips) == points


@pytest.mark.parametrize(
    ("points", "middle", "winners", "reason"),
    [
        ((8, 10, 2), (0, 0, 0), {1}, "points"),
        ((10, 10, 2), (0, 1, 9), {1}, "middle-room"),
        ((10, 10, 2), (3, 3, 9), {0, 1}, "shared"),
        ((6, 6, 6, 6), (0, 0, 0, 0), {0, 1, 2, 3}, "shared"),
        ((6, 6, 6, 2), (2, 2, 1, 9), {0, 1}, "shared"),
    ],
)
def test_g46_points_then_the_middle_room_then_shared(points, middle, winners, reason):
    assert result(points, middle) == (frozenset(winners), reason)


def test_g46_scores_before_the_end_are_what_the_rooms_would_give_now():
    state = at("A9=05 M1=13")
    assert GAME.scores(state) == (4, 4)
    assert GAME.scores(play(state, "F9=1")) == (8, 4)
    assert (GAME.winners(state), GAME.reason(state)) == (None, None)


def test_g46_a_finished_match_tells_winners_and_reason():
    over = play(at("A9=05 M1=13", left=0), "F9=1", "M4=6")
    assert (GAME.winners(over), GAME.reason(over)) == ({0}, "points")
    even = play(at("A9=05 M1=13", left=0), "A4=1", "M4=6")
    assert (GAME.winners(even), GAME.reason(even)) == ({0, 1}, "shared")
    middle = play(at("A9=05 M1=13 B1=16 G4=01 H9=15", left=0), "A4=1", "M4=6")
    assert GAME.scores(middle) == (8, 12)
