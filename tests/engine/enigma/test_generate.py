"""Fresh puzzles: pure, different, measured and solved."""

from __future__ import annotations

import pytest

from engine.games.enigma.data import PUZZLES, ids_of
from engine.games.enigma.generate import KINDS, NoMorePuzzles, make
from engine.games.enigma.generate import tangram as shapes
from engine.games.enigma.rules.kinds import BY_NAME, tangram


@pytest.mark.parametrize("kind", KINDS)
def test_fresh_puzzles_are_solved_checked_and_of_each_level(kind):
    made = list(make(kind, 3, "first set"))
    assert [puzzle["level"] for puzzle in made] == [1, 2, 3]
    assert [puzzle["id"] for puzzle in made] == [f"{kind[0]}0{n}" for n in (1, 2, 3)]
    for puzzle in made:
        assert BY_NAME[kind].readable(puzzle["answer"])
        assert BY_NAME[kind].fault(puzzle["data"], puzzle["answer"]) is None
        assert len(BY_NAME[kind].solve(puzzle["data"], 400).answers) == puzzle["solutions"]
        assert kind == "tangram" or puzzle["solutions"] == 1
        assert set(puzzle["data"]) == set(PUZZLES[ids_of(kind)[0]].data)


@pytest.mark.parametrize("kind", ["weights", "tangram"])
def test_the_same_seed_makes_the_same_puzzles_and_another_seed_others(kind):
    assert list(make(kind, 3, "a")) == list(make(kind, 3, "a"))
    assert list(make(kind, 3, "a")) != list(make(kind, 3, "b"))


def test_a_level_can_be_asked_for_alone():
    assert {puzzle["level"] for puzzle in make("weights", 4, "hard", level=3)} == {3}


def test_no_puzzle_comes_twice():
    made = [str(puzzle["data"]) for puzzle in make("tangram", 20, "many", level=1)]
    assert len(set(made)) == 20


def test_weights_have_three_to_six_distinct_pans_and_a_side_of_at_most_30():
    for puzzle in make("weights", 20, "pans"):
        data = puzzle["data"]
        values = data["left"] + data["right"]
        assert 3 <= len(values) == len(set(values)) <= 6
        assert all(1 <= len(data[side]) <= 3 for side in ("left", "right"))
        assert all(2 <= value <= 20 for value in values)
        assert 3 <= data["use"] <= 6
        assert sum(n * v for n, v in zip(puzzle["answer"]["left"], data["left"], strict=True)) <= 30


def test_exactly_the_thirteen_convex_tangrams_can_be_covered():
    rings = shapes.convex_rings()
    data = [{"outline": [[[[x, 0], [y, 0]] for x, y in ring]]} for ring in rings]
    assert sum(bool(tangram.solve(outline, 1).answers) for outline in data) == 13


def test_asking_for_a_fourteenth_convex_tangram_is_refused():
    with pytest.raises(NoMorePuzzles):
        list(make("tangram", 14, "convex", level=3))


def test_the_levels_of_the_shipped_tangrams_follow_their_corners():
    for puzzle in ids_of("tangram"):
        ring = tuple((point[0][0], point[1][0]) for point in PUZZLES[puzzle].data["outline"][0])
        assert shapes.level_of_ring(ring) == PUZZLES[puzzle].level


def test_a_grown_outline_is_one_ring_of_at_most_13_corners_within_seven_cells():
    for puzzle in make("tangram", 8, "rings", level=1):
        (ring,) = puzzle["data"]["outline"]
        assert 10 <= len(ring) <= 13
        assert all(0 <= number[0] <= 14 and number[1] == 0 for point in ring for number in point)
