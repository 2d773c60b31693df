"""Which moves of Potion Explosion are moments."""

from engine.games.potion_explosion import GAME
from tests.engine.moments import moments
from tests.engine.potion_explosion.positions import at, desk, only, tile

BARE = (desk(), desk())


def test_explosions_in_a_row_are_a_moment():
    lines = moments(GAME, only("BRKRBBY", desks=BARE), "T1.3")
    assert lines == [{"code": "chain", "seat": 0, "count": 2, "marbles": 5}]


def test_a_single_explosion_is_none():
    assert moments(GAME, only("BRKRY", desks=BARE), "T1.3") == []


def test_a_finished_potion_is_a_moment_and_its_points_the_lead():
    holes = tile("L4").open
    nearly = at(holes[-1] + "RBKYRBKY", desks=(desk(f"L4:{holes[:-1]}"), desk("W4", "A4")))
    lines = moments(GAME, nearly, "T1.1")
    assert [(line["code"], line["seat"]) for line in lines] == [("potion", 0), ("lead", 0)]
    assert lines[0]["points"] == lines[1]["score"]


def test_a_pick_without_an_explosion_is_none():
    assert moments(GAME, at(desks=BARE), "T1.1") == []


def test_rounds_are_those_of_the_state():
    assert GAME.round_number(at(round=3)) == 3
