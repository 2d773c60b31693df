"""Which moves of GLUX are moments."""

from engine.games.glux import GAME
from tests.engine.glux.positions import at
from tests.engine.moments import moments


def codes(lying, text, **more):
    return [moment["code"] for moment in moments(GAME, at(lying, **more), text)]


def test_a_room_that_changes_hands_is_a_moment():
    lines = moments(GAME, at("A9=05 M1=13 F9=14"), "F9=1")
    assert lines[0] == {"code": "room", "seat": 0, "room": "8", "pips": 1}


def test_a_room_that_nobody_had_does_not_change_hands():
    assert "room" not in codes("A9=05 M1=13", "A4=6")


def test_a_room_that_becomes_level_does_not_change_hands():
    assert "room" not in codes("A9=05 M1=13 G9=16", "F9=6")


def test_the_lead_is_a_moment():
    assert codes("A9=05 M1=13 F9=14", "F9=1") == ["room", "lead"]


def test_rules_without_rounds_count_none():
    assert GAME.round_number(at("A9=05 M1=13")) is None
