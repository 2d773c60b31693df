"""The four kinds of puzzle: forms, checks, solvers, and every puzzle in the box."""

from __future__ import annotations

import json
from importlib import resources

import pytest

from engine.core.chance import Stream
from engine.games.enigma.data import KINDS, PUZZLES, ids_of, tiles_of
from engine.games.enigma.rules.kinds import BY_NAME, blocks, pipes, tangram, weights
from engine.games.enigma.rules.kinds.tans import SHAPES, placed

SHIPPED = json.loads(resources.files("engine.games.enigma").joinpath("data/puzzles.json").read_text())["puzzles"]
PAR = {"weights": (20, 35, 60), "tangram": (50, 90, 150), "pipes": (30, 55, 90), "blocks": (30, 55, 90)}


@pytest.mark.parametrize("puzzle", SHIPPED, ids=lambda entry: entry["id"])
def test_every_puzzle_in_the_box_is_solved_and_its_answers_are_right(puzzle):
    kind = BY_NAME[puzzle["kind"]]
    solutions = kind.solve(puzzle["data"])
    assert len(solutions.answers) == puzzle["solutions"]
    for answer in solutions.answers:
        assert kind.readable(answer)
        assert kind.fault(puzzle["data"], answer) is None


def test_e1_each_kind_has_27_puzzles_nine_of_each_level_at_par():
    for kind in KINDS:
        levels = [PUZZLES[puzzle].level for puzzle in ids_of(kind)]
        assert sorted(levels) == [1] * 9 + [2] * 9 + [3] * 9
        assert all(PUZZLES[name].par_s == PAR[kind][PUZZLES[name].level - 1] for name in ids_of(kind))


def test_e3_the_box_holds_six_weights_seven_tans_nine_pipes_and_four_blocks():
    assert max(PUZZLES[puzzle].data["use"] for puzzle in ids_of("weights")) == 6
    assert (len(SHAPES), sum(pipes.SET.values()), len(blocks.BLOCKS)) == (7, 9, 4)


def test_e4_the_same_ids_name_conduit_sides_and_puzzles():
    for kind in KINDS:
        assert ids_of(kind) == tiles_of(kind) == tuple(f"{kind[0]}{n:02d}" for n in range(1, 28))


@pytest.mark.parametrize("kind", KINDS)
def test_a_solver_stops_at_the_number_of_answers_asked_for(kind):
    data = PUZZLES[ids_of(kind)[0]].data
    assert len(BY_NAME[kind].solve(data, 1).answers) == 1


# -- weights ----------------------------------------------------------------------------------------------------------


def test_e50_weights_have_one_to_three_pans_a_side_and_use_three_to_six():
    for data in (PUZZLES[puzzle].data for puzzle in ids_of("weights")):
        assert 1 <= len(data["left"]) <= 3
        assert 1 <= len(data["right"]) <= 3
        assert min(data["left"] + data["right"]) > 0
        assert 3 <= data["use"] <= 6


def test_e51_counts_must_add_up_and_both_sides_must_agree():
    data = {"left": [6, 13], "right": [5, 7], "use": 5}
    assert weights.fault(data, {"left": [1, 1], "right": [2, 1]}) == "balance"
    assert weights.fault(data, {"left": [1, 1], "right": [1]}) == "pans"
    assert weights.fault(data, {"left": [0, 0], "right": [0, 0]}) == "count"


def test_e51_empty_pans_are_allowed():
    assert weights.fault({"left": [4, 9], "right": [2], "use": 3}, {"left": [1, 0], "right": [2]}) is None


# -- tangram ----------------------------------------------------------------------------------------------------------


def test_e55_the_tans_lie_counter_clockwise_from_the_origin_and_make_up_32():
    doubled = {
        tan: sum(x * v - u * y for (x, y), (u, v) in zip(ring, ring[1:] + ring[:1], strict=True))
        for tan, ring in SHAPES.items()
    }
    assert all(ring[0] == (0, 0) for ring in SHAPES.values())
    assert doubled == {"a": 4, "b": 4, "c": 16, "d": 16, "m": 8, "p": 8, "s": 8}  # twice the area


def test_e56_a_side_turned_by_45_degrees_stays_exact():
    ring = placed("a", 1, 0, ((0, 0), (0, 0)))
    assert ring == (((0, 0), (0, 0)), ((0, 1), (0, 1)), ((0, -1), (0, 1)))


def test_e56_eight_eighths_of_a_turn_bring_every_tan_back():
    for tan in SHAPES:
        for flip in (0, 1):
            corners = {placed(tan, rot, flip, ((0, 0), (0, 0))) for rot in range(8)}
            assert len(corners) == 8


def test_e56_a_flipped_tan_is_mirrored_and_still_counter_clockwise():
    for tan in SHAPES:
        ring = placed(tan, 0, 1, ((0, 0), (0, 0)))
        area = sum(x1[0] * y2[0] - x2[0] * y1[0] for (x1, y1), (x2, y2) in zip(ring, ring[1:] + ring[:1], strict=True))
        assert area > 0


def test_e57_every_outline_has_area_32_and_sides_by_45_degrees():
    for puzzle in ids_of("tangram"):
        assert len(tangram.outline_quarters(PUZZLES[puzzle].data)) == tangram.QUARTERS
        for ring in PUZZLES[puzzle].data["outline"]:
            points = [tuple(map(tuple, point)) for point in ring]
            for start, end in zip(points, points[1:] + points[:1], strict=True):
                tangram.line_class(start, end)


def test_e58_a_moved_turned_or_swapped_tan_is_wrong():
    data = PUZZLES["t01"].data
    answer = tangram.solve(data, 1).first
    assert tangram.fault(data, answer) is None
    for change in (
        {"rot": (answer["c"]["rot"] + 1) % 8},
        {"at": [[1, 0], answer["c"]["at"][1]]},
        {"flip": 1, "rot": 1},
    ):
        assert tangram.fault(data, answer | {"c": answer["c"] | change}) == "cover"
    assert tangram.fault(data, answer | {"m": answer["s"], "s": answer["m"]}) == "cover"


def test_e58_two_tans_on_the_same_place_are_wrong():
    data = PUZZLES["t01"].data
    answer = tangram.solve(data, 1).first
    assert tangram.fault(data, answer | {"a": answer["b"]}) == "cover"


def test_e58_the_whole_covering_moved_off_the_outline_is_wrong():
    data = PUZZLES["t01"].data
    answer = tangram.solve(data, 1).first
    moved = {tan: place | {"at": [[place["at"][0][0], 1], place["at"][1]]} for tan, place in answer.items()}
    assert tangram.fault(data, moved) == "cover"


def test_e58_a_covering_off_the_lattice_counts():
    """The outline turned by 45 degrees, and with it a lattice covering."""
    data = PUZZLES["t01"].data
    answer = tangram.solve(data, 1).first
    outline = [[_turned(point) for point in ring] for ring in data["outline"]]
    turned = {
        tan: {"at": _turned(place["at"]), "flip": place["flip"], "rot": (place["rot"] + 1) % 8}
        for tan, place in answer.items()
    }
    assert tangram.fault({"outline": outline}, turned) is None
    assert tangram.outline_quarters({"outline": outline}) is None
    assert tangram.fault({"outline": outline}, answer) == "cover"


def _turned(point):
    (a, _), (c, _) = point  # lattice points: no root in them
    return [[0, (a - c) // 2], [0, (a + c) // 2]]


def test_e59_twins_may_be_exchanged():
    data = PUZZLES["t01"].data
    answer = tangram.solve(data, 1).first
    swapped = answer | {"a": answer["b"], "b": answer["a"], "c": answer["d"], "d": answer["c"]}
    assert tangram.fault(data, swapped) is None


def test_e59_any_correct_covering_counts():
    data = PUZZLES["t16"].data
    solutions = tangram.solve(data)
    assert len({json.dumps(answer, sort_keys=True) for answer in solutions.answers}) == len(solutions.answers) > 1


def test_the_classic_square_has_one_covering_up_to_its_symmetries():
    side = {"outline": [[[[0, 0], [4, 0]], [[4, 0], [0, 0]], [[8, 0], [4, 0]], [[4, 0], [8, 0]]]]}
    assert len(tangram.solve(side).answers) == 8


# -- pipes ------------------------------------------------------------------------------------------------------------


def test_e65_quarter_turns_go_clockwise():
    assert [pipes.turned(pipes.OPEN["E"], rot) for rot in range(4)] == [pipes.N, pipes.E, pipes.S, pipes.W]
    assert pipes.turned(pipes.OPEN["L"], 1) == pipes.E | pipes.S
    assert pipes.turned(pipes.OPEN["T"], 2) == pipes.E | pipes.S | pipes.W


def test_e66_as_many_cells_are_plugged_as_pieces_are_left_out_at_most_two():
    for data in (PUZZLES[puzzle].data for puzzle in ids_of("pipes")):
        assert sum(data["excluded"].values()) == len(set(data["blocked"])) <= 2
        assert all(count <= pipes.SET[piece] for piece, count in data["excluded"].items())
        assert all(side[0] in "NESW" and side[1:] in ("0", "1", "2") for side in data["terminals"])


def test_e67_each_rule_of_the_pipes_has_its_own_fault():
    data = PUZZLES["p01"].data
    cells = pipes.solve(data).first["cells"]
    assert pipes.fault(data, {"cells": [None, *cells[1:]]}) == "empty"
    other = next(at for at, cell in enumerate(cells) if cell and cell[0] == "T")
    assert pipes.fault(data, {"cells": [*cells[:other], ["L", 0], *cells[other + 1 :]]}) == "pieces"
    turned = [[cell[0], (cell[1] + 1) % 4] if cell and cell[0] == "I" else cell for cell in cells]
    assert pipes.fault(data, {"cells": turned}) in ("inner", "border")
    assert pipes.fault(data | {"terminals": data["terminals"][1:]}, {"cells": cells}) == "border"


def test_e67_a_straight_turned_by_half_is_the_same():
    puzzle = next(
        name
        for name in ids_of("pipes")
        if any(c and c[0] == "I" for c in pipes.solve(PUZZLES[name].data).first["cells"])
    )
    data = PUZZLES[puzzle].data
    cells = [
        [cell[0], (cell[1] + 2) % 4] if cell and cell[0] == "I" else cell for cell in pipes.solve(data).first["cells"]
    ]
    assert pipes.fault(data, {"cells": cells}) is None


# -- blocks -----------------------------------------------------------------------------------------------------------


def test_e75_the_blocks_have_15_cubes_and_their_own_numbers_of_positions():
    assert sum(map(len, blocks.BLOCKS.values())) == blocks.CUBES
    assert {block: len(blocks.rotations(block)) for block in sorted(blocks.BLOCKS)} == {
        "B": 24,
        "G": 12,
        "R": 12,
        "Y": 12,
    }


def test_e76_a_view_shows_the_colours_from_above_row_by_row():
    for data in (PUZZLES[puzzle].data for puzzle in ids_of("blocks")):
        view = data["view"]
        assert len({len(row) for row in view}) == 1
        assert set("".join(view)) <= set("BGRY.")
        answer = blocks.solve(data, 1).first
        cubes = sorted((z, x, y, colour) for colour in "BGRY" for x, y, z in answer[colour])
        above = {(x, y): colour for _, x, y, colour in cubes}  # the highest comes last
        assert above == {(x, y): sign for y, row in enumerate(view) for x, sign in enumerate(row) if sign != "."}


def test_e77_each_rule_of_the_blocks_has_its_own_fault():
    data = PUZZLES["b01"].data
    answer = blocks.solve(data).first
    assert blocks.fault(data, answer | {"R": answer["R"][:2]}) == "shape"
    assert blocks.fault(data, answer | {"R": [*answer["R"][:2], [9, 9, 9]]}) == "shape"
    assert blocks.fault(data, answer | {"Y": [*answer["Y"][:3], answer["Y"][0]]}) == "shape"
    down = {block: [[x, y, z - 1] for x, y, z in cubes] for block, cubes in answer.items()}
    assert blocks.fault(data, down) == "below"
    away = answer | {"R": [[x + 9, y, z] for x, y, z in answer["R"]]}
    assert blocks.fault(data, away) in ("apart", "gap")
    moved = {block: [[x + 1, y, z] for x, y, z in cubes] for block, cubes in answer.items()}
    assert blocks.fault(data, moved) == "view"


def test_e77_two_blocks_may_not_share_a_cube():
    data = PUZZLES["b01"].data
    answer = blocks.solve(data).first
    corner, other = answer["R"][0], answer["G"][0]
    shift = [a - b for a, b in zip(other, corner, strict=True)]
    onto = [[x + shift[0], y + shift[1], z + shift[2]] for x, y, z in answer["R"]]
    assert blocks.fault(data, answer | {"R": onto}) == "overlap"


def test_e77_a_mirrored_shape_is_a_rotation_in_space():
    mirrored = blocks.normal(tuple((-x, y, z) for x, y, z in blocks.BLOCKS["B"]))
    assert mirrored in blocks.rotations("B")


# -- forms (section 12) -----------------------------------------------------------------------------------------------

FORMS = {
    "weights": (
        {"left": [1], "right": []},
        [{"left": [1]}, {"left": [-1], "right": []}, {"left": [True], "right": []}],
    ),
    "pipes": (
        {"cells": [None] * 8 + [["E", 3]]},
        [{"cells": [None] * 8}, {"cells": [["X", 0]] * 9}, {"cells": [["E", 4]] * 9}, {"cells": [["E", True]] * 9}],
    ),
    "blocks": (
        {"B": [], "G": [[1, 2, 3]], "R": [], "Y": []},
        [{"B": [], "G": [], "R": []}, {"B": [[1, 2]], "G": [], "R": [], "Y": []}, {"B": 1, "G": [], "R": [], "Y": []}],
    ),
    "tangram": (
        {tan: {"at": [[1, -2], [0, 0]], "flip": 1, "rot": 7} for tan in SHAPES},
        [
            {tan: {"at": [[1, -2], [0, 0]], "flip": 1, "rot": 8} for tan in SHAPES},
            {tan: {"at": [[1, -2], [0, 0]], "flip": 2, "rot": 0} for tan in SHAPES},
            {tan: {"at": [[1], [0, 0]], "flip": 0, "rot": 0} for tan in SHAPES},
            {tan: {"at": [[1, -2], [0, 0]], "flip": 0} for tan in SHAPES},
        ],
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_an_answer_is_readable_only_in_the_form_of_its_kind(kind):
    good, bad = FORMS[kind]
    assert BY_NAME[kind].readable(good)
    for answer in (*bad, None, [], 7, "left", {}):
        assert not BY_NAME[kind].readable(answer)
    for other in KINDS:
        assert other == kind or not BY_NAME[other].readable(good)


def test_random_tangram_attempts_are_never_right_unless_they_cover_the_outline():
    """The check by boundaries against the check by quarters, on lattice placements."""
    data = PUZZLES["t05"].data
    target, stream = tangram.outline_quarters(data), Stream(b"tangram", "attempt", 0)
    answers = list(tangram.solve(data).answers)
    for n in range(300):
        answer = dict(answers[n % len(answers)])
        tan = stream.choose(sorted(SHAPES))
        answer[tan] = {
            "at": [[2 * stream.uniform(6), 0], [2 * stream.uniform(6), 0]],
            "flip": stream.uniform(2),
            "rot": 2 * stream.uniform(4),
        }
        assert (tangram.fault(data, answer) is None) == (sorted(_covered(answer)) == sorted(target))


def _covered(answer):
    for tan, place in answer.items():
        ring = placed(tan, place["rot"], place["flip"], tuple(map(tuple, place["at"])))
        yield from tangram.quarters_of(tuple((x[0], y[0]) for x, y in ring))
